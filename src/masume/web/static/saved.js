/** @file The page of a board whose address is not known or too long: its text is in the browser's memory. */

import { addressOf } from "./opening.js";
import { load } from "./store.js";

async function open() {
  const puzzle = load(location.hash.slice(1))?.puzzle;
  const body = puzzle ? JSON.stringify(puzzle) : sessionStorage.getItem("masume:text");
  const address = body ? addressOf(body) : "./";
  if (address) return location.replace(address);
  const response = await fetch("./", { method: "POST", headers: { "Content-Type": "text/plain; charset=utf-8" }, body });
  if (!response.ok) throw new Error(response.statusText);
  const page = await response.text();
  document.open();
  document.write(page);
  document.close();
}

open().catch(() => document.querySelector("h1")?.replaceChildren("The server cannot open this board: it is too long, or the server does not answer."));
