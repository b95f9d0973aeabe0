/** @file What lies on the table while a board is played: what the parts of the page share. */

/**
 * @typedef {object} Table
 * @property {import("./types.js").Sheet} sheet
 * @property {import("./game.js").Game} game
 * @property {import("./board.js").BoardView} view
 * @property {import("./controls.js").Controls} controls
 * @property {import("./panel.js").Panel} panel
 * @property {import("./places.js").Places} places
 * @property {import("./settings.js").Settings} settings
 * @property {import("./timer.js").Timer} timer
 * @property {import("./api.js").Work} work
 * @property {Set<string>} locks - why no marks can be put in now, such as "replay"
 * @property {(sentence: string) => void} speak - for screen readers only
 * @property {(sentence: string) => void} note - for everybody, above the tools, for a while
 * @property {() => void} countHelp - one more hint was used
 */

export {};
