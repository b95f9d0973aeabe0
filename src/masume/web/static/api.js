/** @file Questions to the server, and which of them goes first. */

/** @typedef {import("../types.js").ApiError} ApiError */
/** @typedef {(signal: AbortSignal) => Promise<void>} Task */

const OFFLINE = "The server does not answer. Your marks are safe in this browser.";
const LONGEST_WAIT = 5; // seconds until a busy server is asked again
const SECONDS = 120; // the server's own limits are shorter

/** An answer that did not come; the message is a sentence for the player. */
export class Failure extends Error {
  /** @param {string} message @param {string} kind - "offline", "busy" or the server's word @param {ApiError} [details] */
  constructor(message, kind, details) {
    super(message);
    this.kind = kind;
    this.details = details;
  }
}

/** Returns whether an error only says that a question was cancelled. @param {unknown} error */
export function isCancelled(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Returns a sentence about what went wrong. @param {unknown} error */
export function explainFailure(error) {
  return error instanceof Failure ? error.message : `Something went wrong in this page: ${error}`;
}

/** Begins with a capital, unless it is the name of a place, and ends with a stop. @param {string} text */
export function asSentence(text) {
  const first = /^[a-z]+\d/.test(text) ? text[0] : text[0]?.toUpperCase();
  return `${first ?? ""}${text.slice(1)}${/[.?!:]$/.test(text) ? "" : "."}`;
}

/**
 * Asks the server, and returns its answer: JSON, or a file.
 * @param {string} name - such as "check" @param {object} question @param {AbortSignal} [signal]
 * @returns {Promise<any>} what the caller knows the answer to be
 */
export async function ask(name, question, signal) {
  const response = await post(name, question, "*/*", signal);
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  return await finish(isJson ? response.json() : response.blob());
}

/**
 * Asks the server, and yields its events as they come; an "error" event is a failure.
 * @param {string} name @param {object} question @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* follow(name, question, signal) {
  const { body } = await post(name, question, "text/event-stream", signal);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; reader;) {
    const { done, value } = await finish(reader.read());
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (event === "error") throw failureOf(JSON.parse(data), 0);
      if (event) yield { event, data: JSON.parse(data) };
    }
  }
}

/**
 * @param {string} name @param {object} question @param {string} accept @param {AbortSignal} [signal] @param {boolean} [isLast]
 * @returns {Promise<Response>}
 */
async function post(name, question, accept, signal, isLast = false) {
  const limit = AbortSignal.timeout(SECONDS * 1000);
  const response = await finish(fetch(`api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: accept },
    body: JSON.stringify(question),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }));
  if (response.ok) return response;
  const wait = Number(response.headers.get("Retry-After") ?? NaN);
  if (response.status !== 503 || isLast || !(wait <= LONGEST_WAIT)) {
    throw failureOf((await response.json().catch(() => null))?.error, response.status);
  }
  await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  signal?.throwIfAborted();
  return post(name, question, accept, signal, true);
}

/** Waits for the network, and says in a sentence what is wrong with it. @template T @param {Promise<T>} promise */
async function finish(promise) {
  try {
    return await promise;
  } catch (error) {
    if (isCancelled(error)) throw error;
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    throw isLate ? new Failure("That took too long.", "timeout") : new Failure(OFFLINE, "offline");
  }
}

/** @param {ApiError | undefined} details @param {number} status */
function failureOf(details, status) {
  if (status === 503) return new Failure("The server is busy. Please try again in a moment.", "busy");
  if (details) return new Failure(asSentence(details.message), details.kind, details);
  return new Failure(`The server could not answer (status ${status}).`, "server");
}

/** Runs one task at a time: what the player asks for cancels what runs, and what the page wants to know waits. */
export class Work {
  /** @type {Task[]} */ #waiting = [];
  /** @type {AbortController | null} */ #wish = null;
  /** @type {AbortController | null} */ #background = null;

  /** Does what the player asks for, at once. @param {Task} task */
  async doNow(task) {
    this.cancel();
    this.#background?.abort();
    const wish = this.#wish = new AbortController();
    try {
      await task(wish.signal);
    } catch (error) {
      if (!isCancelled(error)) throw error;
    } finally {
      if (this.#wish === wish) this.cancel();
    }
  }

  /** Cancels what the player has asked for. */
  cancel() {
    this.#wish?.abort();
    this.#wish = null;
    queueMicrotask(() => this.#goOn());
  }

  /** Does something when there is nothing else to do; if it is cancelled, it begins anew later. @param {Task} task */
  doLater(task) {
    this.#waiting.push(task);
    this.#goOn();
  }

  async #goOn() {
    const task = this.#waiting[0];
    if (!task || this.#wish || this.#background) return;
    this.#background = new AbortController();
    const isDone = await task(this.#background.signal).then(() => true, (error) => !isCancelled(error)); // nobody is waiting
    if (isDone) this.#waiting.shift();
    this.#background = null;
    this.#goOn();
  }
}
