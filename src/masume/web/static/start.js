/** @file The start page: boards to go on with, and the box; the cards are plain links. */

import { clock, find, make } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { connectOpening } from "./opening.js";
import { Settings } from "./settings.js";
import { list, load, remove, watch } from "./store.js";

const SHOWN = 24; // boards; others follow when some are removed

function showBoards() {
  const records = list();
  find("begun-list").replaceChildren(...records.slice(0, SHOWN).map(makeCard));
  document.documentElement.toggleAttribute("data-begun", records.length > 0);
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-key]"))) {
    const record = load(link.dataset.key ?? "");
    link.classList.toggle("solved", record?.solved === true);
    link.classList.toggle("open", record?.solved === false);
  }
}

/** @param {import("./store.js").Saved} record */
function makeCard({ key, title, size, link, solved, helped, progress, seconds }) {
  const state = solved ? (helped ? "solution shown" : "solved") : `${Math.round(progress * 100)} % done`;
  const facts = [size.replace("x", "×"), state, clock(seconds)].filter(Boolean).join(" · ");
  const bar = make("progress", { max: 1, value: progress, ariaLabel: "Progress" });
  const button = make("button", { type: "button", className: "quiet remove", ariaLabel: `Remove ${title}`, title: "Remove" }, "×");
  button.addEventListener("click", () => {
    remove(key);
    showBoards();
    (find("begun-list").querySelector("button") ?? find("text")).focus();
  });
  const card = make("a", { href: link || `?saved#${key}` }, make("b", {}, title), make("span", { className: "state" }, facts), bar);
  return make("li", {}, card, button);
}

new Settings();
connectOpening();
showBoards();
watch(showBoards);
addEventListener("pageshow", showBoards);
find("open-settings").addEventListener("click", () => openDialog("settings"));
