/**
 * @file The states of places, and how they are made of marks in JSON form.
 *
 * A state is NONE, the index of a value, or a list of values that are ruled out: pencil notes rule out all others.
 */

/** @import {Layer, Mark, Marks, Sheet, Value} from "../types.js" */
/** @typedef {number | readonly number[]} State */
/**
 * What has marks: a game, or a step of a replay.
 * @typedef {{state(layer: number, place: number): State, isTrial(layer: number, place: number): boolean}} Marked
 */

export const NONE = -1;

/** Returns the index of the value in a state, or NONE. @param {State} state */
export function valueIn(state) {
  return typeof state === "number" ? state : NONE;
}

/** Returns the values that are noted. @param {Layer} layer @param {State} state */
export function notesIn(layer, state) {
  return typeof state === "number" ? [] : [...layer.values.keys()].filter((value) => !state.includes(value));
}

/**
 * Returns a state with one note more or less.
 * @param {Layer} layer @param {State} state @param {number} value
 * @returns {State}
 */
export function toggleNote(layer, state, value) {
  const noted = new Set(notesIn(layer, state));
  if (!noted.delete(value)) noted.add(value);
  return noted.size ? [...layer.values.keys()].filter((other) => !noted.has(other)) : NONE;
}

/** Returns whether a layer can have notes. @param {Layer} layer */
export function hasNotes(layer) {
  return layer.notes.length > 2; // of two values, one that is ruled out is the other one
}

/** @param {State} one @param {State} other */
export function isSame(one, other) {
  return one === other || (typeof one !== "number" && typeof other !== "number" && one.join() === other.join());
}

/**
 * Returns the state of a place once marks are added to it: values that are ruled out join those that already are.
 * @param {Layer} layer @param {State} old @param {State} added
 * @returns {State}
 */
export function combine(layer, old, added) {
  if (typeof added === "number") return added;
  if (typeof old === "number") return old === NONE || added.includes(old) ? added : old;
  const union = [...new Set([...old, ...added])].sort((a, b) => a - b);
  return union.length < layer.values.length ? union : added;
}

/**
 * Returns the state of a mark; NONE if the layer has no such value.
 * @param {Layer} layer @param {Mark | null | undefined} mark
 * @returns {State}
 */
export function toState(layer, mark) {
  if (mark === null || mark === undefined) return NONE;
  if (typeof mark !== "object" || Array.isArray(mark)) return indexOf(layer, mark);
  const ruledOut = new Set(mark.not.map((value) => indexOf(layer, value)));
  const excluded = [...layer.values.keys()].filter((value) => ruledOut.has(value));
  if (!excluded.length || excluded.length === layer.values.length) return NONE;
  return layer.values.length === 2 ? 1 - excluded[0] : excluded;
}

/** @param {Layer} layer @param {Value} value */
function indexOf(layer, value) {
  const key = JSON.stringify(value);
  return layer.values.findIndex((other) => other === value || JSON.stringify(other) === key);
}

/**
 * Returns the mark of a state; null if there is none.
 * @param {Layer} layer @param {State} state
 * @returns {Mark | null}
 */
export function toMark(layer, state) {
  if (typeof state === "number") return state === NONE ? null : layer.values[state];
  return state.length ? { not: state.map((value) => layer.values[value]) } : null;
}

/**
 * Returns the states of all places with these marks and the given ones, by layer.
 * @param {Sheet} sheet @param {Marks} marks
 */
export function statesOf(sheet, marks) {
  return sheet.layers.map((layer) => {
    const { name, places, given } = layer;
    return places.map((place) => toState(layer, given[place] ?? marks[name]?.[place]));
  });
}
