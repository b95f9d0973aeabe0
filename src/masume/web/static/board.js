/** @file The board on the page: an SVG element that shows a game, or the marks of a replay, and the cursor. */

/** @import {Game, StrokeDetail} from "./game.js" */
/** @import {Marked, State} from "./marks.js" */
/** @import {Marks, Overlay, Sheet} from "../types.js" */

import { Camera } from "./camera.js";
import { Canvas, make } from "./canvas.js";
import { Feedback } from "./feedback.js";
import { Geometry } from "./geometry.js";
import { NONE, notesIn, statesOf, valueIn } from "./marks.js";
import { describeCell } from "./words.js";

/** @typedef {{layer: number, place: number}} Spot - an edge or a corner beside the cursor's cell */
/** @typedef {{value: number, key: string, className: string, elements: SVGElement[]}} Shown - what is drawn at a place */

/** A board on the page; the event "pan" tells that the player begins to move it. */
export class BoardView extends EventTarget {
  cursor = 0;
  /** @type {Spot | null} */ spot = null;
  /** @type {Marked} */ #marked;
  /** @type {Marked | null} */ #game = null;
  /** @type {Record<string, string[]>} */ #satisfied = {};
  #isSolved = false;
  /** @type {Map<string, Set<string>>} */ #folded = new Map();
  /** @type {Shown[][]} */ #shown;
  /** @type {Set<number>} cells whose description is out of date */ #stale = new Set();
  /** @type {Map<number, number[]>[]} the cells around each place, by layer */ #cellsOf;
  /** @type {Set<number>[]} places that take no marks, by layer */ #skipped;
  #isFlushing = false;

