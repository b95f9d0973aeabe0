/** @file What is drawn because of several marks: lit cells, the line around an inside, and pieces in colours. */

/** @import {Canvas} from "./canvas.js" */
/** @import {LookOfPlaces, Outline, Pieces, Point, Rays} from "../types.js" */

import { NONE } from "./marks.js";

const HUES = 6; // colours of pieces; the largest piece has the normal colour instead

/** Returns for each place the numbers of the lists that contain it. @param {number[][]} lists @param {number} places */
function invert(lists, places) {
  const found = Array.from({ length: places }, () => /** @type {number[]} */ ([]));
  lists.forEach((list, number) => list.forEach((place) => found[place].push(number)));
  return found;
}

/** Shapes that are drawn or not. */
class Shapes {
  /** @type {Map<number, SVGElement[]>} */ #drawn = new Map();

  /** @param {Canvas} canvas */
  constructor(canvas) {
    this.canvas = canvas;
  }

  /** @param {number} place @param {boolean} on @param {LookOfPlaces} look @param {Point} at */
  show(place, on, look, at) {
    if (on === this.#drawn.has(place)) return;
    for (const element of this.#drawn.get(place) ?? []) element.remove();
    if (on) this.#drawn.set(place, this.canvas.draw(look, place, at, ""));
    else this.#drawn.delete(place);
  }
}

/** Draws the cells that are lit. */
class Light {
  /** @param {Rays} word @param {Canvas} canvas */
  constructor(word, canvas) {
    this.word = word;
    this.at = canvas.sheet.layers[word.layer].at;
    this.groupsOf = invert(word.groups, this.at.length);
    this.sources = word.groups.map(() => 0); // the members with the value
    this.brightness = this.at.map(() => 0); // the groups of each place that have a source
    this.shapes = new Shapes(canvas);
  }

  /** @param {number} place @param {number} before @param {number} after */
  update(place, before, after) {
    const { groups, look, value } = this.word, step = Number(after === value) - Number(before === value);
    if (step) for (const group of this.groupsOf[place]) {
      const was = this.sources[group] > 0, is = (this.sources[group] += step) > 0;
      if (was !== is) for (const cell of groups[group]) {
        this.brightness[cell] += step;
        this.shapes.show(cell, this.brightness[cell] > 0, look, this.at[cell]);
      }
    }
  }
}

/** Draws the line between inside and outside. */
class Border {
  /** @param {Outline} word @param {Canvas} canvas */
  constructor(word, canvas) {
    this.word = word;
    this.values = canvas.sheet.layers[word.layer].places.map(() => NONE);
    this.edgesOf = invert(word.edges.map(({ cells }) => cells), this.values.length);
    this.shapes = new Shapes(canvas);
    this.standard = canvas.sheet.layers[word.layer].standard;
    this.isSolved = false;
  }

  /** @param {number} place */
  sideOf(place) {
    return this.values[place] === NONE && this.isSolved ? this.standard : this.values[place];
  }

  /** @param {number} place @param {number} _before @param {number} after */
  update(place, _before, after) {
    this.values[place] = after;
    for (const edge of this.edgesOf[place]) this.#showEdge(edge);
  }

  /** @param {boolean} on */
  setSolved(on) {
    if (this.isSolved === on) return;
    this.isSolved = on;
    for (const edge of this.word.edges.keys()) this.#showEdge(edge);
  }

  /** @param {number} edge */
  #showEdge(edge) {
    const { edges, inside, outside } = this.word, { at, look, cells } = edges[edge], sides = cells.map((cell) => this.sideOf(cell));
    this.shapes.show(edge, sides.includes(inside) && (sides.length === 1 || sides.includes(outside)), look, at);
  }
}

/** Finds marks that hang together: each piece has a hue of its own, only the largest one has the normal colour. */
class Colouring {
  isOn = true;
  isDirty = false;
  /** @type {Map<number, number>} the hue of each piece but the main one */ #hueOf = new Map();
  #main = NONE;
  #last = 0;

  /** @param {Pieces} word @param {Canvas} canvas @param {(layer: number, place: number) => void} repaint */
  constructor(word, canvas, repaint) {
    this.word = word;
    this.repaint = repaint;
    this.has = canvas.sheet.layers[word.layer].places.map(() => false);
    this.hues = this.ids = this.has.map(() => NONE); // of each place
  }

  /** @param {number} place @param {number} before @param {number} after */
  update(place, before, after) {
    const { value } = this.word;
    this.has[place] = after === value;
    if ((before === value) !== (after === value)) this.isDirty = true;
  }

