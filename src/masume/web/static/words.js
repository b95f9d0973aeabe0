/** @file The board in words, for screen readers. */

/** @import {StrokeDetail} from "./game.js" */
/** @import {Marked} from "./marks.js" */
/** @import {Sheet} from "../types.js" */

import { angleOf, placesAround } from "./geometry.js";
import { NONE, notesIn } from "./marks.js";

const DIRECTIONS = ["above", "above right", "to the right", "below right", "below", "below left", "to the left", "above left"];
const KINDS = { cell: "cells", edge: "edges", corner: "corners" };

/** Describes marks. */
class Describer {
  /** @param {Sheet} sheet @param {Marked} marked */
  constructor(sheet, marked) {
    this.sheet = sheet;
    this.marked = marked;
  }

  /** Returns the mark at a place; `end` tells whether it is in trial. @param {number} layer @param {number} place */
  partsOf(layer, place) {
    const { words, signs } = this.sheet.layers[layer], state = this.marked.state(layer, place);
    const noted = notesIn(this.sheet.layers[layer], state).map((value) => signs[value]);
    const text = typeof state === "number" ? words[state] ?? "" : `note${noted.length === 1 ? "" : "s"} ${join(noted)}`;
    return { text, end: text && this.marked.isTrial(layer, place) ? " in trial" : "" };
  }

  /** Returns the mark at a place; "empty" if there is none. @param {number} layer @param {number} place */
  mark(layer, place) {
    const { text, end } = this.partsOf(layer, place);
    return text + end || "empty";
  }

  /** Returns the marks around a cell, equal ones together. @param {number} layer @param {number} cell */
  around(layer, cell) {
    const marks = /** @type {Map<string, {text: string, end: string, sides: string[]}>} */ (new Map());
    for (const { place, angle } of placesAround(this.sheet, layer, cell)) {
      const { text, end } = this.partsOf(layer, place), mark = marks.get(text + end) ?? { text, end, sides: [] };
      mark.sides.push(nameDirection(angle));
      if (text) marks.set(text + end, mark);
    }
    return [...marks.values()].map(({ text, end, sides }) => `${text} ${join(sides)}${end}`);
  }

  /** @param {number} cell */
  cell(cell) {
    const marks = this.sheet.layers.flatMap(({ kind, around, given, places }, layer) => {
      if (kind !== "cell") return this.around(layer, cell);
      // The words of the cell have its given marks already.
      const own = around[cell].filter((place) => !(places[place] in given) && this.marked.state(layer, place) !== NONE);
      return own.map((place) => this.mark(layer, place));
    });
    return [this.sheet.cells.words[cell], ...marks].join(", ");
  }

  /** @param {number} cell @param {number} layer @param {number} place */
  spot(cell, layer, place) {
    const { kind, at } = this.sheet.layers[layer], [x, y] = this.sheet.cells.at[cell], [u, v] = at[place];
    return `${kind} ${nameDirection(angleOf([u - x, v - y]))}: ${this.mark(layer, place)}`;
  }

  /** @param {StrokeDetail} stroke @param {number} near */
  stroke({ changes }, near) {
    if (!changes.length) return /** @type {{inTrial?: boolean}} */ (this.marked).inTrial ? "a trial has begun" : "the trial is over";
    const [[layer, place]] = changes, { kind, around } = this.sheet.layers[layer];
    if (changes.length > 1) {
      const marks = new Set(changes.map(([layer, place]) => this.mark(layer, place)));
      const noun = changes.every(([other]) => other === layer) ? KINDS[kind] : "marks";
      return `${changes.length} ${noun} ${marks.size > 1 ? "changed" : [...marks][0]}`;
    }
    const cell = around[near]?.includes(place) ? near : around.findIndex((places) => places.includes(place));
    const where = this.sheet.cells.words[cell] ?? "";
    return kind === "cell" ? `${where}: ${this.mark(layer, place)}` : `${where}, ${this.spot(cell, layer, place)}`;
  }
}

/** @param {number} angle - clockwise from above */
function nameDirection(angle) {
  return DIRECTIONS[Math.round(angle / (Math.PI / 4)) % DIRECTIONS.length];
}

/** @param {string[]} words */
function join(words) {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
}

/**
 * Returns a cell with its clues and all marks in and around it: "row 1, column 2, clue 5, line above and below".
 * @param {Sheet} sheet @param {Marked} marked @param {number} cell
 */
export function describeCell(sheet, marked, cell) {
  return new Describer(sheet, marked).cell(cell);
}

/**
 * Returns an edge or a corner as seen from a cell: "edge above: line".
 * @param {Sheet} sheet @param {Marked} marked @param {number} cell @param {number} layer @param {number} place
 */
export function describeSpot(sheet, marked, cell, layer, place) {
  return new Describer(sheet, marked).spot(cell, layer, place);
}

/**
 * Returns what a stroke has done: "row 1, column 2, clue 5: shaded", "undone: 4 cells empty".
 * @param {Sheet} sheet @param {Marked} marked @param {StrokeDetail} stroke @param {number} [near] - a cell, to name edges
 */
export function describeStroke(sheet, marked, stroke, near = NONE) {
  const prefix = stroke.kind === "undo" ? "undone: " : stroke.kind === "redo" ? "redone: " : "";
  return prefix + new Describer(sheet, marked).stroke(stroke, near);
}
