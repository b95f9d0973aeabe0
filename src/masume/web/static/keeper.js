/** @file Autosave: the browser keeps every stroke, and two tabs with the same board stay in step. */

import { load, save, watch } from "./store.js";

/** @typedef {import("./store.js").Saved} Saved */

const PAUSE = 250; // milliseconds after a stroke
const OFTEN = 15_000; // milliseconds between two savings of the time alone

/** Keeps the record of a board; sends "full" if there is no room, and "other" after another tab's change. */
export class Keeper extends EventTarget {
  #timer = 0;
  #isDirty = false; // whether there are strokes that are not kept yet
  #hasNews = false; // whether something else about the board has changed
  #isLoading = false;
  #isFull = false;

  /**
   * @param {import("../types.js").Sheet} sheet @param {import("./game.js").Game} game
   * @param {import("./timer.js").Timer} timer @param {Saved} record
   */
  constructor(sheet, game, timer, record) {
    super();
    this.sheet = sheet;
    this.game = game;
    this.timer = timer;
    this.record = record;
    game.addEventListener("stroke", () => {
      if (!this.#isLoading) this.#keepSoon(true);
    });
    for (const target of [timer, document, window]) {
      for (const type of ["pause", "visibilitychange", "pagehide"]) target.addEventListener(type, () => this.keepNow());
    }
    setInterval(() => !document.hidden && !timer.isPaused && this.keepNow(), OFTEN);
    watch((name) => {
      const other = name === `board:${sheet.key}` ? load(sheet.key) : null;
      if (other) this.#takeOver(other);
    });
  }

  /** @param {boolean} isDirty */
  #keepSoon(isDirty) {
    this.#isDirty ||= isDirty;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keepNow(), PAUSE);
  }

  /** Keeps the record; a board without any stroke is not begun, and not kept. */
  keepNow() {
    clearTimeout(this.#timer);
    const { record, game, timer } = this, seconds = Math.floor(timer.seconds);
    if (!this.#isDirty && !this.#hasNews && (!record.game || (record.solved && record.seconds === seconds))) return;
    const stored = load(record.key);
    if (stored) this.#takeOver(stored);
    const { version, changed } = this.record;
    Object.assign(this.record, {
      game: game.save(), seconds, progress: this.#progress(), version: version + 1, changed: this.#isDirty ? Date.now() : changed,
    });
    this.#isDirty = this.#hasNews = false;
    const isFull = !save(this.record);
    if (isFull && !this.#isFull) this.dispatchEvent(new Event("full"));
    this.#isFull = isFull;
  }

  /** Changes the record, and keeps it soon. @param {Partial<Saved>} changes */
  change(changes) {
    Object.assign(this.record, changes);
    if (!this.record.game) return;
    this.#hasNews = true;
    this.#keepSoon(false);
  }

  /** Puts another game on the board, as if it had been played here. @param {object | null} saved */
  replaceGame(saved) {
    this.#load(saved);
    this.#keepSoon(true);
  }

  /** @param {object | null} saved */
  #load(saved) {
    this.#isLoading = true;
    this.game.load(saved);
    this.#isLoading = false;
  }

  /** Takes over what another tab has kept; strokes that were not kept here yet are put on top of it. @param {Saved} other */
  #takeOver(other) {
    if (other.version <= this.record.version) return;
    const own = this.#isDirty ? this.game.marks() : null;
    const isSame = JSON.stringify(other.game) === JSON.stringify(this.record.game);
    this.record = other;
    if (!isSame) this.#load(other.game);
    if (own) this.game.putAll(own);
    this.timer.set(other.seconds, other.solved);
    this.dispatchEvent(new Event("other"));
  }

  /** Returns how far the board is, from 0 to 1: against the marks of the solution if they are known. */
  #progress() {
    if (this.record.solved) return 1;
    const solution = this.record.verdict?.marks, { layers } = this.sheet;
    const needed = solution ? this.#count(solution) : layers.reduce((sum, { places }) => sum + places.length, 0);
    return Math.min(0.99, this.#count(this.game.marks()) / Math.max(1, needed));
  }

  /** Returns how many marks say more than what undecided places have in the end. @param {import("../types.js").Marks} marks */
  #count(marks) {
    return this.sheet.layers.reduce((sum, { name, values, standard }) => sum
      + Object.values(marks[name] ?? {}).filter((mark) => mark !== values[standard] && !Object.hasOwn(Object(mark), "not")).length, 0);
  }
}