  /** Finds all pieces again, and repaints the marks whose hue has changed. */
  flush() {
    if (!this.isDirty) return;
    this.isDirty = false;
    this.#name(this.#find());
    const old = this.hues;
    this.hues = this.ids.map((id) => this.isOn ? this.#hueOf.get(id) ?? NONE : NONE);
    this.hues.forEach((hue, place) => { if (hue !== old[place]) this.repaint(this.word.layer, place); });
  }

  /** Returns the places of each piece, the largest piece first. */
  #find() {
    const { has, word: { joints } } = this, places = [...has.keys()].filter((place) => has[place]);
    const parents = [...has.keys()], firstAt = /** @type {number[]} */ ([]);
    /** @param {number} place */
    const rootOf = (place) => {
      while (parents[place] !== place) place = parents[place] = parents[parents[place]];
      return place;
    };
    for (const place of places) for (const joint of joints[place]) parents[rootOf(place)] = rootOf(firstAt[joint] ??= place);
    const found = /** @type {Map<number, number[]>} */ (new Map());
    for (const place of places) {
      const root = rootOf(place), piece = found.get(root);
      if (piece) piece.push(place);
      else found.set(root, [place]);
    }
    return [...found.values()].sort((one, other) => other.length - one.length);
  }

  /** Gives each piece the number that most of its marks had, or else a new one, and a hue. @param {number[][]} pieces */
  #name(pieces) {
    const ids = this.has.map(() => NONE), taken = new Set();
    const named = pieces.map((piece) => {
      const old = mostFrequent(piece.map((place) => this.ids[place])), id = old === NONE || taken.has(old) ? ++this.#last : old;
      taken.add(id);
      for (const place of piece) ids[place] = id;
      return { id, size: piece.length };
    });
    this.ids = ids;
    // The main piece gives way only to a clearly larger one, so that two that grow in turn do not swap colours.
    const before = named.find(({ id }) => id === this.#main);
    const main = before && before.size * 1.25 + 1 >= named[0].size ? before : named[0];
    this.#main = main?.id ?? NONE;
    this.#chooseHues(named.map(({ id }) => id).filter((id) => id !== this.#main));
  }

  /** Gives pieces the hues that they had, and then new ones the rarest hue. @param {number[]} ids */
  #chooseHues(ids) {
    const uses = Array.from({ length: HUES }, () => 0), old = this.#hueOf;
    this.#hueOf = new Map();
    for (const id of ids.sort((one, other) => Number(old.has(other)) - Number(old.has(one)))) {
      const hue = old.get(id) ?? uses.indexOf(Math.min(...uses));
      uses[hue]++;
      this.#hueOf.set(id, hue);
    }
  }
}

/** Returns the most frequent number that is not NONE, or NONE. @param {number[]} numbers */
function mostFrequent(numbers) {
  const counts = /** @type {Map<number, number>} */ (new Map());
  for (const number of numbers) if (number !== NONE) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((best, entry) => entry[1] > best[1] ? entry : best, [NONE, 0])[0];
}

/** Keeps up to date what depends on several marks. */
export class Feedback {
  /** @type {(Light | Border | Colouring)[]} */ #words;
  /** @type {Colouring[]} */ #colourings;

  /** @param {Canvas} canvas @param {(layer: number, place: number) => void} repaint - called for marks with another hue */
  constructor(canvas, repaint) {
    this.sheet = canvas.sheet;
    this.#words = canvas.sheet.derived.map((word) => word.word === "rays" ? new Light(word, canvas)
      : word.word === "outline" ? new Border(word, canvas) : new Colouring(word, canvas, repaint));
    this.#colourings = this.#words.filter((word) => word instanceof Colouring);
  }

  /** Tells that a value has changed. @param {number} layer @param {number} place @param {number} before @param {number} after */
  update(layer, place, before, after) {
    for (const word of this.#words) if (word.word.layer === layer) word.update(place, before, after);
  }

  /** Completes the changes since the last time. */
  flush() {
    for (const colouring of this.#colourings) colouring.flush();
  }

  /** Returns the hue of a mark, or NONE. @param {number} layer @param {number} place */
  hueAt(layer, place) {
    return Math.max(NONE, ...this.#colourings.map(({ word, hues }) => word.layer === layer ? hues[place] : NONE));
  }

  /** Sets whether the board is solved. @param {boolean} on */
  setSolved(on) {
    for (const word of this.#words) if (word instanceof Border) word.setSolved(on);
  }

  /** Sets whether pieces have colours. @param {boolean} on */
  setPieces(on) {
    for (const colouring of this.#colourings) {
      colouring.isOn = on;
      colouring.isDirty = true;
    }
    this.flush();
  }

  /** Returns places as a line runs through them, or else from the upper left. @param {number} layer @param {number[]} places */
  inOrder(layer, places) {
    const { at } = this.sheet.layers[layer], joints = this.#colourings.find(({ word }) => word.layer === layer)?.word.joints;
    const left = new Set(places.sort((one, other) => at[one][0] + at[one][1] - at[other][0] - at[other][1]));
    if (!joints) return [...left];
    const ordered = [];
    for (const found = [...left].reverse(); found.length;) {
      const place = /** @type {number} */ (found.pop());
      if (!left.delete(place)) continue;
      ordered.push(place);
      found.push(...[...left].filter((other) => joints[other].some((joint) => joints[place].includes(joint))));
    }
    return ordered;
  }
}
