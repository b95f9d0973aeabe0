/** @file Opening a board: one box for any address or text, a button for files, and files dropped anywhere. */

import { Failure, explainFailure, follow } from "./api.js";
import { byId, find } from "./dom.js";

const LONGEST_ADDRESS = 30_000; // characters; longer texts are handed over in the browser's memory
const LARGEST_FILE = 1_000_000; // bytes; the server takes no more

/** Connects the box, the button and the whole page. */
export function connectOpening() {
  const form = byId("open", HTMLFormElement), box = byId("text", HTMLTextAreaElement), files = byId("file", HTMLInputElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    open(box.value);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") box.blur();
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  box.addEventListener("input", () => tell(""));
  find("choose-file").addEventListener("click", () => files.click());
  files.addEventListener("change", () => openFile(files.files?.[0]));
  connectDrop(find("drop"));
}

/** @param {HTMLElement} cover */
function connectDrop(cover) {
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain")) return;
    event.preventDefault();
    cover.hidden = false;
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => { cover.hidden ||= !relatedTarget; });
  document.addEventListener("drop", (event) => {
    if (cover.hidden) return;
    cover.hidden = true;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) openFile(file);
    else open(event.dataTransfer?.getData("text/plain") ?? "");
  });
}

/** @param {File} [file] */
async function openFile(file) {
  if (!file) return;
  if (file.size > LARGEST_FILE) tell(`${file.name} is too large: a file may have up to 1 MB.`);
  else open(await file.text());
}

/** Opens the page of a board; if the text cannot be read, says why below the box. @param {string} text */
async function open(text) {
  if (!text.trim()) return tell("Paste an address or a board first.");
  byId("text", HTMLTextAreaElement).value = text;
  try {
    // As an event, because browsers report other failures as errors of the page.
    for await (const { event, data } of follow("read", { text })) if (event === "end") go(text.trim(), data.key);
  } catch (error) {
    const { format, where, expected } = (error instanceof Failure && error.details) || {};
    tell(format && where ? `Read as ${format}, ${where}: ${expected}.` : explainFailure(error), where);
  }
}

/** Returns the address of a text's page; empty if it would be too long. @param {string} text */
export function addressOf(text) {
  const address = `./?${encodeURIComponent(text).replace(/%(2F|3A|2C|3D|3B|40|2B)/g, decodeURIComponent)}`;
  return address.length > LONGEST_ADDRESS ? "" : address;
}

/** @param {string} text @param {string} key */
function go(text, key) {
  const address = addressOf(text);
  if (!address) sessionStorage.setItem("masume:text", text);
  location.assign(address || `./?saved#${key}`);
}

/** Says what is wrong with the text, and selects the line; an empty sentence takes it back. @param {string} sentence @param {string} [where] */
function tell(sentence, where = "") {
  const box = byId("text", HTMLTextAreaElement), number = Number(/line (\d+)/.exec(where)?.[1] ?? 0);
  document.querySelector(".unreadable")?.remove();
  find("open-error").textContent = sentence;
  box.toggleAttribute("aria-invalid", sentence !== "");
  if (!sentence) return;
  box.setAttribute("aria-invalid", "true");
  box.focus();
  const lines = box.value.split("\n"), start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  if (number) box.setSelectionRange(start, start + (lines[number - 1]?.length ?? 0));
}
