/** @file Under the board: which marks are put in, and digits for fingers with the sums that they belong to. */

import { Hand, enterDigit } from "./controls.js";
import { find, make } from "./dom.js";
import { combinationsLeft } from "./sums.js";

/** Connects the choice of inputs and the pad, which are on the page if the board needs them. @param {import("../table.js").Table} table */
export function connectPad({ sheet, view, game, controls }) {
  const choices = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-tool]"));
  const pad = document.getElementById("pad"), hand = new Hand(view, game, controls);
  for (const choice of choices) choice.addEventListener("click", () => { controls.tool = Number(choice.dataset.tool); });
  pad?.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.id === "notes") controls.notes = !controls.notes;
    else enterDigit(view, game, controls, Number(target.dataset.value));
  });

  const showSums = () => {
    const sums = hand.place < 0 ? [] : combinationsLeft(sheet, game, hand.input.layer, hand.place);
    // "the 16 across from r2c2" becomes "16 across": the cursor says where.
    find("sums").scrollTo(0, 0);
    find("sums").replaceChildren(...sums.map(({ words, combinations }) => make("p", {},
      make("b", {}, words.replace(/^the | from .*$/g, "")), `: ${combinations.map((digits) => digits.join("+")).join(", ") || "nothing is left"}`)));
  };
  const showTool = () => {
    for (const choice of choices) choice.setAttribute("aria-pressed", String(Number(choice.dataset.tool) === controls.tool));
    if (!pad) return;
    pad.hidden = hand.input.kind !== "digits";
    find("notes").setAttribute("aria-pressed", String(controls.notes));
    showSums();
  };
  controls.addEventListener("tool", showTool);
  if (pad) controls.addEventListener("select", showSums);
  if (pad) game.addEventListener("stroke", showSums);
  showTool();
}
