/** @file Small helpers for the document. */

/**
 * Returns the element with this id, which the page's own HTML always has.
 * @template {Element} T
 * @param {string} id @param {{new (): T, prototype: T}} type
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return found;
}

/** Returns the element with this id, of whatever kind. @param {string} id */
export const find = (id) => byId(id, HTMLElement);

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Partial<HTMLElementTagNameMap[K]>} [properties] @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Makes a button. @param {string} label @param {() => void} act @param {string} [className] - "next" for what to do next */
export function makeButton(label, act, className = "") {
  const button = make("button", { type: "button", className }, label);
  button.addEventListener("click", act);
  return button;
}

/** Returns whether the keys belong to a field, a dialog or a menu. @param {EventTarget | null} target */
export function takesKeys(target) {
  return document.querySelector("dialog[open], :popover-open") !== null
    || (target instanceof Element && target.matches("input, textarea, select"));
}

/** Says how many there are: "1 hint", "3 hints". @param {number} number @param {string} noun */
export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Returns a time as people read it: 0:07, 12:41, 1:02:03. @param {number} seconds */
export function clock(seconds) {
  const [hours, ...rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  return [...(hours ? [hours] : []), ...rest].map((part, index) => index ? String(part).padStart(2, "0") : part).join(":");
}

/** Copies a text, and returns what to say about it. @param {string} text @param {string} name - of what is copied */
export async function copy(text, name) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages that come neither by https nor from this machine have no clipboard of their own.
    const field = make("textarea", { value: text, className: "spoken" });
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (!isCopied) return "The browser does not let this page copy.";
  }
  return `${name} is copied.`;
}
