/** @file The hint: first where to look, then which rule to think of, then the marks. */

import { ask } from "./api.js";
import { makeButton } from "./dom.js";
import { showMistakes } from "./mistakes.js";
import { Chain, describeStep } from "./steps.js";

/** @typedef {import("../types.js").StepView} StepView */

/** Returns whether a step adds one mark only. @param {StepView} step */
const isSingle = ({ marks }) => Object.values(marks).flatMap((entries) => Object.keys(entries)).length === 1;

/** Asks for hints and shows them, stronger each time. */
export class Hints {
  /** @type {StepView | null} */ #step = null;
  /** @type {Chain | null} */ #chain = null;
  #strength = 0;
  #isStale = false; // whether the marks have changed since

  /** @param {import("../table.js").Table} table */
  constructor(table) {
    this.table = table;
    table.game.addEventListener("stroke", () => this.#closeIfDone());
  }

  /** Shows a hint or, if one is shown, more of it. */
  next() {
    if (this.table.panel.isPassing) this.table.panel.focus();
    else if (!this.#step || this.#isStale) this.#ask();
    else if (this.#strength < 2) this.#show(this.#step, this.#strength + 1);
    else this.table.panel.focus();
  }

  #ask() {
    const { panel, work, sheet, game } = this.table;
    return panel.wait(work, "Hint", "Looking for the next step …", async (signal) => {
      this.#tell(await ask("hint", { puzzle: sheet.puzzle, marks: game.marks() }, signal));
    });
  }

  /** @param {import("../types.js").Hint} hint */
  #tell(hint) {
    const { panel, places, speak, view, countHelp } = this.table;
    if (hint.kind === "mistakes") return showMistakes(this.table, hint.mistakes, "First, a mistake");
    if (hint.kind === "done") {
      panel.show({ title: "Hint", body: [places.sentence(hint.message, "p")], isPassing: true });
      return speak(hint.message);
    }
    countHelp();
    panel.show({ title: "Hint", body: [], leave: () => this.#leave() });
    view.setDimmed(true);
    this.#isStale = false;
    this.#show(hint.step, 0);
  }

  /** @param {StepView} step @param {number} strength */
  #show(step, strength) {
    const { view, panel, places, speak } = this.table, { where, rule } = step;
    [this.#step, this.#strength] = [step, strength];
    view.setOverlay("hint", [step.overlays.where, step.overlays.rule, step.overlays.marks][strength]);
    speak([where, rule, step.sentence][strength]);
    places.reveal([where, rule, `${step.claims} ${step.sentence}`][strength]);
    if (strength === 2) {
      return panel.update(describeStep(step, places, this.#chainOf(step)), [makeButton(isSingle(step) ? "Put it in" : "Put them in", () => this.#putIn(step), "next")]);
    }
    const sentences = strength ? [places.sentence(where, "p", "muted"), places.sentence(rule, "p", "summary")]
      : [places.sentence(where, "p", "summary")];
    panel.update(sentences, [makeButton(strength ? "Which marks?" : "Which rule?", () => this.next(), "next")]);
  }

  /** @param {StepView} step */
  #chainOf(step) {
    const { view, places, speak } = this.table;
    const chain = !step.chain.length ? null : new Chain(step, places, (line) => {
      view.setOverlay("hint", chain?.overlay ?? null);
      speak(line);
    });
    this.#chain = chain;
    return chain;
  }

  /** @param {StepView} step */
  #putIn(step) {
    this.table.panel.close();
    this.table.game.putAll(step.marks);
    this.table.speak(step.claims);
  }

  #leave() {
    this.#chain?.play(false);
    this.#chain = this.#step = null;
    this.table.view.setOverlay("hint", null);
    this.table.view.setDimmed(false);
    this.table.places.clear();
  }

  /** Closes the hint when the player has put in all of its marks. */
  #closeIfDone() {
    const marks = this.table.game.marks(), step = this.#step;
    this.#isStale = true;
    const isDone = step && Object.entries(step.marks).every(([layer, wanted]) => Object.entries(wanted).every(
      ([place, mark]) => JSON.stringify(marks[layer]?.[place]) === JSON.stringify(mark)));
    if (isDone) this.table.panel.close();
    else if (step) this.table.view.setDimmed(false); // the player goes on with the hint in view
  }
}
