/** @file Playing: what each button, menu and key of the page does, and what the tools show. */

import { openCompletion, openDialog } from "./dialogs.js";
import { clock, find, takesKeys } from "./dom.js";
import { Hints } from "./hint.js";
import { askWhereMistakeIs, askWhetherCorrect } from "./mistakes.js";
import { Replay } from "./replay.js";
import { showSolution } from "./verdicts.js";
import { Why } from "./why.js";
import { describeStroke } from "./words.js";

const KEYS = new Map(Object.entries({
  h: "hint", c: "check", t: "trial", r: "reject", p: "pause", "?": "help", z: "undo", y: "redo", Escape: "leave",
}));

const FOR_BOARD = /^(Arrow\w+|Home|End|Backspace|Delete|[0-9exn+-])$/i; // keys that mean something on the board only

/** The page's own actions, by the names that buttons have in `data-act`. */
export class Play {
  #isSolved = false; // whether the position that was checked last is solved

  /**
   * @param {import("../table.js").Table} table @param {import("./keeper.js").Keeper} keeper
   * @param {import("./checker.js").Checker} checker @param {import("./dialogs.js").ShippedBoard[]} boards - of the same genre
   */
  constructor(table, keeper, checker, boards) {
    this.table = table;
    this.keeper = keeper;
    this.checker = checker;
    this.boards = boards;
    this.actions = this.#makeActions();
    this.#connect();
    this.#showState();
    this.#showTime();
  }

