/** @file Mouse, touch and pen on the board. */

/** @import {BoardView} from "./board.js" */
/** @import {Controls} from "./controls.js" */
/** @import {Game} from "./game.js" */

import { Hand } from "./controls.js";
import { NONE } from "./marks.js";
import { measured } from "./measure.js";
import { LineStroke, PaintStroke } from "./strokes.js";

export { Controls } from "./controls.js";

const LONG_PRESS = 450; // milliseconds
const SHAKE = { mouse: 4, pen: 7, touch: 10 }; // pixels that a tap can move
const REACH = { mouse: 0.35, pen: 0.4, touch: 0.5 }; // cells from a tap to an edge or a corner that is meant
const LEAST_TOUCH_REACH = 16; // pixels
const SHORT_DRAG = 0.25; // cells that a tap can move where lines are drawn

/** What a finger or a button does from down to up. */
class Gesture {
  /** @type {PaintStroke | LineStroke | null} */ stroke = null;
  hasBegun = false;
  hasMoved = false;

  /** @param {PointerEvent} start @param {boolean} backwards */
  constructor(start, backwards) {
    this.start = start;
    this.backwards = backwards;
    this.id = start.pointerId;
    this.kind = /** @type {keyof typeof SHAKE} */ (start.pointerType in SHAKE ? start.pointerType : "mouse");
  }
}

/** Lets a pointer write on the board. */
class Pointer extends Hand {
  /** @type {Gesture | null} */ #gesture = null;
  /** @type {Set<number>} */ #down = new Set();
  #timer = 0;

  listen() {
    const { view: { root } } = this;
    root.addEventListener("pointerdown", (event) => this.#onDown(event));
    root.addEventListener("pointermove", (event) => this.#onMove(event));
    root.addEventListener("pointerup", (event) => this.#onUp(event));
    root.addEventListener("pointercancel", (event) => this.#onLost(event));
    root.addEventListener("lostpointercapture", (event) => this.#onLost(event));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("keydown", (event) => this.#onKey(event), { capture: true });
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    this.#down.add(event.pointerId);
    if (this.#down.size > 1) return this.#cancel(); // two fingers zoom
    if (event.button !== 0 && event.button !== 2) return;
    this.view.root.setPointerCapture(event.pointerId);
    this.view.root.focus({ preventScroll: true });
    this.view.showCursor(this.input.kind === "digits");
    const isRight = event.button === 2 || event.ctrlKey;
    const gesture = this.#gesture = new Gesture(event, isRight !== this.controls.swapButtons);
    if (gesture.kind === "mouse") return measured(this.game, () => this.#begin(gesture));
    // A finger may be the first of two, or rest for a long press: it writes once it moves or is lifted.
    this.#timer = window.setTimeout(() => {
      gesture.backwards = !gesture.backwards;
      navigator.vibrate?.(10);
      measured(this.game, () => this.#begin(gesture));
    }, LONG_PRESS);
  }

  /** @param {Gesture} gesture */
  #begin(gesture) {
    if (gesture.hasBegun) return;
    gesture.hasBegun = true;
    clearTimeout(this.#timer);
    const { view, input } = this, start = this.#pointOf(gesture.start), cell = view.geometry.cellAt(start);
    if (cell !== NONE) this.select(cell);
    if (this.controls.isLocked()) return;
    this.game.begin();
    if (input.kind === "cycle") gesture.stroke = new PaintStroke(this, gesture.backwards, start, this.#reachOf(gesture));
    if (input.kind === "lines") gesture.stroke = new LineStroke(this, input, gesture.backwards, start);
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const gesture = this.#gesture, { sheet, camera } = this.view;
    if (gesture?.id !== event.pointerId) return;
    const way = Math.hypot(event.clientX - gesture.start.clientX, event.clientY - gesture.start.clientY);
    gesture.hasMoved ||= way > Math.max(SHAKE[gesture.kind], this.input.kind === "lines" ? SHORT_DRAG * sheet.unit * camera.scale : 0);
    if (gesture.hasMoved) measured(this.game, () => {
      this.#begin(gesture);
      const events = event.getCoalescedEvents?.() ?? [];
      for (const each of events.length ? events : [event]) gesture.stroke?.moveTo(this.#pointOf(each));
    });
  }

  /** @param {PointerEvent} event */
  #onUp(event) {
    const gesture = this.#gesture;
    this.#down.delete(event.pointerId);
    if (gesture?.id === event.pointerId) measured(this.game, () => {
      this.#begin(gesture);
      this.#gesture = null;
      this.stroke(() => {
        if (!gesture.hasMoved) gesture.stroke?.tap(this.#pointOf(gesture.start), this.#reachOf(gesture));
      });
    });
  }

  /** @param {PointerEvent} event */
  #onLost(event) {
    this.#down.delete(event.pointerId);
    if (this.#gesture?.id === event.pointerId) this.#cancel();
  }

  /** Escape takes back what the stroke has drawn so far. @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== "Escape" || !this.#gesture) return;
    event.preventDefault();
    event.stopPropagation();
    this.#cancel();
  }

  #cancel() {
    clearTimeout(this.#timer);
    this.#gesture = null;
    this.game.cancel();
  }

  /** @param {PointerEvent} event */
  #pointOf({ clientX, clientY }) {
    return this.view.toBoard(clientX, clientY);
  }

  /** Returns how far from the middle of an edge or a corner it is meant, in units. @param {Gesture} gesture */
  #reachOf({ kind }) {
    const { sheet: { unit }, camera: { scale } } = this.view;
    return Math.max(REACH[kind] * unit, kind === "touch" ? Math.min(LEAST_TOUCH_REACH / scale, unit) : 0);
  }
}

/** Lets mouse, touch and pen write on the board. @param {BoardView} view @param {Game} game @param {Controls} controls */
export function attachPointer(view, game, controls) {
  new Pointer(view, game, controls).listen();
}
