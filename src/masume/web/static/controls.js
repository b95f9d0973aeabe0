/** @file What the player has chosen, and what a tap or a key writes: the same for mouse, touch and keyboard. */

/** @import {BoardView, Spot} from "./board.js" */
/** @import {Game} from "./game.js" */
/** @import {State} from "./marks.js" */
/** @import {Input} from "../types.js" */

import { NONE, hasNotes, toggleNote, valueIn } from "./marks.js";
import { describeStroke } from "./words.js";

/** The player's choices; events: "tool" when tool or notes change, "select" (with cell and spot) when the cursor was moved. */
export class Controls extends EventTarget {
  #tool = 0;
  #notes = false;
  /** Whether left and right click, or tap and long press, are exchanged. */
  swapButtons = false;

  /** @param {{isLocked: () => boolean, announce: (text: string) => void}} page - whether nothing may be written, a live region */
  constructor({ isLocked, announce }) {
    super();
    this.isLocked = isLocked;
    this.announce = announce;
  }

  /** The index of the input in use. */
  get tool() {
    return this.#tool;
  }

  set tool(tool) {
    this.#tool = tool;
    this.dispatchEvent(new Event("tool"));
  }

  /** Whether digits are written as notes. */
  get notes() {
    return this.#notes;
  }

  set notes(on) {
    this.#notes = on;
    this.dispatchEvent(new Event("tool"));
  }
}

/** What writes on a board. */
export class Hand {
  /** @param {BoardView} view @param {Game} game @param {Controls} controls */
  constructor(view, game, controls) {
    this.view = view;
    this.game = game;
    this.controls = controls;
  }

  /** The input in use. */
  get input() {
    const { inputs } = this.view.sheet;
    return inputs[this.controls.tool] ?? inputs[0];
  }

  /** The layer of the input in use. */
  get layer() {
    return this.view.sheet.layers[this.input.layer];
  }

  /** The place of that layer at the cursor, or NONE. */
  get place() {
    const { spot, cursor } = this.view, { kind, around } = this.layer;
    if (spot?.layer === this.input.layer) return spot.place;
    return kind === "cell" ? around[cursor][0] ?? NONE : NONE;
  }

  /** Returns the state of a place of that layer. @param {number} place */
  stateAt(place) {
    return this.game.state(this.input.layer, place);
  }

  /** Moves the cursor as the player wants it. @param {number} cell @param {Spot | null} spot */
  select(cell, spot = null) {
    this.view.setCursor(cell, spot);
    this.controls.dispatchEvent(new CustomEvent("select", { detail: { cell, spot } }));
  }

  /** Returns whether marks can be put on a place. @param {number} place */
  takesMarks(place) {
    const { input } = this;
    return !this.game.isGiven(input.layer, place) && !(input.kind === "cycle" && input.skipped.includes(place));
  }

  /** Sets the state of a place, if it takes marks; it can always be erased. @param {number} place @param {State} state */
  set(place, state) {
    if (state === NONE || this.takesMarks(place)) this.game.set(this.input.layer, place, state);
  }

  /** Makes one stroke of all that a function sets, and says what it was. @param {() => void} write */
  stroke(write) {
    this.game.begin();
    write();
    const stroke = this.game.commit();
    if (stroke) this.controls.announce(describeStroke(this.view.sheet, this.game, stroke, this.view.cursor));
  }
}

/**
 * Returns what comes after a state: the next value, or the one before; with lines, backwards only crosses.
 * @param {Input} input @param {State} state @param {boolean} backwards @returns {State}
 */
export function nextState(input, state, backwards) {
  if (input.kind === "digits") return state;
  const own = input.kind === "cycle" ? input.values : backwards ? [input.off] : [input.on, input.off];
  const order = [NONE, ...own], index = Math.max(0, order.indexOf(valueIn(state)));
  return order[(index + (backwards ? order.length - 1 : 1)) % order.length];
}

/**
 * Writes a digit or a note at the cursor; once more takes it back.
 * @param {BoardView} view @param {Game} game @param {Controls} controls @param {number} value - NONE erases
 * @param {boolean} asNote
 */
export function enterDigit(view, game, controls, value, asNote = controls.notes) {
  const hand = new Hand(view, game, controls), { place, layer } = hand;
  if (place === NONE || controls.isLocked()) return;
  const state = hand.stateAt(place), isNote = asNote && value !== NONE && hasNotes(layer);
  hand.stroke(() => hand.set(place, isNote ? toggleNote(layer, state, value) : state === value ? NONE : value));
}
