/** @file The page of a board: reads the sheet from the page, and puts the parts together. */

import { Work } from "./api.js";
import { BoardView } from "./board.js";
import { Checker } from "./checker.js";
import { Controls } from "./controls.js";
import { connectDialogs, connectShare } from "./dialogs.js";
import { find } from "./dom.js";
import { Game } from "./game.js";
import { Keeper } from "./keeper.js";
import { attachKeyboard } from "./keyboard.js";
import { connectOpening } from "./opening.js";
import { connectPad } from "./pad.js";
import { Panel } from "./panel.js";
import { Places } from "./places.js";
import { Play } from "./play.js";
import { attachPointer } from "./pointer.js";
import { Settings } from "./settings.js";
import { load, newRecord } from "./store.js";
import { Timer } from "./timer.js";
import { showVerdict } from "./verdicts.js";
import { attachZoom } from "./zoom.js";

const NOTE = 4500; // milliseconds for which a note stays

/** @type {{sheet: import("../types.js").Sheet, boards: import("./dialogs.js").ShippedBoard[]}} */
const { sheet, boards } = JSON.parse(find("data").textContent ?? "");
const record = load(sheet.key) ?? newRecord(sheet), locks = /** @type {Set<string>} */ (new Set());
const game = new Game(sheet, record.game), view = new BoardView(find("board"), sheet), timer = new Timer();
const controls = new Controls({ isLocked: () => locks.size > 0, announce: speak }), settings = new Settings();
const keeper = new Keeper(sheet, game, timer, record);
/** @type {import("../table.js").Table} */
const table = {
  sheet, game, view, controls, timer, settings, locks, speak, note,
  panel: new Panel(), places: new Places(sheet, view), work: new Work(),
  countHelp: () => keeper.change({ hints: keeper.record.hints + 1 }),
};

timer.set(record.seconds, record.solved);
view.connect(game);
attachPointer(view, game, controls);
attachKeyboard(view, game, controls);
attachZoom(view);
connectFit();
connectPad(table);
keepFocus();
connectDialogs();
connectShare(table);
connectOpening();
settings.addEventListener("change", followSettings);
followSettings();
new Play(table, keeper, new Checker(table), boards);
performance.mark("board"); // for benchmarks/web.py
showVerdict(table, keeper);

function followSettings() {
  view.setPieces(settings.values.pieces);
  controls.swapButtons = settings.values.swap;
  find("swapped").hidden = !settings.values.swap;
}

/** Leaves the keyboard with the board when a tool is clicked, so that a digit or an arrow can follow at once. */
function keepFocus() {
  for (const bar of document.querySelectorAll(".tools, .inputs")) {
    bar.addEventListener("mousedown", (event) => event.target instanceof Element && event.target.closest("button") && event.preventDefault());
  }
}

/** Shows a button for the whole board while only a part of it is seen. */
function connectFit() {
  const fit = find("fit");
  fit.addEventListener("click", () => view.camera.fit());
  view.camera.addEventListener("zoom", () => { fit.hidden = !view.camera.isZoomed; });
}

/** Says something to screen readers only. @param {string} sentence */
function speak(sentence) {
  find("spoken").textContent = sentence;
}

/** Says something at the top of the page, for a while. @param {string} sentence */
function note(sentence) {
  const element = find("note");
  element.textContent = sentence;
  setTimeout(() => { if (element.textContent === sentence) element.textContent = ""; }, NOTE);
}
