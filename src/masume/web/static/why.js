/** @file "Why this cell?": the player chooses a cell or an edge, and sees the steps that its mark needs. */

import { Hand } from "./controls.js";
import { makeButton } from "./dom.js";
import { askWhereMistakeIs } from "./mistakes.js";
import { Replay } from "./replay.js";

/** Lets the player choose by a tap, or by the keys of the cursor and the button. */
export class Why {
  #isChoosing = false;
  #button = makeButton("Explain it", () => this.#explain(), "next");

  /** @param {import("../table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.hand = new Hand(table.view, table.game, table.controls);
    table.controls.addEventListener("select", () => this.#name());
    table.view.root.addEventListener("keydown", (event) => {
      if (!this.#isChoosing || event.defaultPrevented) return;
      if (event.key === "Enter" && this.hand.place >= 0) this.#explain();
      if (event.key.toLowerCase() === "e") this.#goRound();
    });
    table.view.root.addEventListener("click", ({ clientX, clientY }) => {
      if (this.#isChoosing) this.#chooseAt(clientX, clientY);
    });
  }

  /** Asks for a place. */
  start() {
    const { panel, places, view, locks, speak } = this.table, { kind } = this.hand.layer;
    const keys = kind === "cell" ? "go to it with the arrow keys" : `go to a cell with the arrow keys and round its ${kind}s with E`;
    const prompt = `Tap ${kind === "edge" ? "an" : "a"} ${kind} on the board, or ${keys} and press Enter.`;
    panel.show({
      title: `Why this ${kind}?`,
      body: [places.sentence(prompt, "p", "summary")],
      actions: [this.#button],
      leave: () => {
        this.#isChoosing = false;
        locks.delete("why");
      },
    });
    this.#isChoosing = true;
    locks.add("why");
    view.showCursor(true);
    this.#name();
    view.root.focus({ preventScroll: true });
    speak(prompt);
  }

  /** Chooses the next edge or corner of the cell; while marks are locked, the board leaves this to the page. */
  #goRound() {
    const { input: { layer }, layer: { kind, around }, place } = this.hand, { cursor } = this.table.view, places = around[cursor];
    if (kind === "cell" || !places.length) return;
    this.table.view.setCursor(cursor, { layer, place: places[(places.indexOf(place) + 1) % places.length] });
    this.#name();
  }

  #name() {
    this.#button.disabled = this.hand.place < 0; // only a cell is chosen, and the marks are around it
  }

  /** @param {number} x @param {number} y - on the screen */
  #chooseAt(x, y) {
    const { view, sheet } = this.table, { input: { layer }, layer: { kind, around } } = this.hand;
    const place = view.geometry.placeAt(layer, view.toBoard(x, y), sheet.unit / 2);
    if (place < 0) return;
    view.setCursor(around.findIndex((places) => places.includes(place)), kind === "cell" ? null : { layer, place });
    this.#explain();
  }

  /** Tells the story of one mark: from the marks on the board, without that mark itself. */
  #explain() {
    const { game, sheet, countHelp, view } = this.table, { name, places, kind } = this.hand.layer;
    const at = places[this.hand.place], marks = structuredClone(game.marks());
    delete marks[name]?.[at];
    countHelp();
    return new Replay(this.table, {
      title: kind === "cell" ? `Why ${at}?` : `Why this ${kind} at ${sheet.cells.names[view.cursor]}?`,
      marks, at, nothing: "No step leads to this place.", contradicted: () => void askWhereMistakeIs(this.table),
    }).start();
  }
}
