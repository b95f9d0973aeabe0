/**
 * @file The keyboard on the board.
 *
 * Arrows move the cursor from cell to cell, and E goes round the edges or corners of a cell.  Space, X, Backspace, digits
 * and letters write at the cursor; with Shift the arrows draw.  Keys that mean nothing here are left to the page.
 */

/** @import {BoardView} from "./board.js" */
/** @import {Controls} from "./controls.js" */
/** @import {Game} from "./game.js" */
/** @import {State} from "./marks.js" */
/** @import {LinesInput, Point} from "../types.js" */

import { Hand, enterDigit, nextState } from "./controls.js";
import { distance, placesAround } from "./geometry.js";
import { NONE, hasNotes } from "./marks.js";
import { measured } from "./measure.js";
import { describeSpot, describeStroke } from "./words.js";

const ARROWS = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]; // in the order of Cells.moves
const DIRECTIONS = /** @type {Point[]} */ ([[-1, 0], [0, -1], [1, 0], [0, 1]]);
const TYPING_PAUSE = 900; // milliseconds, after which a digit begins another number

/** Lets the keyboard write on the board. */
class Keyboard extends Hand {
  /** What Space does when it is released, unless it has moved the board. @type {(() => void) | null} */ #space = null;
  #rulesOut = false; // what an arrow does that follows on X
  #typed = { text: "", time: -Infinity, cell: NONE, hasWritten: false };

  listen() {
    const { view, view: { root } } = this;
    // While an event is captured, so that a digit is written before a key zooms.
    root.addEventListener("keydown", (event) => measured(this.game, () => this.#onKey(event)), { capture: true });
    root.addEventListener("keyup", ({ key }) => {
      if (key === " ") this.#space?.();
      if (key === " ") this.#space = null;
    });
    root.addEventListener("focus", () => { if (root.matches(":focus-visible")) view.showCursor(true); });
    root.addEventListener("blur", () => { if (this.input.kind !== "digits") view.showCursor(false); });
    view.addEventListener("pan", () => { this.#space = null; });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const arrow = ARROWS.indexOf(event.key), isLocked = this.controls.isLocked();
    const isHandled = this.#move(event, arrow) || (!isLocked && (this.#draw(event, arrow) || this.#type(event) || this.#command(event)));
    if (!["x", "X", "Shift", "Alt"].includes(event.key)) this.#rulesOut = false;
    if (!isHandled) return;
    this.view.showCursor(true);
    event.preventDefault();
  }

  /** Moves the cursor. @param {KeyboardEvent} event @param {number} arrow */
  #move({ key, shiftKey, ctrlKey, altKey, metaKey }, arrow) {
    const { cursor, sheet: { cells } } = this.view;
    if (altKey || metaKey || (arrow !== NONE && (shiftKey || ctrlKey || this.#rulesOut))) return false;
    const row = (ctrlKey ? cells.rows.flat() : cells.rows.find((row) => row.includes(cursor))) ?? [];
    const target = arrow !== NONE ? cells.moves[cursor][arrow] : key === "Home" ? row[0] : key === "End" ? row.at(-1) : undefined;
    if (target === undefined) return false;
    if (target !== NONE) this.select(target);
    return true;
  }

  /** Draws, or rules out, with the arrows. @param {KeyboardEvent} event @param {number} arrow */
  #draw({ shiftKey, ctrlKey, altKey, metaKey }, arrow) {
    const { input, view: { cursor, sheet: { cells } } } = this, rulesOut = altKey || this.#rulesOut;
    if (arrow === NONE || ctrlKey || metaKey) return false;
    const target = cells.moves[cursor][arrow];
    if (input.kind === "lines") this.#drawLine(input, arrow, target, rulesOut);
    else if (rulesOut || !shiftKey) return false;
    else if (target !== NONE) this.#paintOn(target, input.kind === "cycle");
    return true;
  }

  /**
   * Draws a line, or a cross, on a side of the cell; the cursor follows a line to the next cell.
   * @param {LinesInput} input @param {number} arrow @param {number} target @param {boolean} rulesOut
   */
  #drawLine({ layer, on, off, links, nodes }, arrow, target, rulesOut) {
    const { geometry, cursor, sheet: { cells: { at } } } = this.view, [x, y] = at[cursor];
    const [right, down] = target === NONE ? DIRECTIONS[arrow] : [at[target][0] - x, at[target][1] - y];
    const place = geometry.placeTowards(layer, cursor, [right, down]), value = rulesOut ? off : on;
    if (place === NONE) return;
    this.stroke(() => this.set(place, this.stateAt(place) === value ? NONE : value));
    const leadsThere = target !== NONE && links[place].some((node) => distance(nodes[node], at[target]) < 1);
    if (leadsThere && !rulesOut) this.select(target);
  }

  /** Moves the cursor, and paints what its cell has on the next one. @param {number} target @param {boolean} paints */
  #paintOn(target, paints) {
    const from = this.place;
    this.select(target);
    const to = this.place;
    if (paints && from !== NONE && to !== NONE) this.stroke(() => this.set(to, this.stateAt(from)));
  }

  /** Writes a digit or a letter. @param {KeyboardEvent} event */
  #type(event) {
    const sign = event.ctrlKey || event.metaKey || event.altKey ? null : signOf(event), { view: { cursor } } = this;
    if (!sign || (this.input.kind !== "digits" && !/\d/.test(sign.text))) return false;
    const signs = this.layer.signs.map((other) => other.toLowerCase()), typed = this.#typed;
    const isNext = event.timeStamp - typed.time < TYPING_PAUSE && typed.cell === cursor;
    const longer = isNext ? typed.text + sign.text : sign.text;
    const text = [longer, sign.text].find((start) => signs.some((other) => other.startsWith(start)));
    if (text === undefined) return false;
    if (text !== sign.text && typed.hasWritten) this.game.undo(); // the number is one stroke
    const hasWritten = this.#enter(signs.indexOf(text), sign.isShifted || this.controls.notes);
    this.#typed = { text, time: event.timeStamp, cell: cursor, hasWritten };
    return true;
  }

  /** Enters a value, and returns whether that has changed something. @param {number} value @param {boolean} asNote */
  #enter(value, asNote) {
    const { view, game, controls, place } = this;
    if (place === NONE || value === NONE) return false;
    const before = this.stateAt(place);
    // Unlike on the pad, the same digit once more does not take it back: keys are often hit twice.
    if (before !== value || asNote) enterDigit(view, game, controls, value, asNote);
    return this.stateAt(place) !== before;
  }

  /** @param {KeyboardEvent} event */
  #command(event) {
    const key = event.key.toLowerCase(), { input, controls } = this;
    if (event.altKey) return false;
    if (key === "z" || key === "y") return this.#travel(key === "y" || event.shiftKey);
    if (event.ctrlKey || event.metaKey) return false;
    switch (key) {
      case " ":
        // The page must not scroll, even where Space does nothing.
        if (!event.repeat) this.#space = () => this.#change((state) => nextState(input, state, event.shiftKey !== controls.swapButtons));
        return true;
      case "x": return this.#ruleOut();
      case "e": return this.#goRound(event.shiftKey);
      case "n": return this.#toggleNotes();
      case "backspace": case "delete": return this.#clear();
    }
    return false;
  }

