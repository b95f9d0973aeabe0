/** @file What the player prefers; all pages and tabs share it. */

import { byId } from "./dom.js";
import { keep, recall, watch } from "./store.js";

const USUAL = {
  errors: "once", // when broken rules are shown: at "once", when "asked", or "never"
  fade: true, // whether satisfied clues fade
  pieces: true, // whether pieces are coloured
  swap: false, // whether the mouse buttons are swapped
  timer: true, // whether the time is shown
  theme: "system", // or "light" or "dark"
};

/** The preferences, and the dialog whose fields are named after them; sends "change". */
export class Settings extends EventTarget {
  values = { ...USUAL, ...recall("settings") };
  #fields = [...byId("settings", HTMLDialogElement).querySelectorAll("input")];

  constructor() {
    super();
    for (const field of this.#fields) {
      field.addEventListener("change", () => {
        this.#set({ ...this.values, [field.name]: field.type === "radio" ? field.value : field.checked });
        keep("settings", this.values);
      });
    }
    watch((name) => name === "settings" && this.#set({ ...USUAL, ...recall("settings") }));
    this.#set(this.values);
  }

  /** @param {typeof USUAL} values */
  #set(values) {
    this.values = values;
    for (const field of this.#fields) {
      const value = values[/** @type {keyof typeof USUAL} */ (field.name)];
      field.checked = field.type === "radio" ? field.value === value : value === true;
    }
    const { dataset } = document.documentElement;
    if (values.theme === "system") delete dataset.theme;
    else dataset.theme = values.theme;
    this.dispatchEvent(new Event("change"));
  }
}
