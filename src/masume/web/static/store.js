/** @file What the browser keeps: one record for each board begun, and the settings. */

/** @typedef {{game: object, seconds: number, hints: number, helped: boolean}} Attempt */
/**
 * A board begun.
 * @typedef {object} Saved
 * @property {number} version - grows with every change, in whichever tab it was made
 * @property {string} key
 * @property {string} title
 * @property {string} size
 * @property {string} link - from "?" on; empty if it would be too long
 * @property {object | null} puzzle - only without a link
 * @property {object | null} game - what Game.save returns
 * @property {Attempt | null} earlier - what "Start again" put aside
 * @property {number} seconds
 * @property {number} hints
 * @property {boolean} helped - whether the solution was shown
 * @property {boolean} solved
 * @property {number} progress - from 0 to 1
 * @property {number} changed - when, in milliseconds since 1970
 * @property {import("../types.js").Verdict | null} verdict
 * @property {import("../types.js").RatingView | null} rating
 */

const BOARD = "board:";

/** Returns a new record. @param {import("../types.js").Sheet} sheet @returns {Saved} */
export function newRecord({ key, size, link, puzzle, info, genre }) {
  return {
    version: 0, key, title: info.title || genre.title, size, link, puzzle: link ? null : puzzle, game: null, earlier: null,
    seconds: 0, hints: 0, helped: false, solved: false, progress: 0, changed: Date.now(), verdict: null, rating: null,
  };
}

/** Returns what is kept under a name; null if there is nothing, or nothing that can be read. @param {string} name @returns {any} */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(`masume:${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value, and returns whether there is room for it. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`masume:${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Calls back with the names of values that another tab has changed. @param {(name: string) => void} tell */
export function watch(tell) {
  addEventListener("storage", ({ key }) => key?.startsWith("masume:") && tell(key.slice(7)));
}

/** Returns the record of a board. @param {string} key @returns {Saved | null} */
export function load(key) {
  const record = recall(BOARD + key);
  return record?.key === key && record.version > 0 ? record : null;
}

/** Keeps a record; without room, gives up solved boards, the oldest first. @param {Saved} record @returns {boolean} */
export function save(record) {
  if (keep(BOARD + record.key, record)) return true;
  const victim = list().findLast(({ key, solved }) => solved && key !== record.key);
  if (!victim) return false;
  remove(victim.key);
  return save(record);
}

/** Forgets a board. @param {string} key */
export function remove(key) {
  localStorage.removeItem(`masume:${BOARD}${key}`);
}

/** Returns all records: boards to go on with before solved ones, and then the newest first. @returns {Saved[]} */
export function list() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(`masume:${BOARD}`))
      .flatMap((name) => load(name.slice(7 + BOARD.length)) ?? [])
      .sort((one, other) => Number(one.solved) - Number(other.solved) || other.changed - one.changed);
  } catch {
    return []; // a browser that keeps nothing
  }
}
