/** @file Names of places in sentences, such as "r3c4" or "between r3c4 and r3c5": buttons that point at the board. */

import { make } from "./dom.js";

/** @typedef {import("../types.js").Point} Point */

const NAME = "[a-z]+\\d+(?:[a-z.]\\d+)?", NAMES = new RegExp(NAME, "g");
const PHRASES = new RegExp(
  `between ${NAME} and ${NAME}|(?:above|below|left of|right of) ${NAME}|${NAME}(?:(?:–|-| to )${NAME})*`, "g");

/** @param {EventTarget | null} target @returns {target is HTMLElement} */
const isPlace = (target) => target instanceof HTMLElement && target.classList.contains("place");

/** Makes such sentences, and draws the spot that a place points at. */
export class Places {
  /** What stays marked after a click. @type {HTMLElement | null} */ #pinned = null;

  /** @param {import("../types.js").Sheet} sheet @param {import("./board.js").BoardView} view */
  constructor({ cells, unit }, view) {
    this.view = view;
    this.unit = unit;
    this.at = new Map(cells.names.map((name, cell) => [name, cells.at[cell]]));
    for (const type of ["pointerover", "focusin", "pointerout", "focusout"]) {
      const isShown = /over|in$/.test(type);
      document.addEventListener(type, ({ target }) => isPlace(target) && this.#draw(isShown ? target : this.#pinned));
    }
    document.addEventListener("click", ({ target }) => isPlace(target) && this.#pin(target));
    document.addEventListener("keydown", (event) => {
      if (!isPlace(event.target) || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.#pin(event.target);
    });
  }

  /**
   * Returns a paragraph, or another element, with this text.
   * @template {keyof HTMLElementTagNameMap} K
   * @param {string} text @param {K} tag @param {string} [className]
   */
  sentence(text, tag, className = "") {
    /** @type {HTMLElement} */
    const element = make(tag);
    element.className = className;
    let end = 0;
    for (const { 0: phrase, index } of text.matchAll(PHRASES)) {
      if (!this.#pointsOf(phrase).every(Boolean)) continue;
      // A span and not a real button, so that lines can break within the names of places.
      element.append(text.slice(end, index), make("span", { className: "place", role: "button", tabIndex: 0 }, phrase));
      end = index + phrase.length;
    }
    element.append(text.slice(end));
    return element;
  }

  /** Brings the places that a text names into view. @param {string} text */
  reveal(text) {
    const points = [...text.matchAll(PHRASES)].flatMap(({ 0: phrase }) => this.#pointsOf(phrase)).filter((point) => point !== undefined);
    this.view.camera.revealAll(points, this.unit * 0.75);
  }

  /** Points at nothing any more. */
  clear() {
    this.#pinned?.removeAttribute("aria-pressed");
    this.#pinned = null;
    this.#draw(null);
  }

  /** @param {HTMLElement} place */
  #pin(place) {
    const wasPinned = place === this.#pinned;
    this.clear();
    if (wasPinned) return;
    this.#pinned = place;
    place.setAttribute("aria-pressed", "true");
    this.reveal(place.textContent ?? "");
    this.#draw(place);
  }

  /** @param {HTMLElement | null} place */
  #draw(place) {
    const path = place?.isConnected ? this.#outline(place.textContent ?? "") : "";
    const draw = (/** @type {string} */ style) => `<path class="${style}" d="${path}"/>`;
    this.view.setOverlay("spot", path ? { rest: draw("spot-rim") + draw("spot") } : null);
  }

  /** @param {string} phrase */
  #pointsOf(phrase) {
    return (phrase.match(NAMES) ?? []).map((name) => this.at.get(name));
  }

  /** Returns the outline of what a phrase names: an edge, a line of cells, or the box around cells. @param {string} phrase */
  #outline(phrase) {
    const points = /** @type {Point[]} */ (this.#pointsOf(phrase)), half = this.unit / 2;
    const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
    const left = Math.min(...xs), right = Math.max(...xs), top = Math.min(...ys), bottom = Math.max(...ys);
    const side = { above: [0, -half], below: [0, half], left: [-half, 0], right: [half, 0] }[phrase.split(" ")[0]];
    if (side || phrase.startsWith("between")) {
      const [x, y] = [(left + right) / 2 + (side?.[0] ?? 0), (top + bottom) / 2 + (side?.[1] ?? 0)], r = half * 0.6;
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    }
    if (phrase.includes("-")) return `M${points.map((point) => point.join(" ")).join("L")}`;
    return `M${left - half} ${top - half}H${right + half}V${bottom + half}H${left - half}z`;
  }
}
