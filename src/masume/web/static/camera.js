/** @file Which part of the board is seen. */

/** @import {Point, Sheet} from "../types.js" */

const LARGEST_CELL = 80; // pixels, of a board that is not zoomed
const LARGEST_ZOOMED_CELL = 130;

/** Shows a part of the board in an SVG element that fills its container; the event "zoom" tells that it is another one. */
export class Camera extends EventTarget {
  #zoom = 1;
  /** @type {Point} */ #size = [0, 0];
  /** @type {Point} */ #middle;

  /** @param {HTMLElement} root @param {SVGSVGElement} svg @param {Sheet} sheet */
  constructor(root, svg, sheet) {
    super();
    this.root = root;
    this.svg = svg;
    this.sheet = sheet;
    this.#middle = this.#middleOfBox;
    this.#show();
    new ResizeObserver(() => this.#show()).observe(root);
  }

  /** @returns {Point} */
  get #middleOfBox() {
    const [left, top, width, height] = this.sheet.box;
    return [left + width / 2, top + height / 2];
  }

  /** Pixels per unit of length when the whole board is seen. */
  get #fitting() {
    const [, , width, height] = this.sheet.box;
    return Math.min(this.#size[0] / width, this.#size[1] / height, LARGEST_CELL / this.sheet.unit) || 1;
  }

  /** Pixels per unit of length. */
  get scale() {
    return this.#fitting * this.#zoom;
  }

  get isZoomed() {
    return this.#zoom > 1;
  }

  /** Shows the whole board. */
  fit() {
    this.#zoom = 1;
    this.#show();
  }

  /** Zooms so that a point of the screen, or the middle, stays where it is. @param {number} factor @param {Point} [fixed] */
  zoomBy(factor, fixed) {
    const largest = Math.max(3, LARGEST_ZOOMED_CELL / (this.#fitting * this.sheet.unit));
    const at = fixed ? this.toBoard(...fixed) : this.#middle, old = this.scale;
    this.#zoom = Math.min(largest, Math.max(1, this.#zoom * factor));
    if (this.#zoom < 1.01) this.#zoom = 1;
    const share = old / this.scale;
    this.#middle = [at[0] + (this.#middle[0] - at[0]) * share, at[1] + (this.#middle[1] - at[1]) * share];
    this.#show();
  }

  /** Moves the board by pixels. @param {number} right @param {number} down */
  panBy(right, down) {
    this.#middle = [this.#middle[0] - right / this.scale, this.#middle[1] - down / this.scale];
    this.#show();
  }

  /** Moves the board as little as necessary to show what is around a point. @param {Point} point @param {number} radius */
  reveal(point, radius) {
    this.#middle = /** @type {Point} */ (point.map((value, axis) => {
      const half = this.#size[axis] / this.scale / 2 - radius;
      return Math.min(value + half, Math.max(value - half, this.#middle[axis]));
    }));
    this.#show();
  }

  /** Shows what is around all of these points: by moving the board or, if that is not enough, the whole board. @param {Point[]} points @param {number} radius */
  revealAll(points, radius) {
    if (!this.isZoomed || !points.length) return;
    const ends = [0, 1].map((axis) => points.map((point) => point[axis])).map((values) => [Math.min(...values), Math.max(...values)]);
    if (ends.some(([low, high], axis) => high - low + 2 * radius > this.#size[axis] / this.scale)) return this.fit();
    for (const side of [0, 1]) this.reveal(/** @type {Point} */ (ends.map((values) => values[side])), radius);
  }

  /** Returns the point at a point of the screen. @param {number} clientX @param {number} clientY @returns {Point} */
  toBoard(clientX, clientY) {
    const { left, top, width, height } = this.root.getBoundingClientRect(), [x, y] = this.#middle, { scale } = this;
    return [x + (clientX - left - width / 2) / scale, y + (clientY - top - height / 2) / scale];
  }

  /** Draws the whole board once and scales that: for a large board this is much quicker than drawing it in another size. */
  #show() {
    const { svg, sheet: { box, unit } } = this, old = svg.style.transform;
    this.#size = [svg.clientWidth, svg.clientHeight];
    const fitting = this.#fitting, { scale } = this, center = this.#middleOfBox;
    this.#middle = /** @type {Point} */ (center.map((value, axis) => {
      // Half of what is hidden at most, and half a cell of air around the board.
      const hidden = box[axis + 2] - this.#size[axis] / scale, slack = this.isZoomed && hidden > 0 ? (hidden + unit) / 2 : 0;
      return Math.min(value + slack, Math.max(value - slack, this.#middle[axis]));
    }));
    const size = this.#size.map((pixels, axis) => pixels / fitting || box[axis + 2]);
    const viewBox = [center[0] - size[0] / 2, center[1] - size[1] / 2, ...size].join(" ");
    if (svg.getAttribute("viewBox") !== viewBox) svg.setAttribute("viewBox", viewBox);
    const [right, down] = center.map((value, axis) => (value - this.#middle[axis]) * scale);
    svg.style.transform = this.isZoomed ? `translate(${right}px, ${down}px) scale(${this.#zoom})` : "";
    if (svg.style.transform !== old) this.dispatchEvent(new Event("zoom"));
  }
}
