/** @file What the rules say: the server is asked after every stroke, and errors are shown as the player prefers. */

import { Failure, ask, explainFailure } from "./api.js";
import { CHECK, showPosition } from "./mistakes.js";

const PAUSE = 150; // milliseconds without a stroke before the server is asked
const AGAIN = 5000; // milliseconds until a server that did not answer is asked again
const ERROR_PAUSE = 1000; // milliseconds after the last stroke before errors are shown

/** Asks one question at a time, of which the last one counts; sends "position" when the position is known anew. */
export class Checker extends EventTarget {
  /** The answer for the marks that are on the board now; null while it is not known. @type {import("../types.js").Position | null} */
  position = null;
  #stroke = 0;
  #timer = 0;
  #isAsking = false;

  #lastChange = 0;
  #errorTimer = 0;
  #spoken = ""; // the last message about broken rules
  #isPointerDown = false;
  #isWanted = false; // whether the player waits for an answer
  #hasFailed = false;

  /** @param {import("../table.js").Table} table */
  constructor(table) {
    super();
    this.table = table;
    table.game.addEventListener("change", () => { this.#lastChange = performance.now(); });
    table.game.addEventListener("stroke", () => this.#expect(PAUSE));
    table.settings.addEventListener("change", () => this.#show());
    for (const type of ["pointerdown", "pointerup", "pointercancel"]) {
      document.addEventListener(type, () => { this.#isPointerDown = type === "pointerdown"; }, true);
    }
    this.#expect(0);
  }

  /** Says what is wrong now, because the player asks. */
  check() {
    this.#isWanted = true;
    if (this.position) this.#show();
    else this.#expect(0);
  }

  /** What was shown on demand goes with the next stroke; what is shown at once stays until it is known anew. @param {number} delay */
  #expect(delay) {
    this.#stroke += 1;
    this.position = null;
    clearTimeout(this.#errorTimer);
    if (this.table.settings.values.errors !== "once") this.table.view.setOverlay("errors", null);
    this.#askIn(delay);
  }

  /** @param {number} delay */
  #askIn(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), delay);
  }

  async #ask() {
    if (this.#isAsking) return; // the answer that is on its way asks again
    this.#isAsking = true;
    const stroke = this.#stroke, { sheet, game } = this.table;
    try {
      const position = await ask("check", { puzzle: sheet.puzzle, marks: game.marks() });
      this.#hasFailed = false;
      if (stroke === this.#stroke) this.#tell(position);
      else this.#askIn(0);
    } catch (error) {
      this.#fail(error);
    }
    this.#isAsking = false;
  }

  /** @param {import("../types.js").Position} position */
  #tell(position) {
    this.position = position;
    this.#show();
    this.dispatchEvent(new Event("position"));
  }

  /** Says once that there is no answer, and goes on asking if there may be one later. @param {unknown} error */
  #fail(error) {
    if (!this.#hasFailed || this.#isWanted) this.table.note(explainFailure(error));
    this.#hasFailed = true;
    this.#isWanted = false;
    if (error instanceof Failure && ["offline", "busy", "timeout"].includes(error.kind)) this.#askIn(AGAIN);
  }

  #show() {
    const { position, table, table: { view, settings: { values } } } = this, isAtOnce = values.errors === "once";
    if (!position) return;
    view.setSatisfied(values.fade ? position.satisfied : {});
    if (position.broken.length && isAtOnce) this.#showErrorsSoon();
    else view.setOverlay("errors", null);
    if (!position.broken.length) this.#spoken = "";
    if (!position.broken.length && table.panel.title === CHECK) table.panel.close();
    if (!this.#isWanted) return;
    this.#isWanted = false;
    if (position.solved || values.errors === "never") table.note(position.solved ? "The board is solved." : "The board is not solved yet.");
    else showPosition(table, position);
  }

  #showErrorsSoon() {
    clearTimeout(this.#errorTimer);
    const wait = this.#isPointerDown ? ERROR_PAUSE : this.#lastChange + ERROR_PAUSE - performance.now();
    this.#errorTimer = setTimeout(() => {
      if (this.#isPointerDown) this.#showErrorsSoon();
      else if (this.position) this.#showErrors(this.position);
    }, wait);
  }

  /** @param {import("../types.js").Position} position */
  #showErrors({ overlay, message }) {
    const { view, speak } = this.table;
    view.setOverlay("errors", overlay);
    if (message !== this.#spoken) speak(message);
    this.#spoken = message;
  }
}
