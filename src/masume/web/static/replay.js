/** @file The story of a solution, or of one mark: steps that arrive one after the other, to go through at will. */

import { Failure, explainFailure, follow, isCancelled } from "./api.js";
import { make, makeButton } from "./dom.js";
import { Chain, describeStep } from "./steps.js";

/** @typedef {import("../types.js").StepView} StepView */
/**
 * @typedef {object} Story
 * @property {string} title
 * @property {import("../types.js").Marks} marks - where it begins
 * @property {string} [at] - the place whose mark it explains
 * @property {string} nothing - what to say if there are no steps
 * @property {() => void} [contradicted] - what to do instead if no solution has the marks
 */

const STEP = 1600; // milliseconds for each step when it plays by itself
const START = "The board before the first step.";

/** A story in the panel; the board shows the chosen step, and cannot be played. */
export class Replay {
  /** @type {StepView[]} */ #steps = [];
  /** The step that is shown; 0 is the board before the first one. */ #number = 0;
  #hasEnded = false;
  #ending = "";
  #timer = 0;
  /** @type {Chain | null} */ #chain = null;

  #slider = make("input", { type: "range", min: "0", max: "0", value: "0", ariaLabel: "Step" });
  #count = make("span", { className: "count" });
  #back = makeButton("Back", () => this.#goTo(this.#number - 1));
  #next = makeButton("Next", () => this.#goTo(this.#number + 1), "next");
  #play = makeButton("Play", () => this.#playOn(!this.#timer));
  #before = makeButton("Before", () => this.#showView(true));
  #after = makeButton("After", () => this.#showView(false));
  #chapters = make("select", { ariaLabel: "Chapter", hidden: true });
  #text = make("div", { className: "story" });

  /** @param {import("../table.js").Table} table @param {Story} story */
  constructor(table, story) {
    this.table = table;
    this.story = story;
    for (const field of [this.#slider, this.#chapters]) field.addEventListener("input", () => this.#goTo(Number(field.value)));
  }

  /** Begins; closing the panel ends it. */
  start() {
    const { panel, locks, work } = this.table;
    const views = make("div", { className: "segments", role: "group", ariaLabel: "What the board shows" }, this.#before, this.#after);
    panel.show({
      title: this.story.title,
      head: [
        make("div", { className: "story-bar" }, this.#count, this.#slider),
        make("div", { className: "story-bar" }, this.#back, this.#next, this.#play, views),
      ],
      body: [this.#chapters, this.#text],
      leave: () => this.#leave(),
    });
    locks.add("replay");
    this.#show();
    return work.doNow((signal) => this.#collect(signal));
  }

  /** @param {AbortSignal} signal */
  async #collect(signal) {
    const { marks, at } = this.story;
    try {
      for await (const { event, data } of follow("explain", { puzzle: this.table.sheet.puzzle, marks, at }, signal)) {
        if (event === "step") this.#add(data);
        else if (event === "end") this.#ending = data.message;
      }
    } catch (error) {
      if (isCancelled(error)) throw error;
      if (error instanceof Failure && error.kind === "no-solution" && this.story.contradicted) return this.story.contradicted();
      this.#ending = explainFailure(error);
    }
    this.#hasEnded = true;
    if (this.#number === this.#steps.length) this.#show();
    else this.#showProgress();
  }

  /** @param {StepView} step */
  #add(step) {
    const length = this.#steps.push(step);
    if (step.chapter) this.#chapters.append(make("option", { value: String(length) }, step.chapter));
    this.#chapters.hidden = this.#chapters.length < 2;
    this.#slider.max = String(length);
    if (length === 1) this.#goTo(1);
    else this.#showProgress();
  }

  /** @param {number} number */
  #goTo(number) {
    this.#number = Math.max(0, Math.min(this.#steps.length, number));
    this.#show();
  }

  #show() {
    const step = this.#steps[this.#number - 1], { places, speak } = this.table;
    this.#chain?.play(false);
    this.#chain = !step?.chain.length ? null : new Chain(step, places, (line) => {
      this.#showBoard(true);
      speak(line);
    });
    const isLast = this.#hasEnded && this.#number === this.#steps.length;
    this.#text.replaceChildren(
      ...(step ? describeStep(step, places, this.#chain) : [make("p", { className: "waiting" }, this.#introduction)]),
      ...(isLast && this.#ending ? [places.sentence(this.#ending, "p", "ending")] : []),
    );
    speak(step ? `Step ${this.#number}. ${step.sentence}` : this.#introduction);
    this.#showBoard(false);
    this.#showProgress();
  }

  get #introduction() {
    if (this.#steps.length) return START;
    return this.#hasEnded ? this.story.nothing : "Looking for the first step …";
  }

  #showProgress() {
    const { length } = this.#steps, number = this.#number;
    this.#count.textContent = `${number} of ${length}${this.#hasEnded ? "" : " …"}`;
    this.#slider.value = String(number);
    this.#slider.setAttribute("aria-valuetext", number ? `Step ${number} of ${length}` : START);
    this.#back.disabled = number === 0;
    this.#next.disabled = number === length;
    this.#play.disabled = length === 0;
    this.#chapters.value = String(this.#steps.findLastIndex(({ chapter }, index) => index < number && chapter) + 1 || 1);
  }

  /** @param {boolean} isBefore */
  #showView(isBefore) {
    this.#chain?.play(false);
    if (this.#chain) this.#chain.tick = -1;
    this.#showBoard(isBefore);
  }

  /** Shows the board after the step or before it, then also with the current line of the chain. @param {boolean} isBefore */
  #showBoard(isBefore) {
    const { view } = this.table, step = this.#steps[this.#number - 1], chain = this.#chain;
    const marks = structuredClone(step?.before ?? this.story.marks);
    if (step && !isBefore) for (const [layer, added] of Object.entries(step.marks)) Object.assign(marks[layer] ??= {}, added);
    view.showMarks(marks, isBefore ? {} : step?.folded);
    view.setOverlay("story", !step ? null : !isBefore ? step.overlays.after : chain && chain.tick >= 0 ? chain.overlay : step.overlays.rule);
    this.#before.setAttribute("aria-pressed", String(isBefore));
    this.#after.setAttribute("aria-pressed", String(!isBefore));
    this.#before.disabled = this.#after.disabled = !step;
  }

  /** @param {boolean} on */
  #playOn(on) {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#play.textContent = on ? "Stop" : "Play";
    if (!on) return;
    this.#goTo(this.#number === this.#steps.length ? 0 : this.#number + 1);
    this.#timer = setInterval(() => {
      if (this.#number < this.#steps.length) this.#goTo(this.#number + 1);
      else if (this.#hasEnded) this.#playOn(false);
    }, STEP);
  }

  #leave() {
    const { view, locks, work, places } = this.table;
    this.#playOn(false);
    this.#chain?.play(false);
    work.cancel();
    view.setOverlay("story", null);
    view.showMarks(null);
    places.clear();
    locks.delete("replay");
  }
}
