/** @file Which different digits can still make up a sum. */

/** @import {Marked} from "./marks.js" */
/** @import {Sheet, Sum} from "../types.js" */

import { NONE, notesIn } from "./marks.js";

/** @typedef {{words: string, combinations: number[][]}} SumLeft */

const MOST_COMBINATIONS = 500;

/**
 * Returns the sums through a place, each with the sets of digits that the digits and notes in its cells still allow.
 * @param {Sheet} sheet @param {Marked} marked @param {number} layer @param {number} place
 * @returns {SumLeft[]}
 */
export function combinationsLeft(sheet, marked, layer, place) {
  return sheet.inputs.flatMap((input) => {
    if (input.kind !== "digits" || input.layer !== layer) return [];
    return input.sums.filter(({ cells }) => cells.includes(place)).map((sum) =>
      ({ words: sum.words, combinations: combinationsOf(sum, candidatesOf(sheet, marked, layer, sum)) }));
  });
}

/**
 * Returns for each cell of a sum the digits that it can have.
 * @param {Sheet} sheet @param {Marked} marked @param {number} layer @param {Sum} sum
 */
function candidatesOf(sheet, marked, layer, { cells }) {
  const { values } = sheet.layers[layer];
  return cells.map((cell) => {
    const state = marked.state(layer, cell), noted = notesIn(sheet.layers[layer], state);
    const indexes = typeof state !== "number" ? noted : state === NONE ? [...values.keys()] : [state];
    return indexes.map((index) => Number(values[index]));
  });
}

/** @param {Sum} sum @param {number[][]} candidates - the digits that each cell can have */
function combinationsOf({ total }, candidates) {
  const digits = [...new Set(candidates.flat())].sort((a, b) => a - b);
  const found = /** @type {number[][]} */ ([]);
  /** @param {number} start @param {number[]} chosen @param {number} rest */
  const choose = (start, chosen, rest) => {
    const missing = candidates.length - chosen.length;
    if (found.length >= MOST_COMBINATIONS) return;
    if (!missing) return void (rest === 0 && canDistribute(chosen, candidates) && found.push(chosen));
    for (let index = start; index + missing <= digits.length; index++) {
      // The digits ascend, so that all that follow are at least as large.
      if (digits[index] * missing > rest) return;
      choose(index + 1, [...chosen, digits[index]], rest - digits[index]);
    }
  };
  choose(0, [], total);
  return found;
}

/** Returns whether each cell can get a digit of its own. @param {number[]} digits @param {number[][]} candidates */
function canDistribute(digits, candidates) {
  const cellOf = /** @type {Map<number, number>} */ (new Map());
  /** @param {number} cell @param {Set<number>} seen @returns {boolean} */
  const place = (cell, seen) => candidates[cell].some((digit) => {
    if (!digits.includes(digit) || seen.has(digit)) return false;
    seen.add(digit);
    const holder = cellOf.get(digit);
    if (holder !== undefined && !place(holder, seen)) return false;
    cellOf.set(digit, cell);
    return true;
  });
  return candidates.every((_, cell) => place(cell, new Set()));
}
