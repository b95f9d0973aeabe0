/** @file A step of an explanation in words: its sentence, what would follow otherwise, and its rules. */

import { make, makeButton } from "./dom.js";

/** @typedef {import("./places.js").Places} Places */
/** @typedef {import("../types.js").StepView} StepView */

const TICK = 1100; // milliseconds for each line when a chain plays by itself

/** Returns a step in words. @param {StepView} step @param {Places} places @param {Chain | null} chain */
export function describeStep(step, places, chain) {
  const rules = step.rules.map(({ sentence, places: where }) =>
    make("li", {}, `${sentence} `, where && places.sentence(where, "span", "muted")));
  const head = make("summary", {}, rules.length === 1 ? "The rule" : "The rules");
  return [
    places.sentence(step.sentence, "p", "summary"),
    ...(chain ? [chain.element] : []),
    ...(rules.length ? [make("details", {}, head, make("ul", {}, ...rules))] : []),
  ];
}

/** The lines of a chain, of which one is shown on the board. */
export class Chain {
  tick = -1;
  #timer = 0;
  #play = makeButton("Show it line by line", () => this.play(!this.#timer), "small");

  /** @param {StepView} step @param {Places} places @param {(line: string) => void} show - shows the current line on the board */
  constructor({ chain, overlays }, places, show) {
    this.chain = chain;
    this.veil = overlays.rule.veil;
    this.show = show;
    this.lines = chain.map(({ text, label }, tick) => {
      const line = places.sentence(text, "li");
      line.dataset.label = label;
      line.addEventListener("click", ({ target }) => target === line && this.#jump(tick));
      return line;
    });
    this.element = make("div", { className: "chain" },
      make("p", { className: "chain-head" }, "The argument:", this.#play), make("ol", {}, ...this.lines));
  }

  /** What the board shows with the current line: it, and the lines before it that go together with it. */
  get overlay() {
    /** @type {Record<string, string>} */
    const merged = this.veil ? { veil: this.veil } : {};
    for (const { overlay, until } of this.chain.slice(0, this.tick + 1)) {
      if (until >= this.tick) for (const [level, svg] of Object.entries(overlay)) merged[level] = (merged[level] ?? "") + svg;
    }
    return merged;
  }

  /** @param {number} tick */
  #jump(tick) {
    this.play(false);
    this.#go(tick);
  }

  /** @param {number} tick */
  #go(tick) {
    this.lines[this.tick]?.removeAttribute("aria-current");
    this.lines[tick].setAttribute("aria-current", "true");
    this.lines[tick].scrollIntoView({ block: "nearest" });
    this.tick = tick;
    this.show(this.chain[tick].text);
  }

  /** Shows the lines one after the other, or stops. @param {boolean} on */
  play(on) {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#play.textContent = on ? "Stop" : "Show it line by line";
    if (!on) return;
    this.#go(0);
    this.#timer = setInterval(() => {
      if (this.element.isConnected && this.tick + 1 < this.chain.length) this.#go(this.tick + 1);
      else this.play(false);
    }, TICK);
  }
}