  /** @returns {Record<string, () => void>} */
  #makeActions() {
    const { table, keeper, table: { game, panel, timer } } = this, hints = new Hints(table), why = new Why(table);
    const edits = {
      undo: () => this.#tell(game.undo()),
      redo: () => this.#tell(game.redo()),
      trial: () => game.inTrial ? this.#endTrial(true) : this.#startTrial(),
      accept: () => this.#endTrial(true),
      reject: () => this.#endTrial(false),
      check: () => this.#isSolved ? this.#complete() : this.checker.check(),
      hint: () => hints.next(),
      correct: () => askWhetherCorrect(table),
      mistake: () => askWhereMistakeIs(table),
      why: () => why.start(),
      replay: () => this.#replay(),
      solution: () => showSolution(table, keeper),
      erase: () => this.#tell(game.eraseAnswers()),
      helpers: () => this.#tell(game.eraseHelpers()),
      again: () => this.#startAgain(),
      restore: () => this.#restore(),
    };
    const onBoard = Object.entries(edits).map(([name, act]) => [name, () => {
      if (table.locks.has("replay") || table.locks.has("why")) panel.close();
      if (!timer.isPaused) act();
    }]);
    return {
      ...Object.fromEntries(onBoard),
      pause: () => timer.pause(!timer.isPaused),
      leave: () => this.#leave(),
      open: () => this.#openBox(),
      rules: () => { document.body.dataset.sheet = document.body.dataset.sheet === "rules" ? "" : "rules"; },
      share: () => openDialog("share"),
      settings: () => openDialog("settings"),
      help: () => openDialog("help"),
    };
  }

  #connect() {
    const { game, timer, settings, note } = this.table;
    document.addEventListener("click", ({ target }) => {
      if (!(target instanceof Element)) return;
      if (!target.closest("#open")) document.body.removeAttribute("data-box");
      this.actions[target.closest("[data-act]")?.getAttribute("data-act") ?? ""]?.();
    });
    document.addEventListener("keydown", (event) => this.#press(event));
    game.addEventListener("stroke", () => {
      this.#showState();
      if (this.table.panel.isPassing) this.table.panel.close();
    });
    this.checker.addEventListener("position", () => this.#finishIfSolved());
    timer.addEventListener("tick", () => this.#showTime());
    timer.addEventListener("pause", () => this.#showPause());
    settings.addEventListener("change", () => this.#showTime());
    this.keeper.addEventListener("other", () => this.#showState());
    this.keeper.addEventListener("full", () => note(
      "The browser has no room left, so this board is no longer saved. Remove boards on the start page."));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event, isCommand = ctrlKey || metaKey;
    if (event.defaultPrevented || altKey || (takesKeys(target) && !(key === "Escape" && target instanceof HTMLSelectElement))) return;
    if (target === document.body && FOR_BOARD.test(key)) return this.#passToBoard(event);
    const name = KEYS.get(key.length === 1 ? key.toLowerCase() : key);
    if (!name || (isCommand && name !== "undo" && name !== "redo")) return;
    event.preventDefault();
    this.actions[name === "undo" && shiftKey ? "redo" : name]();
  }

  /** Lets the board take a key although it does not have the focus yet. @param {KeyboardEvent} event */
  #passToBoard(event) {
    const { root } = this.table.view;
    event.preventDefault();
    root.focus({ preventScroll: true });
    root.dispatchEvent(new KeyboardEvent(event.type, event));
  }

  /** Says what a stroke has changed. @param {import("./game.js").StrokeDetail | null} stroke */
  #tell(stroke) {
    if (stroke) this.table.speak(describeStroke(this.table.sheet, this.table.game, stroke));
  }

  #startTrial() {
    this.table.game.startTrial();
    this.table.note("Trial: accept or reject what you put in from now on.");
  }

  /** @param {boolean} accepts */
  #endTrial(accepts) {
    const { game, note } = this.table, stroke = accepts ? game.acceptTrial() : game.rejectTrial();
    if (!stroke) return;
    if (!stroke.changes.length) note("The trial is over. It had no marks.");
    else note(accepts ? "The marks of the trial stay." : "The marks of the trial are gone. Undo brings them back.");
  }

  #replay() {
    const title = "The solution, step by step", nothing = "There are no steps: the board is complete already.";
    return new Replay(this.table, { title, marks: {}, nothing }).start();
  }

  #startAgain() {
    this.#changeAttempt({ game: null, seconds: 0, hints: 0, helped: false });
    this.table.note("A new start. “Restore the last attempt” brings your marks back.");
  }

  #restore() {
    const { earlier } = this.keeper.record;
    if (earlier) this.#changeAttempt(earlier);
  }

  /** Puts the attempt on the board aside, and begins another one. @param {{game: object | null, seconds: number, hints: number, helped: boolean}} next */
  #changeAttempt({ game: saved, seconds, hints, helped }) {
    const { keeper, keeper: { record }, table: { game, timer } } = this;
    const now = { game: game.save(), seconds: timer.seconds, hints: record.hints, helped: record.helped };
    this.#isSolved = false;
    keeper.change({ earlier: game.isEmpty ? record.earlier : now, hints, helped, solved: false });
    timer.set(seconds, false);
    keeper.replaceGame(saved);
  }

  #finishIfSolved() {
    const { timer, view, game } = this.table, { record } = this.keeper, wasSolved = this.#isSolved;
    this.#isSolved = this.checker.position?.solved === true;
    view.setSolved(this.#isSolved && !game.isEmpty);
    find("solved").hidden = !this.#isSolved;
    if (!this.#isSolved || wasSolved || record.solved) return;
    timer.set(timer.seconds, true);
    this.keeper.change({ solved: true });
    this.keeper.keepNow();
    if (!record.helped) view.celebrate().then(() => this.#complete());
  }

  #complete() {
    this.table.panel.close();
    this.table.note("");
    openCompletion(this.table, this.keeper.record, this.boards);
  }

  /** Closes what is open. */
  #leave() {
    document.body.removeAttribute("data-box");
    if (document.body.dataset.sheet === "rules") document.body.dataset.sheet = "";
    else this.table.panel.close();
  }

  /** On a narrow screen the box is out of sight until it is wanted. */
  #openBox() {
    document.body.setAttribute("data-box", "");
    find("text").focus();
  }

  #showState() {
    const { game } = this.table, isEmpty = game.isEmpty;
    const disabled = { undo: !game.canUndo, redo: !game.canRedo, erase: isEmpty, helpers: isEmpty, restore: !this.keeper.record.earlier };
    const focused = document.activeElement;
    for (const [name, isDisabled] of Object.entries(disabled)) {
      document.querySelector(`button[data-act=${name}]`)?.toggleAttribute("disabled", isDisabled);
    }
    find("trial").hidden = game.inTrial;
    find("accept").hidden = find("reject").hidden = !game.inTrial;
    document.body.toggleAttribute("data-trial", game.inTrial);
    if (focused?.matches(".tools > :is([hidden], :disabled)")) this.#takeFocus(focused);
  }

  /** Moves the focus from a tool that cannot be used any more to what comes next. @param {Element} from */
  #takeFocus({ id }) {
    const { root } = this.table.view, next = { trial: find("accept"), accept: find("trial"), reject: find("trial") }[id] ?? root;
    next.focus({ preventScroll: true });
  }

  #showTime() {
    find("time").textContent = this.table.settings.values.timer ? clock(this.table.timer.seconds) : "";
  }

  /** Hides the board while the player pauses. */
  #showPause() {
    const { timer: { isPaused }, view, locks, panel } = this.table;
    if (isPaused) panel.close();
    if (isPaused) locks.add("pause");
    else locks.delete("pause");
    view.setHidden(isPaused);
    for (const bar of document.querySelectorAll(".tools, .inputs")) bar.toggleAttribute("inert", isPaused);
    find("paused").hidden = !isPaused;
    find("pause").setAttribute("aria-pressed", String(isPaused));
    (isPaused ? find("go-on") : view.root).focus({ preventScroll: true });
  }
}
