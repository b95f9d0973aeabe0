/** @file What is known about a board: whether its solution is unique, and how hard it is; found out in the background. */

import { ask } from "./api.js";
import { find } from "./dom.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("./keeper.js").Keeper} Keeper */
/** @typedef {import("../types.js").Verdict} Verdict */

/** Shows the verdict and the level, and asks for what is not known yet. @param {Table} table @param {Keeper} keeper */
export function showVerdict({ sheet: { puzzle }, work, note }, keeper) {
  tell(keeper);
  work.doLater(async (signal) => {
    if (keeper.record.verdict) return;
    /** @type {Verdict} */
    const verdict = await ask("solve", { puzzle, marks: {} }, signal);
    keeper.change({ verdict });
    tell(keeper);
    if (!isUnique(verdict)) note(verdict.message);
  });
  work.doLater(async (signal) => {
    if (keeper.record.rating || !isUnique(keeper.record.verdict)) return;
    keeper.change({ rating: await ask("rate", { puzzle }, signal) });
    tell(keeper);
  });
}

/** Puts the marks of the solution on the board; they can be undone. @param {Table} table @param {Keeper} keeper */
export function showSolution({ work, panel, game, note, sheet: { puzzle } }, keeper) {
  return panel.wait(work, "The solution", "Solving the board …", async (signal) => {
    /** @type {Verdict} */
    const verdict = keeper.record.verdict ?? await ask("solve", { puzzle, marks: {} }, signal);
    panel.close();
    if (!verdict.marks) return note(verdict.message);
    keeper.change({ verdict, helped: true });
    game.putAll(verdict.marks);
    note(`This is ${verdict.unique ? "the solution" : "a solution"}. Undo takes it back.`);
  });
}

/** @param {Verdict | null} verdict */
const isUnique = (verdict) => verdict?.status === "solved" && verdict.unique === true;

/** @param {Keeper} keeper */
function tell({ record: { verdict, rating } }) {
  const [unique, level] = [find("verdict"), find("level")];
  unique.textContent = !verdict ? "" : verdict.status === "unsolvable" ? "no solution"
    : verdict.unique === null ? "solution not known" : verdict.unique ? "one solution" : "several solutions";
  unique.title = verdict?.message ?? "";
  unique.classList.toggle("warning", verdict?.status === "unsolvable" || verdict?.unique === false);
  level.textContent = rating ? `difficulty: ${rating.name}` : "";
  level.title = rating?.message ?? "";
}
