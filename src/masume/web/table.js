/** @file What lies on the table while a board is played: what the parts of the page share. */

/**
 * @typedef {object} Table
 * @property {import("./types.js").Sheet} sheet
 * @property {import("./static/game.js").Game} game
 * @property {import("./static/board.js").BoardView} view
 * @property {import("./static/controls.js").Controls} controls
 * @property {import("./static/panel.js").Panel} panel
 * @property {import("./static/places.js").Places} places
 * @property {import("./static/settings.js").Settings} settings
 * @property {import("./static/timer.js").Timer} timer
 * @property {import("./static/api.js").Work} work
 * @property {Set<string>} locks - why no marks can be put in now, such as "replay"
 * @property {(sentence: string) => void} speak - for screen readers only
 * @property {(sentence: string) => void} note - for everybody, at the top of the page, for a while
 * @property {() => void} countHelp - one more hint was used
 */

export {};
