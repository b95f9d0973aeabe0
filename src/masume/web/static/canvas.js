/** @file The picture of a sheet as SVG: its groups, marks that come and go, and overlays. */

/** @import {LookOfPlaces, Overlay, Point, Sheet} from "../types.js" */

const NAMESPACE = "http://www.w3.org/2000/svg";
const LEVELS = /** @type {const} */ (["tint", "area", "lattice", "rest"]);
const VEIL = /** @type {const} */ ("veil"); // over the board, under the overlays of the last level

/**
 * Returns a new SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} attributes @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Returns a new group that holds the elements in a text. @param {string} className @param {string} svg */
function makeGroup(className, svg = "") {
  const group = make("g", { class: className });
  group.innerHTML = svg;
  return group;
}

/**
 * Moves an element by its coordinates: thousands of elements with a transformation would cost milliseconds in each frame.
 * @param {Element} element @param {number} right @param {number} down
 */
function shift(element, right, down) {
  for (const [name, step] of /** @type {const} */ ([["x", right], ["cx", right], ["y", down], ["cy", down]])) {
    const value = element.getAttribute(name);
    if (value !== null) element.setAttribute(name, String(Number(value) + step));
  }
  const path = element.getAttribute("d");
  let isDown = true;
  if (path) element.setAttribute("d", path.replace(/-?[\d.]+/g, (number) => String(Number(number) + ((isDown = !isDown) ? down : right))));
  for (const child of element.children) shift(child, right, down);
}

/** The picture of a sheet. */
export class Canvas {
  /** @type {Map<string, SVGElement[]>} */ #overlays = new Map();
  /** @type {{layer: string, place: string, element: SVGElement}[]} */ #clues = [];

  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.glyphs = sheet.glyphs.map((text) => {
      const group = makeGroup("", text), [only, ...others] = group.children;
      return /** @type {SVGElement} */ (only && !others.length ? only : group);
    });
    this.marks = sheet.groups.map(() => make("g"));
    this.overlays = [...LEVELS, VEIL].map((level) => make("g", { class: `${level}s` }));
    // Overlays lie over the shapes of their level, but under the lattice, so that the cells stay visible.
    const levels = LEVELS.flatMap((level, index) => {
      const drawn = this.#makeLevel(level);
      if (level === "lattice") return [this.overlays[index], drawn];
      return level === "rest" ? [drawn, this.overlays[LEVELS.length], this.overlays[index]] : [drawn, this.overlays[index]];
    });
    this.picture = make("g", { class: "picture", "aria-hidden": "true" }, ...levels);
    this.picture.prepend(makeGroup("coordinates", sheet.coordinates));
  }

  /** @param {typeof LEVELS[number]} level */
  #makeLevel(level) {
    const element = makeGroup(`level ${level}`);
    this.sheet.groups.forEach((group, index) => {
      if (group.level !== level) return;
      const clues = this.sheet.clues.filter((clue) => clue.group === index).map(({ layer, place, svg }) => {
        const clue = makeGroup("clue", svg);
        this.#clues.push({ layer, place, element: clue });
        return clue;
      });
      element.append(makeGroup("base", group.base), ...clues, this.marks[index]);
    });
    return element;
  }

  /**
   * Draws the look of a place at a point, and returns its elements.
   * @param {LookOfPlaces} looks @param {number} place @param {Point} at @param {string} className
   */
  draw(looks, place, [x, y], className) {
    return this.sheet.looks[typeof looks === "number" ? looks : looks[place]].map(([group, glyph]) => {
      const element = /** @type {SVGElement} */ (this.glyphs[glyph].cloneNode(true));
      shift(element, x, y);
      if (className) element.setAttribute("class", className);
      this.marks[group].append(element);
      return element;
    });
  }

  /** Shows shapes over the board, in place of those with the same key. @param {string} key @param {Overlay | null} overlay */
  setOverlay(key, overlay) {
    this.#overlays.get(key)?.forEach((element) => element.remove());
    this.#overlays.set(key, [...LEVELS, VEIL].flatMap((level, index) => {
      const shapes = overlay?.[level];
      if (!shapes) return [];
      const element = makeGroup(`overlay overlay-${key}`, shapes);
      this.overlays[index].append(element);
      return [element];
    }));
  }

  /** Lets the satisfied clues fade, and no others. @param {Record<string, string[]>} satisfied */
  setSatisfied(satisfied) {
    const places = new Map(Object.entries(satisfied).map(([layer, names]) => [layer, new Set(names)]));
    for (const { layer, place, element } of this.#clues) {
      element.classList.toggle("satisfied", places.get(layer)?.has(place) ?? false);
    }
  }
}
