/** @file Dialogs and menus: how they open and close, sharing a board, and the card that ends it. */

import { ask, explainFailure } from "./api.js";
import { byId, clock, copy, count, find } from "./dom.js";
import { load } from "./store.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {{name: string, key: string, size: string}} ShippedBoard */

/** @param {string} id */
export const openDialog = (id) => byId(id, HTMLDialogElement).showModal();

/** Closes dialogs by a click beside them and menus by a choice, and puts menus at their buttons. */
export function connectDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  }
  for (const menu of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[popover]"))) {
    const opener = /** @type {HTMLElement} */ (document.querySelector(`[popovertarget=${menu.id}]`));
    menu.addEventListener("click", ({ target }) => target instanceof Element && target.closest("button") && menu.hidePopover());
    menu.addEventListener("toggle", () => {
      const isOpen = menu.matches(":popover-open");
      opener.setAttribute("aria-expanded", String(isOpen));
      if (isOpen) placeMenu(menu, opener.getBoundingClientRect());
    });
  }
}

/** Puts a menu above or below its button, wherever there is more room. @param {HTMLElement} menu @param {DOMRect} opener */
function placeMenu({ style, offsetWidth, children }, { left, top, bottom }) {
  const isBelow = top < innerHeight / 2, gap = 8;
  style.maxHeight = `${(isBelow ? innerHeight - bottom : top) - 2 * gap}px`;
  style.left = `${Math.max(gap, Math.min(left, innerWidth - offsetWidth - gap))}px`;
  style.top = isBelow ? `${bottom + gap}px` : "auto";
  style.bottom = isBelow ? "auto" : `${innerHeight - top + gap}px`;
  /** @type {HTMLElement} */ (children[0]).focus();
}

/** Connects the buttons that copy and save. @param {Table} table */
export function connectShare({ sheet, game }) {
  const dialog = byId("share", HTMLDialogElement), withMarks = byId("share-marks", HTMLInputElement);
  const address = new URL(sheet.link, location.href.split("?")[0]).href;
  /** @param {string} format */
  const question = (format) => ({ puzzle: sheet.puzzle, marks: withMarks.checked ? game.marks() : {}, format });
  /** @type {Record<string, (format: string) => Promise<string>>} */
  const actions = {
    link: async () => sheet.link ? copy(address, "The link") : "This board is too large for a link: copy it as text instead.",
    puzzlink: () => copy(sheet.puzzlink, "The address"),
    text: async (format) => copy((await ask("write", question(format))).text, "The board"),
    picture: async (format) => saveFile(await ask("render", question(format)), `${sheet.genre.name}-${sheet.size || "board"}.${format}`),
  };
  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof HTMLElement && target.closest("[data-share]") ? target : null;
    if (!button) return;
    const status = /** @type {HTMLElement} */ (button.closest("form")?.querySelector("[role=status]"));
    status.textContent = await actions[button.dataset.share ?? ""](button.dataset.format ?? "").catch(explainFailure);
  });
  dialog.addEventListener("close", () => { find("share-status").textContent = ""; });
}

/** @param {Blob} file @param {string} download */
function saveFile(file, download) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
  return "The picture is in your downloads.";
}

/** Shows the card that ends a board. @param {Table} table @param {import("./store.js").Saved} record @param {ShippedBoard[]} boards */
export function openCompletion({ sheet, speak }, { seconds, hints, rating }, boards) {
  const facts = [clock(seconds), hints ? count(hints, "hint") : "no hints", ...(rating ? [rating.name] : [])].join(" · ");
  const board = nextBoard(boards, sheet.key), next = byId("done-next", HTMLAnchorElement);
  find("done-facts").textContent = facts;
  find("done-status").textContent = "";
  next.href = board ? `?${board.name}` : "./";
  next.textContent = board ? `Next ${sheet.genre.title}: ${board.size.replace("x", "×")}` : "Choose another board";
  openDialog("done");
  speak(`Solved! ${facts}`);
}

/** Returns the next board of the genre that is not solved yet, beginning after this one. @param {ShippedBoard[]} boards @param {string} key */
function nextBoard(boards, key) {
  const index = boards.findIndex((board) => board.key === key) + 1;
  return [...boards.slice(index), ...boards.slice(0, index)].find((board) => board.key !== key && !load(board.key)?.solved);
}
