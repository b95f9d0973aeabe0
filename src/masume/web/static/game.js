/** @file A board that is being played: its marks, undo and redo, and trial mode, without any DOM. */

/** @import {Marked, State} from "./marks.js" */
/** @import {Mark, Marks, Sheet} from "../types.js" */

import { NONE, combine, isSame, notesIn, statesOf, toMark, toState, valueIn } from "./marks.js";

/** @typedef {"put" | "erase" | "trial"} StrokeKind - "trial": a trial begins or ends */
/** @typedef {[layer: number, place: number, from: State, to: State]} Change */
/** @typedef {{kind: StrokeKind, changes: Change[]}} Stroke */
/** @typedef {{kind: StrokeKind | "undo" | "redo" | "load", changes: Change[]}} StrokeDetail */
/** @typedef {[layer: number, place: number, state: State]} Entry */
/** @typedef {{version: 1, marks: Entry[], inTrial: boolean, past: Stroke[], future: Stroke[]}} SavedGame */

const LONGEST_HISTORY = 3000; // strokes that are saved

/**
 * A board that is being played.
 *
 * Its events have a StrokeDetail: "change" at once for all changes of marks, "stroke" when a stroke is complete.  Methods
 * that make a whole stroke return its detail, or null if there was nothing to do.
 * @implements {Marked}
 */
export class Game extends EventTarget {
  inTrial = false;
  /** @type {State[][]} */ #states;
  /** @type {Map<number, State>[]} what places had before the trial */ #bases;
  /** @type {Stroke[]} */ #past = [];
  /** @type {Stroke[]} the next one is the last */ #future = [];
  /** @type {Map<string, Change> | null} the stroke that has begun */ #open = null;

