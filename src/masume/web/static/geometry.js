/** @file Where things lie: which cell or place is at a point, and which places are around a cell. */

/** @import {Point, Sheet} from "../types.js" */

/** @param {Point} one @param {Point} other */
export function distance([x, y], [u, v]) {
  return Math.hypot(u - x, v - y);
}

/** Points that can be looked up by where they are. */
export class Nearby {
  /** @type {Map<number, number[]>} the points in each square */ #squares = new Map();

  /** @param {Point[]} points @param {number} size - the side of a square, about the distance of the points */
  constructor(points, size) {
    this.points = points;
    this.size = size;
    points.forEach(([x, y], index) => {
      const key = this.#key(Math.floor(x / size), Math.floor(y / size)), square = this.#squares.get(key);
      if (square) square.push(index);
      else this.#squares.set(key, [index]);
    });
  }

  /** @param {number} column @param {number} row */
  #key(column, row) {
    return column * 65536 + row;
  }

  /** Returns the points up to a distance, by index, the nearest first. @param {Point} point @param {number} reach */
  within([x, y], reach) {
    const found = [], { size, points } = this;
    for (let column = Math.floor((x - reach) / size); column <= Math.floor((x + reach) / size); column++) {
      for (let row = Math.floor((y - reach) / size); row <= Math.floor((y + reach) / size); row++) {
        for (const index of this.#squares.get(this.#key(column, row)) ?? []) {
          const away = distance(points[index], [x, y]);
          if (away <= reach) found.push({ index, away });
        }
      }
    }
    return found.sort((one, other) => one.away - other.away).map(({ index }) => index);
  }

  /** Returns the nearest point up to a distance, by index, or -1. @param {Point} point @param {number} reach */
  nearest(point, reach) {
    return this.within(point, reach)[0] ?? -1;
  }
}

/** Finds cells and places by points, on any grid. */
export class Geometry {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.cells = new Nearby(sheet.cells.at, sheet.unit);
    this.places = sheet.layers.map(({ at }) => new Nearby(at, sheet.unit));
    const { shapes, names } = sheet.cells;
    const glyphs = names.map((_, cell) => typeof shapes === "number" ? shapes : shapes[cell]);
    const outlines = new Map([...new Set(glyphs)].map((glyph) => [glyph, outlineOf(sheet.glyphs[glyph])]));
    this.outlines = glyphs.map((glyph) => outlines.get(glyph) ?? []);
    this.radius = Math.max(...[...outlines.values()].flat().map((corner) => distance(corner, [0, 0])));
  }

  /** Returns the cell at a point, or -1. @param {Point} point */
  cellAt([x, y]) {
    const { at } = this.sheet.cells;
    const found = this.cells.within([x, y], this.radius);
    return found.find((cell) => isInside([x - at[cell][0], y - at[cell][1]], this.outlines[cell])) ?? -1;
  }

  /**
   * Returns the place of a layer that is meant by a point, or -1: the cell there, or the nearest edge or corner.
   * @param {number} layer @param {Point} point @param {number} reach - the greatest distance of an edge or corner
   */
  placeAt(layer, point, reach) {
    const { kind, around } = this.sheet.layers[layer];
    if (kind !== "cell") return this.places[layer].nearest(point, reach);
    return around[this.cellAt(point)]?.[0] ?? -1;
  }

  /**
   * Returns the edge or corner of a cell in a direction, or -1.
   * @param {number} layer @param {number} cell @param {Point} direction
   */
  placeTowards(layer, cell, [right, down]) {
    const turn = angleOf([right, down]), { sheet } = this;
    const turns = placesAround(sheet, layer, cell).map(({ place, angle }) => {
      const difference = Math.abs(angle - turn);
      return { place, difference: Math.min(difference, 2 * Math.PI - difference) };
    });
    const [best] = turns.sort((one, other) => one.difference - other.difference);
    return best && best.difference < Math.PI / 4 ? best.place : -1;
  }
}

/**
 * Returns the edges or corners of a cell clockwise from above, each with its angle.
 * @param {Sheet} sheet @param {number} layer @param {number} cell
 */
export function placesAround(sheet, layer, cell) {
  const { at, around } = sheet.layers[layer], [x, y] = sheet.cells.at[cell];
  const places = around[cell].map((place) => ({ place, angle: angleOf([at[place][0] - x, at[place][1] - y]) }));
  return places.sort((one, other) => one.angle - other.angle);
}

/** Returns the angle of a direction, clockwise from above. @param {Point} direction */
export function angleOf([right, down]) {
  const angle = Math.atan2(right, -down);
  return angle < -1e-6 ? angle + 2 * Math.PI : Math.max(0, angle);
}

/** Returns the corners of a polygon that is drawn around 0, 0. @param {string} svg @returns {Point[]} */
function outlineOf(svg) {
  const [, points] = svg.match(/\s(?:d|points)="([^"]*)"/) ?? ["", ""];
  const numbers = (points.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  return numbers.flatMap((x, index) => index % 2 ? [] : [/** @type {Point} */ ([x, numbers[index + 1]])]);
}

/** @param {Point} point @param {Point[]} corners */
function isInside([x, y], corners) {
  let inside = false;
  corners.forEach(([x1, y1], index) => {
    const [x2, y2] = corners.at(index - 1) ?? [x1, y1];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  });
  return inside;
}