  /** @param {HTMLElement} container - it becomes the accessible grid @param {Sheet} sheet */
  constructor(container, sheet) {
    super();
    this.root = container;
    this.sheet = sheet;
    this.geometry = new Geometry(sheet);
    this.canvas = new Canvas(sheet);
    this.feedback = new Feedback(this.canvas, (layer, place) => this.#paint(layer, place));
    this.#shown = sheet.layers.map(({ places }) => places.map(() => ({ value: NONE, key: String(NONE), className: "mark", elements: [] })));
    this.#marked = toMarked(sheet, {});
    this.#cellsOf = sheet.layers.map(({ around }) => {
      const cells = /** @type {Map<number, number[]>} */ (new Map());
      around.forEach((places, cell) => places.forEach((place) => cells.set(place, [...(cells.get(place) ?? []), cell])));
      return cells;
    });
    this.#skipped = sheet.layers.map((_, layer) => new Set(sheet.inputs.flatMap((input) =>
      input.kind === "cycle" && input.layer === layer ? input.skipped : [])));
    this.gridCells = sheet.cells.names.map((name, cell) => this.#makeGridCell(name, cell));
    const rows = sheet.cells.rows.map((cells) => make("g", { role: "row" }, ...cells.map((cell) => this.gridCells[cell])));
    this.cursorShape = make("g", { class: "cursor", "aria-hidden": "true", visibility: "hidden" });
    this.svg = make("svg", { role: "none", class: "sheet" }, this.canvas.picture, this.cursorShape, ...rows);
    const attributes = { role: "grid", tabindex: "0", "aria-label": sheet.title };
    for (const [name, value] of Object.entries(attributes)) container.setAttribute(name, value);
    container.replaceChildren(this.svg);
    this.camera = new Camera(container, this.svg, sheet);
    this.#paintAll();
    this.setCursor(0);
  }

  /** Shows a game from now on. @param {Game} game */
  connect(game) {
    this.#marked = this.#game = game;
    game.addEventListener("change", (event) => {
      const { changes } = /** @type {CustomEvent<StrokeDetail>} */ (event).detail;
      if (this.#marked === game) for (const [layer, place] of changes) this.#paint(layer, place);
      this.#flushSoon();
    });
    this.#paintAll();
  }

  /**
   * Shows other marks than those of the game, or with null the game's again.
   * @param {Marks | null} marks @param {Record<string, string[]>} folded - by layer, the places with a fainter mark
   */
  showMarks(marks, folded = {}) {
    this.#folded = new Map(Object.entries(folded).map(([layer, places]) => [layer, new Set(places)]));
    this.#marked = marks ? toMarked(this.sheet, marks) : this.#game ?? toMarked(this.sheet, {});
    this.canvas.setSatisfied(marks ? {} : this.#satisfied);
    this.feedback.setSolved(!marks && this.#isSolved);
    this.#paintAll();
  }

  /** Shows shapes over the board until they are replaced or removed. @param {string} key @param {Overlay | null} overlay */
  setOverlay(key, overlay) {
    this.canvas.setOverlay(key, overlay);
  }

  /** Lets the board pale, but not its overlays. @param {boolean} on */
  setDimmed(on) {
    this.svg.classList.toggle("dimmed", on);
  }

  /** Hides everything, as during a pause. @param {boolean} on */
  setHidden(on) {
    this.svg.classList.toggle("concealed", on);
  }

  /** Lets the satisfied clues fade. @param {Record<string, string[]>} satisfied - places by layer */
  setSatisfied(satisfied) {
    this.#satisfied = satisfied;
    if (this.#marked === this.#game) this.canvas.setSatisfied(satisfied);
  }

  /** Sets whether the board is solved: then places without a mark count as what they have in the end. @param {boolean} on */
  setSolved(on) {
    this.#isSolved = on;
    if (this.#marked === this.#game) this.feedback.setSolved(on);
  }

  /** Sets whether pieces have colours. @param {boolean} on */
  setPieces(on) {
    this.feedback.setPieces(on);
  }

  /** Moves the cursor to a cell, or to an edge or a corner beside it. @param {number} cell @param {Spot | null} spot */
  setCursor(cell, spot = null) {
    [this.cursor, this.spot] = [cell, spot];
    const { cells, layers, unit } = this.sheet, [x, y] = cells.at[cell], at = spot && layers[spot.layer].at[spot.place];
    // Where marks lie on edges, the cursor leaves them free.
    const scale = layers.some(({ kind }) => kind === "edge") ? 0.7 : 1;
    const points = this.geometry.outlines[cell].map(([right, down]) => `${x + scale * right},${y + scale * down}`).join(" ");
    // Two lines, of which one is visible on any ground.
    this.cursorShape.replaceChildren(...["halo", "ring"].flatMap((name) => [
      make("polygon", { class: at ? `${name} aside` : name, points }),
      ...(at ? [make("circle", { class: name, cx: at[0], cy: at[1], r: unit * 0.2 })] : []),
    ]));
    this.root.setAttribute("aria-activedescendant", this.gridCells[cell].id);
  }

  /** Shows or hides the cursor; if the board is zoomed, it comes into view. @param {boolean} on */
  showCursor(on) {
    this.cursorShape.setAttribute("visibility", on ? "visible" : "hidden");
    if (on) this.camera.reveal(this.sheet.cells.at[this.cursor], this.sheet.unit * 0.75);
  }

  /** Returns the point of the board at a point of the screen, in units. @param {number} clientX @param {number} clientY */
  toBoard(clientX, clientY) {
    return this.camera.toBoard(clientX, clientY);
  }

  /** Lets the marks of the solution appear once more, one after the other along the line. */
  async celebrate() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { layer } = this.sheet.inputs[0], { standard } = this.sheet.layers[layer], shown = this.#shown[layer];
    const places = [...shown.keys()].filter((place) => ![NONE, standard].includes(shown[place].value));
    const step = Math.min(60, 1200 / Math.max(1, places.length));
    const finished = this.feedback.inOrder(layer, places).flatMap((place, index) => shown[place].elements.map((element) =>
      element.animate({ opacity: [0.15, 1] }, { duration: 150, delay: index * step, fill: "backwards" }).finished));
    await Promise.allSettled(finished);
  }

  /** @param {string} name @param {number} cell */
  #makeGridCell(name, cell) {
    const { at, words } = this.sheet.cells, [x, y] = at[cell], corners = this.geometry.outlines[cell];
    const [rights, downs] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
    const [left, top] = [Math.min(...rights), Math.min(...downs)];
    return make("rect", {
      id: `cell-${name}`, role: "gridcell", "aria-label": words[cell], fill: "none",
      x: x + left, y: y + top, width: Math.max(...rights) - left, height: Math.max(...downs) - top,
    });
  }

  #paintAll() {
    this.#shown.forEach((places, layer) => places.forEach((_, place) => this.#paint(layer, place)));
    this.#flushSoon();
  }

  /** Draws what a place has now, if that is not what is drawn. @param {number} layer @param {number} place */
  #paint(layer, place) {
    const shown = this.#shown[layer][place], { name, places, given } = this.sheet.layers[layer];
    const state = this.#marked.state(layer, place), value = valueIn(state), isTrial = this.#marked.isTrial(layer, place);
    if (value !== shown.value) {
      this.feedback.update(layer, place, shown.value, value);
      shown.value = value;
    }
    const hue = value === NONE || isTrial ? NONE : this.feedback.hueAt(layer, place);
    const isFolded = this.#folded.get(name)?.has(places[place]);
    const className = ["mark", isTrial && "trial", isFolded && "folded", hue !== NONE && `piece-${hue}`].filter(Boolean).join(" ");
    const key = places[place] in given ? "" : `${isTrial ? "t" : ""}${typeof state === "number" ? state : `n${state}`}`;
    if (key !== shown.key) {
      for (const element of shown.elements) element.remove();
      shown.elements = key ? this.#draw(layer, place, state, isTrial, className) : [];
      shown.key = key;
      for (const cell of this.#cellsOf[layer].get(place) ?? []) this.#stale.add(cell);
    } else if (className !== shown.className) {
      for (const element of shown.elements) element.setAttribute("class", className);
    }
    shown.className = className;
  }

  /**
   * @param {number} layer @param {number} place @param {State} state
   * @param {boolean} isTrial @param {string} className
   */
  #draw(layer, place, state, isTrial, className) {
    const { marks, trial, notes, at } = this.sheet.layers[layer];
    // Where players cannot put a mark, one that needs no drawing would only surprise them: steps have it to be complete.
    if (state === NONE || (state === this.sheet.layers[layer].standard && this.#skipped[layer].has(place))) return [];
    const looks = typeof state === "number" ? [(isTrial ? trial : marks)[state]]
      : notesIn(this.sheet.layers[layer], state).flatMap((value) => notes[value] ?? []);
    return looks.flatMap((look) => this.canvas.draw(look, place, at[place], className));
  }

  /** Completes what depends on several marks before the next frame, and descriptions after it. */
  #flushSoon() {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    queueMicrotask(() => {
      this.feedback.flush();
      this.#isFlushing = false;
    });
    setTimeout(() => this.#describeStale());
  }

  #describeStale() {
    for (const cell of this.#stale) this.gridCells[cell].setAttribute("aria-label", describeCell(this.sheet, this.#marked, cell));
    this.#stale.clear();
  }
}

/** Returns marks in JSON form as a source of states. @param {Sheet} sheet @param {Marks} marks @returns {Marked} */
function toMarked(sheet, marks) {
  const states = statesOf(sheet, marks);
  return { state: (layer, place) => states[layer][place], isTrial: () => false };
}