  /** @param {Sheet} sheet @param {unknown} saved - what `save` returned; it is ignored if it does not fit the sheet */
  constructor(sheet, saved = null) {
    super();
    this.sheet = sheet;
    [this.#states, this.#bases] = [statesOf(sheet, sheet.marks), this.#findBases()];
    this.#restore(saved);
  }

  /** @param {number} layer @param {number} place */
  state(layer, place) {
    return this.#states[layer][place];
  }

  /** Returns the index of the value at a place, or NONE. @param {number} layer @param {number} place */
  value(layer, place) {
    return valueIn(this.#states[layer][place]);
  }

  /** Returns the mark at a place, also if it is given. @param {number} layer @param {number} place */
  get(layer, place) {
    return toMark(this.sheet.layers[layer], this.#states[layer][place]);
  }

  /** @param {number} layer @param {number} place */
  isGiven(layer, place) {
    const { given, places } = this.sheet.layers[layer];
    return places[place] in given;
  }

  /** Returns whether a mark has changed in the trial. @param {number} layer @param {number} place */
  isTrial(layer, place) {
    const base = this.#bases[layer].get(place);
    return base !== undefined && !isSame(base, this.#states[layer][place]);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Whether there is no mark but the given ones. */
  get isEmpty() {
    return this.#changesTo(() => NONE).length === 0;
  }

  /** Begins a stroke: everything up to `commit` is undone at once. */
  begin() {
    this.#open ??= new Map();
  }

  /**
   * Puts a mark; without `begin` this is a whole stroke.
   * @param {number} layer @param {number} place @param {Mark | null} mark
   */
  put(layer, place, mark) {
    return this.set(layer, place, toState(this.sheet.layers[layer], mark));
  }

  /**
   * Sets the state of a place, and returns whether that was a change; given marks do not change.
   * @param {number} layer @param {number} place @param {State} to
   */
  set(layer, place, to) {
    const from = this.#states[layer][place], key = `${layer}/${place}`;
    if (isSame(from, to) || this.isGiven(layer, place)) return false;
    if (!this.#open) return this.#record("put", [[layer, place, from, to]]) !== null;
    this.#open.set(key, [layer, place, this.#open.get(key)?.[2] ?? from, to]);
    this.#apply("put", [[layer, place, from, to]]);
    return true;
  }

  /** Completes the stroke, and returns it; null if it has changed nothing. */
  commit() {
    const changes = this.#closed().filter(([, , from, to]) => !isSame(from, to));
    if (!changes.length) return null;
    this.#remember("put", changes);
    return this.#emit("stroke", "put", changes);
  }

  /** Takes back the stroke that has begun. */
  cancel() {
    const changes = this.#closed();
    if (changes.length) this.#apply("undo", changes);
  }

  #closed() {
    const changes = [...(this.#open?.values() ?? [])];
    this.#open = null;
    return changes;
  }

  /** Puts several marks as one stroke; other marks stay. @param {Marks} marks */
  putAll(marks) {
    const { layers } = this.sheet;
    return this.#record("put", this.#changesTo((state, layer, place) => {
      const { name, places } = layers[layer], mark = marks[name]?.[places[place]];
      return mark === undefined ? state : combine(layers[layer], state, toState(layers[layer], mark));
    }));
  }

  undo() {
    const stroke = this.#open ? undefined : this.#past.pop();
    if (stroke) this.#future.push(stroke);
    return this.#travel("undo", stroke);
  }

  redo() {
    const stroke = this.#open ? undefined : this.#future.pop();
    if (stroke) this.#past.push(stroke);
    return this.#travel("redo", stroke);
  }

  /** Begins a trial: all that is put from now on can be accepted or rejected. */
  startTrial() {
    return this.inTrial ? null : this.#record("trial", []);
  }

  acceptTrial() {
    return this.inTrial ? this.#record("trial", this.#trialChanges(false)) : null;
  }

  rejectTrial() {
    return this.inTrial ? this.#record("trial", this.#trialChanges(true)) : null;
  }

  /** Erases all marks. */
  eraseAnswers() {
    return this.#record("erase", this.#changesTo(() => NONE));
  }

  /** Erases notes, and marks with the value that undecided places have in the end: dots, crosses. */
  eraseHelpers() {
    const { layers } = this.sheet;
    return this.#record("erase", this.#changesTo((state, layer) =>
      typeof state !== "number" || state === layers[layer].standard ? NONE : state));
  }

  /** Returns all marks but the given ones. */
  marks() {
    /** @type {Marks} */
    const marks = {};
    for (const [layer, place, state] of this.#entries()) {
      const { name, places } = this.sheet.layers[layer], mark = toMark(this.sheet.layers[layer], state);
      if (mark !== null && notesIn(this.sheet.layers[layer], state).length !== 1) (marks[name] ??= {})[places[place]] = mark;
    }
    return marks;
  }

  /** Returns the game as plain data, with its last strokes. @returns {SavedGame} */
  save() {
    const [past, future] = [this.#past, this.#future].map((strokes) => strokes.slice(-LONGEST_HISTORY));
    return { version: 1, marks: this.#entries(), inTrial: this.inTrial, past, future };
  }

  /** Replaces everything by what `save` returned; null: by the board as it was opened. @param {unknown} saved */
  load(saved) {
    const before = this.#states;
    [this.#past, this.#future, this.#open, this.inTrial] = [[], [], null, false];
    [this.#states, this.#bases] = [statesOf(this.sheet, this.sheet.marks), this.#findBases()];
    this.#restore(saved);
    const changes = before.flatMap((states, layer) => states.map((from, place) =>
      /** @type {Change} */ ([layer, place, from, this.state(layer, place)])));
    this.#emit("change", "load", changes);
    this.#emit("stroke", "load", changes);
  }

  /** Returns all states but NONE and those of given marks. @returns {Entry[]} */
  #entries() {
    return this.#changesTo(() => NONE).map(([layer, place, state]) => [layer, place, state]);
  }

  /**
   * Returns the changes that lead to other states.
   * @param {(state: State, layer: number, place: number) => State} find @returns {Change[]}
   */
  #changesTo(find) {
    return this.#states.flatMap((states, layer) => states.flatMap((from, place) => {
      const to = find(from, layer, place);
      return isSame(from, to) || this.isGiven(layer, place) ? [] : [/** @type {Change} */ ([layer, place, from, to])];
    }));
  }

  /** @param {boolean} rejects - whether places get back what they had @returns {Change[]} */
  #trialChanges(rejects) {
    return this.#bases.flatMap((bases, layer) => [...bases].map(([place, base]) => {
      const state = this.#states[layer][place];
      return /** @type {Change} */ ([layer, place, state, rejects ? base : state]);
    }));
  }

  /** Makes a whole stroke, and returns it; null if it changes nothing. @param {StrokeKind} kind @param {Change[]} changes */
  #record(kind, changes) {
    this.commit();
    if (!changes.length && kind !== "trial") return null;
    if (kind === "trial") this.inTrial = !this.inTrial;
    this.#remember(kind, changes);
    this.#apply(kind, changes);
    return this.#emit("stroke", kind, changes);
  }

  /** @param {StrokeKind} kind @param {Change[]} changes */
  #remember(kind, changes) {
    this.#past.push({ kind, changes });
    this.#future = [];
  }

  /** @param {"undo" | "redo"} kind @param {Stroke | undefined} stroke */
  #travel(kind, stroke) {
    if (!stroke) return null;
    if (stroke.kind === "trial") this.inTrial = !this.inTrial;
    this.#apply(kind, stroke.changes);
    return this.#emit("stroke", kind, stroke.changes);
  }

  /** @param {StrokeDetail["kind"]} kind - "undo" goes back @param {Change[]} changes */
  #apply(kind, changes) {
    for (const [layer, place, from, to] of changes) this.#states[layer][place] = kind === "undo" ? from : to;
    if (kind === "put" && this.inTrial) this.#addBases(changes);
    else this.#bases = this.#findBases();
    this.#emit("change", kind, changes);
  }

  /** Returns what places had before the trial, by layer, according to the strokes since. */
  #findBases() {
    this.#bases = this.sheet.layers.map(() => new Map());
    if (!this.inTrial) return this.#bases;
    const start = this.#past.map(({ kind }) => kind).lastIndexOf("trial");
    for (const { changes } of this.#past.slice(start + 1)) this.#addBases(changes);
    return this.#bases;
  }

  /** @param {Change[]} changes */
  #addBases(changes) {
    for (const [layer, place, from] of changes) {
      if (!this.#bases[layer].has(place)) this.#bases[layer].set(place, from);
    }
  }

  /** @param {"change" | "stroke"} type @param {StrokeDetail["kind"]} kind @param {Change[]} changes */
  #emit(type, kind, changes) {
    /** @type {StrokeDetail} */
    const detail = { kind, changes };
    this.dispatchEvent(new CustomEvent(type, { detail }));
    return detail;
  }

  /** @param {unknown} data */
  #restore(data) {
    const saved = readSaved(this.sheet, data);
    if (!saved) return;
    this.#states = statesOf(this.sheet, {});
    for (const [layer, place, state] of saved.marks) if (!this.isGiven(layer, place)) this.#states[layer][place] = state;
    [this.#past, this.#future, this.inTrial] = [[...saved.past], [...saved.future], saved.inTrial];
    this.#bases = this.#findBases();
  }
}

/**
 * Returns a saved game, or null if it is damaged or belongs to another board.
 * @param {Sheet} sheet @param {any} saved - from the browser's storage, so it can be anything @returns {SavedGame | null}
 */
function readSaved({ layers }, saved) {
  /** @param {Entry | Change} entry */
  const isEntry = ([layer, place, ...states]) => {
    const { places, values } = layers[layer], known = [NONE, ...values.keys()];
    return place in places && states.flat().every((state) => known.includes(/** @type {number} */ (state)));
  };
  try {
    const strokes = [...saved.past, ...saved.future].flatMap(({ changes }) => changes);
    return saved.version === 1 && [...saved.marks, ...strokes].every(isEntry) ? saved : null;
  } catch {
    return null;
  }
}
