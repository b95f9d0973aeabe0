/** @file What is wrong: broken rules, whether all marks are right so far, and where the mistake is. */

import { asSentence, ask } from "./api.js";
import { count, make, makeButton } from "./dom.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").MistakesView} MistakesView */

export const CHECK = "Check"; // the title of what is shown about broken rules

/** Says only whether the marks are right so far. @param {Table} table */
export function askWhetherCorrect(table) {
  const title = "Correct so far?", { panel, places, note, speak } = table;
  return search(table, title, "Comparing the marks with the solution …", (mistakes) => {
    const { number, message, overlay } = mistakes;
    if (!number && !Object.keys(overlay).length) {
      panel.close();
      return note("Yes, everything is right so far.");
    }
    const sentence = number ? `No, ${number === 1 ? "one mark is" : `${number} marks are`} wrong.` : asSentence(message.split("\n")[0]);
    const more = makeButton("Show me where", () => showMistakes(table, mistakes, "Where is my mistake?"), "next");
    panel.show({ title, body: [places.sentence(sentence, "p", "summary")], actions: [more], isPassing: true });
    speak(sentence);
  });
}

/** Shows what is wrong, with the reason. @param {Table} table */
export function askWhereMistakeIs(table) {
  const title = "Where is my mistake?";
  return search(table, title, "Looking for what is wrong …", (mistakes) => showMistakes(table, mistakes, title));
}

/** @param {Table} table @param {string} title @param {string} sentence @param {(mistakes: MistakesView) => void} tell */
function search({ work, panel, sheet, game }, title, sentence, tell) {
  return panel.wait(work, title, sentence, async (signal) => {
    tell(await ask("mistakes", { puzzle: sheet.puzzle, marks: game.marks() }, signal));
  });
}

/** Shows mistakes on the board and in words. @param {Table} table @param {MistakesView} mistakes @param {string} title */
export function showMistakes(table, { overlay, number, message, wrong }, title) {
  const { view, panel, places, speak, countHelp } = table, lines = message.split("\n").filter(Boolean);
  const label = number === 1 ? "Erase the wrong mark" : `Erase the ${number} wrong marks`;
  panel.show({
    title,
    body: lines.map((line, index) => places.sentence(asSentence(line), "p", index ? "" : "summary")),
    actions: number ? [makeButton(label, () => erase(table, wrong, number), "next")] : [],
    isPassing: true,
    leave: () => {
      view.setOverlay("mistakes", null);
      view.setDimmed(false);
      places.clear();
    },
  });
  view.setOverlay("mistakes", overlay);
  view.setDimmed(number > 0);
  if (number) countHelp();
  places.reveal(lines.join(" "));
  speak(lines.join(" "));
}

/** Takes wrong marks off the board. @param {Table} table @param {Record<string, string[]>} wrong @param {number} number */
function erase({ sheet, game, panel, note }, wrong, number) {
  panel.close();
  game.begin();
  sheet.layers.forEach(({ name, places }, layer) => {
    for (const place of wrong[name] ?? []) game.put(layer, places.indexOf(place), null);
  });
  game.commit();
  note(`${count(number, "mark")} erased. Undo brings ${number === 1 ? "it" : "them"} back.`);
}

/** Shows what the rules say about the position. @param {Table} table @param {import("../types.js").Position} position */
export function showPosition({ view, panel, places, note, speak }, { broken, message, overlay }) {
  if (!broken.length) return note("No rule is broken so far.");
  const lines = message.split("\n").map((line) => line.replace(/ Broken(: (.*))?\.$/, (_, end, where) => end ? ` (${where})` : ""));
  const body = lines.length === 1 ? [places.sentence(`A rule is broken: ${lines[0]}`, "p", "summary")] : [
    make("p", { className: "summary" }, `${lines.length} rules are broken:`),
    make("ul", {}, ...lines.map((line) => places.sentence(line, "li"))),
  ];
  panel.show({ title: CHECK, body, leave: () => places.clear() });
  view.setOverlay("errors", overlay);
  speak(["Broken:", ...lines].join(" "));
}
