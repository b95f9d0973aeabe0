/** @file The page of a board that is too long for an address: its text is in the browser's memory. */

import { load } from "./store.js";

async function open() {
  const puzzle = load(location.hash.slice(1))?.puzzle;
  const body = puzzle ? JSON.stringify(puzzle) : sessionStorage.getItem("masume:text");
  if (!body) return location.replace("./");
  const response = await fetch("./", { method: "POST", headers: { "Content-Type": "text/plain; charset=utf-8" }, body });
  const page = await response.text();
  document.open();
  document.write(page);
  document.close();
}

open().catch(() => document.querySelector("h1")?.replaceChildren("The server does not answer. Reload this page when it runs."));
