/** @file The one place to look: hints, mistakes, reasons and the replay are shown in the panel, one at a time. */

import { explainFailure, isCancelled } from "./api.js";
import { find, make, makeButton } from "./dom.js";

/**
 * What the panel shows.
 * @typedef {object} Content
 * @property {string} title
 * @property {Node[]} [head] - what stays in its place, however long the body is
 * @property {Node[]} body
 * @property {HTMLElement[]} [actions]
 * @property {boolean} [isPassing] - whether it is about the marks that are on the board now, so that the next stroke closes it
 * @property {() => void} [leave] - called once, when something else is shown or the panel is closed
 */

/** Shows one thing at a time. */
export class Panel {
  title = ""; // empty while the panel is closed
  isPassing = false;
  #element = find("panel");
  #body = find("panel-body");
  #actions = find("panel-actions");
  /** @type {(() => void) | undefined} */ #leave;

  /** Shows something, and leaves what was shown. @param {Content} content */
  show({ title, head = [], body, actions = [], isPassing = false, leave }) {
    this.#end();
    this.#leave = leave;
    this.isPassing = isPassing;
    find("panel-title").textContent = this.title = title;
    find("note").textContent = "";
    find("panel-tools").replaceChildren(...head);
    this.update(body, actions);
    this.#element.hidden = false;
    document.body.dataset.sheet = "panel";
  }

  /** Changes what is shown without leaving it. @param {Node[]} body @param {HTMLElement[]} actions */
  update(body, actions) {
    const hadFocus = this.#actions.contains(document.activeElement);
    this.#body.replaceChildren(...body);
    this.#actions.replaceChildren(...actions);
    this.#body.scrollTop = 0;
    if (hadFocus) this.focus();
  }

  /** Goes to the button for what to do next. */
  focus() {
    this.#actions.querySelector("button")?.focus();
  }

  /**
   * Shows that something is being looked for, with a button to stop; `search` shows what it finds.
   * @param {import("./api.js").Work} work @param {string} title @param {string} sentence
   * @param {(signal: AbortSignal) => Promise<void>} search
   */
  wait(work, title, sentence, search) {
    this.#end(); // before the search begins: leaving what is shown may cancel whatever is being looked for
    return work.doNow(async (signal) => {
      const stop = makeButton("Cancel", () => this.close());
      this.show({ title, body: [make("p", { className: "waiting" }, sentence)], actions: [stop], leave: () => work.cancel() });
      try {
        await search(signal);
      } catch (error) {
        if (isCancelled(error)) throw error;
        const again = makeButton("Try again", () => this.wait(work, title, sentence, search), "next");
        this.show({ title, body: [make("p", { className: "warning" }, explainFailure(error))], actions: [again] });
      }
    });
  }

  close() {
    if (this.#element.contains(document.activeElement)) find("board").focus({ preventScroll: true });
    this.#end();
    this.#element.hidden = true;
    this.title = "";
    this.isPassing = false;
    if (document.body.dataset.sheet === "panel") delete document.body.dataset.sheet;
  }

  #end() {
    const leave = this.#leave;
    this.#leave = undefined;
    leave?.();
  }
}
