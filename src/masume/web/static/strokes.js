/** @file Strokes of a pointer on the board: they are told points, and set marks. */

/** @import {Hand} from "./controls.js" */
/** @import {State} from "./marks.js" */
/** @import {LinesInput, Point} from "../types.js" */
/** @typedef {{node: number, place: number}} Link - the place of a line, and the node to which it leads */

import { nextState } from "./controls.js";
import { Nearby, distance } from "./geometry.js";
import { NONE } from "./marks.js";

// In cells:
const STEP = 0.05; // between points at which a stroke looks where it is
const ENTERED = 0.15; // the way within a cell that counts, so that cutting a corner does not
const NODE_REACH = 0.75;
const NODE_MARGIN = 0.08; // by how much another node must be nearer, so that a shaky hand draws nothing

/**
 * Calls a function at points along a line.
 * @param {Point} from @param {Point} to @param {number} step @param {(at: Point) => void} visit
 */
function walk([x, y], [u, v], step, visit) {
  const count = Math.ceil(Math.hypot(u - x, v - y) / step);
  for (let index = 1; index <= count; index++) visit([x + ((u - x) * index) / count, y + ((v - y) * index) / count]);
}

/** A stroke that paints what it began with on every place that it enters. */
export class PaintStroke {
  /** @type {State | null} */ #paint = null;
  #place = NONE; // the last one that was entered
  #next = NONE; // the one in which the pointer is
  #way = 0; // within it

  /** @param {Hand} hand @param {boolean} backwards @param {Point} start @param {number} reach - how far off an edge it is meant */
  constructor(hand, backwards, start, reach) {
    this.hand = hand;
    this.backwards = backwards;
    this.last = start;
    this.reach = reach;
    this.#enter(this.#placeAt(start));
  }

  /** @param {Point} point */
  moveTo(point) {
    walk(this.last, point, STEP * this.hand.view.sheet.unit, (at) => {
      const place = this.#placeAt(at);
      this.#way = place === this.#next ? this.#way + STEP : 0;
      this.#next = place;
      if (place !== this.#place && this.#way >= ENTERED) this.#enter(place);
    });
    this.last = point;
  }

  /** A tap has painted when it began. */
  tap() {}

  /** @param {Point} point */
  #placeAt(point) {
    return this.hand.view.geometry.placeAt(this.hand.input.layer, point, this.reach);
  }

  /** @param {number} place */
  #enter(place) {
    const { hand } = this;
    this.#place = place;
    if (place === NONE || !hand.takesMarks(place)) return;
    hand.set(place, this.#paint ??= nextState(hand.input, hand.stateAt(place), this.backwards));
  }
}

/** The nodes of an input and the links between them. */
class Net {
  /** @type {WeakMap<LinesInput, Net>} */ static #nets = new WeakMap();

  /** Returns the net of an input. @param {LinesInput} input @param {number} unit */
  static of(input, unit) {
    const net = Net.#nets.get(input) ?? new Net(input, unit);
    Net.#nets.set(input, net);
    return net;
  }

  /** @param {LinesInput} input @param {number} unit */
  constructor({ nodes, links }, unit) {
    this.nodes = nodes;
    this.nearby = new Nearby(nodes, unit);
    this.linksOf = nodes.map(() => /** @type {Link[]} */ ([]));
    links.forEach(([one, other], place) => {
      this.linksOf[one].push({ node: other, place });
      this.linksOf[other].push({ node: one, place });
    });
  }

  /**
   * Returns the way from one node to another: one link, or two after a diagonal movement, near a point; [] if it is longer.
   * @param {number} from @param {number} to @param {Point} point @returns {Link[]}
   */
  route(from, to, point) {
    const ways = this.linksOf[from].flatMap((link) => link.node === to ? [[link]]
      : this.linksOf[link.node].filter(({ node }) => node === to).map((last) => [link, last]));
    /** @param {Link[]} way */
    const length = ([{ node }]) => node === to ? -1 : distance(this.nodes[node], point);
    return ways.sort((one, other) => length(one) - length(other))[0] ?? [];
  }
}

/** A stroke that draws from node to node.  Its first link decides whether it draws or erases. */
export class LineStroke {
  /** @type {"draw" | "erase" | null} */ #mode = null;
  /** @type {{place: number, before: State}[]} */ #way = [];

  /** @param {Hand} hand @param {LinesInput} input @param {boolean} backwards @param {Point} start */
  constructor(hand, input, backwards, start) {
    this.hand = hand;
    this.input = input;
    this.backwards = backwards;
    this.last = start;
    this.unit = hand.view.sheet.unit;
    this.net = Net.of(input, this.unit);
    this.node = this.#nodeAt(start);
  }

  /** @param {Point} point */
  #nodeAt(point) {
    return this.net.nearby.nearest(point, NODE_REACH * this.unit);
  }

  /** @param {Point} point */
  moveTo(point) {
    const { unit, net, net: { nodes } } = this;
    walk(this.last, point, STEP * unit, (at) => {
      const node = this.#nodeAt(at);
      if (node === NONE || node === this.node) return;
      if (this.node !== NONE) {
        if (distance(nodes[node], at) + NODE_MARGIN * unit > distance(nodes[this.node], at)) return;
        for (const link of net.route(this.node, node, at)) this.#follow(link);
      }
      this.node = node;
    });
    this.last = point;
  }

  /** Toggles the link near a point, unless something has been drawn. @param {Point} point @param {number} reach */
  tap(point, reach) {
    const { hand, input } = this, place = this.#mode ? NONE : hand.view.geometry.placeAt(input.layer, point, reach);
    if (place !== NONE) hand.set(place, nextState(input, hand.stateAt(place), this.backwards));
  }

  /** @param {Link} link */
  #follow({ place }) {
    const { hand, input } = this, last = this.#way.at(-1);
    if (last?.place === place) {
      hand.set(place, last.before); // back over the link just drawn
      this.#way.pop();
      return;
    }
    const before = hand.stateAt(place), value = this.backwards ? input.off : input.on;
    this.#mode ??= before === value ? "erase" : "draw";
    if (this.#mode === "draw") hand.set(place, value);
    else if (before === value) hand.set(place, NONE);
    this.#way.push({ place, before });
  }
}