  /** @param {boolean} forward */
  #travel(forward) {
    const { view, game } = this, stroke = forward ? game.redo() : game.undo();
    this.controls.announce(stroke ? describeStroke(view.sheet, game, stroke, view.cursor) : `nothing to ${forward ? "redo" : "undo"}`);
    return true;
  }

  /** Rules out the place at the cursor, or, once an arrow says which, an edge. */
  #ruleOut() {
    const { input, place } = this, value = input.kind === "lines" ? input.off : input.kind === "cycle" ? this.layer.standard : NONE;
    if (value === NONE) return false;
    this.#rulesOut = input.kind === "lines" && place === NONE && !this.#rulesOut;
    if (this.#rulesOut) this.controls.announce("press an arrow to rule out the line there");
    else this.#change((state) => state === value ? NONE : value);
    return true;
  }

  #toggleNotes() {
    const { controls } = this;
    if (this.input.kind !== "digits" || !hasNotes(this.layer)) return false;
    controls.notes = !controls.notes;
    controls.announce(controls.notes ? "notes on" : "notes off");
    return true;
  }

  /** Erases the mark at the cursor, or, if no edge is chosen, all marks around the cell. */
  #clear() {
    const { place } = this, places = place === NONE ? this.layer.around[this.view.cursor] : [place];
    this.stroke(() => { for (const each of places) this.set(each, NONE); });
    return true;
  }

  /** Chooses the next edge or corner of the cell, at last the cell itself. @param {boolean} backwards */
  #goRound(backwards) {
    const { view: { sheet, cursor }, input: { layer } } = this;
    if (this.layer.kind === "cell") return false;
    const around = [NONE, ...placesAround(sheet, layer, cursor).map(({ place }) => place)];
    const place = around[(around.indexOf(this.place) + (backwards ? around.length - 1 : 1)) % around.length];
    this.select(cursor, place === NONE ? null : { layer, place });
    this.controls.announce(place === NONE ? "the whole cell" : describeSpot(sheet, this.game, cursor, layer, place));
    return true;
  }

  /** Changes the state at the cursor. @param {(state: State) => State} change */
  #change(change) {
    const { place, layer: { kind } } = this;
    if (place !== NONE && !this.takesMarks(place)) this.controls.announce("no mark belongs here");
    else if (place !== NONE) this.stroke(() => this.set(place, change(this.stateAt(place))));
    else if (kind !== "cell") this.controls.announce(`press E to choose an ${kind} of the cell`.replace("an c", "a c"));
  }
}

/** Returns the digit or letter of a key, also of a shifted digit; null if it has none. @param {KeyboardEvent} event */
function signOf({ key, code, shiftKey }) {
  const [, digit] = code.match(/^(?:Digit|Numpad)(\d)$/) ?? [];
  if (/^[a-z0-9]$/i.test(key)) return { text: key.toLowerCase(), isShifted: shiftKey && !/\d/.test(key) };
  return digit && key.length === 1 ? { text: digit, isShifted: shiftKey } : null;
}

/** Lets the keyboard write on the board. @param {BoardView} view @param {Game} game @param {Controls} controls */
export function attachKeyboard(view, game, controls) {
  new Keyboard(view, game, controls).listen();
}
