/** @file Measures what changes marks, for benchmarks/web.py. */

const MOST = 1000;
let isMeasuring = false;

/**
 * Calls a function.  If it changes marks, "stroke-script" is the time until it is done, and "stroke" until a frame with the
 * change has been drawn: a message that is sent while a frame is prepared arrives as soon as that is complete.
 * @template T
 * @param {EventTarget} game @param {() => T} handle
 * @returns {T}
 */
export function measured(game, handle) {
  const start = performance.now();
  let hasChanged = false;
  const notice = () => { hasChanged = true; };
  game.addEventListener("change", notice);
  const result = handle();
  game.removeEventListener("change", notice);
  if (hasChanged && !isMeasuring) measureFrom(start);
  return result;
}

/** @param {number} start */
function measureFrom(start) {
  isMeasuring = true;
  performance.measure("stroke-script", { start });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    isMeasuring = false;
    performance.measure("stroke", { start });
    port1.close();
  };
  requestAnimationFrame(() => port2.postMessage(null));
  if (performance.getEntriesByName("stroke").length < MOST) return;
  for (const name of ["stroke", "stroke-script"]) performance.clearMeasures(name);
}
