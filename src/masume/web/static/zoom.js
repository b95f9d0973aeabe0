/**
 * @file Zooming and moving the board; none of it writes on the board.
 *
 * The wheel zooms where the pointer is.  While nothing is zoomed, it scrolls the page instead, if that can scroll: down, or
 * back up.  Two fingers zoom and move; so do the middle button, dragging with the space bar held, and the keys + - 0.
 */

/** @import {BoardView} from "./board.js" */
/** @import {Point} from "../types.js" */

const WHEEL_PAUSE = 250; // milliseconds, after which a turn of the wheel is a new one
const WHEEL_LINE = 16; // pixels
const KEY_FACTOR = 1.25;

/** Lets wheel, fingers and keys zoom. @param {BoardView} view */
export function attachZoom(view) {
  listenToWheel(view);
  listenToKeys(view);
  listenToPointers(view);
}

/** @param {BoardView} view */
function listenToWheel({ root, camera }) {
  let last = -Infinity, scrolls = false;
  root.addEventListener("wheel", (event) => {
    const { ctrlKey, deltaY, deltaMode, timeStamp } = event, page = document.documentElement;
    if (timeStamp - last > WHEEL_PAUSE) scrolls = !ctrlKey && !camera.isZoomed && (deltaY > 0 || page.scrollTop > 0);
    last = timeStamp;
    if (scrolls) return;
    event.preventDefault();
    const pixels = deltaY * (deltaMode ? WHEEL_LINE : 1);
    // When fingers spread on a trackpad, browsers report small steps with ctrl.
    camera.zoomBy(Math.exp(-pixels * (ctrlKey && Math.abs(pixels) < 50 ? 0.01 : 0.0015)), [event.clientX, event.clientY]);
  }, { passive: false });
}

/** @param {BoardView} view */
function listenToKeys({ root, camera }) {
  root.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") camera.zoomBy(KEY_FACTOR);
    else if (event.key === "-") camera.zoomBy(1 / KEY_FACTOR);
    else if (event.key === "0") camera.fit();
    else return;
    event.preventDefault();
  });
}

/** Lets two fingers, the middle button, or a button with the space bar, hold the board. @param {BoardView} view */
function listenToPointers(view) {
  const { root, camera } = view, held = /** @type {Map<number, Point>} */ (new Map());
  let isSpaceDown = false, isOver = false;
  const grip = () => {
    const [[x, y], [u, v]] = [...held.values(), ...held.values()];
    return { middle: /** @type {Point} */ ([(x + u) / 2, (y + v) / 2]), width: Math.hypot(u - x, v - y) || 1 };
  };
  // While events are captured, so that a stroke does not begin.
  root.addEventListener("pointerdown", (event) => {
    const isFinger = event.pointerType === "touch";
    if (!isFinger && event.button !== 1 && !(event.button === 0 && isSpaceDown)) return;
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (isFinger) return;
    event.preventDefault();
    event.stopPropagation();
    root.setPointerCapture(event.pointerId);
    view.dispatchEvent(new Event("pan"));
  }, { capture: true });
  root.addEventListener("pointermove", (event) => {
    if (!held.has(event.pointerId)) return;
    const before = grip();
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (event.pointerType === "touch" && held.size < 2) return; // this is a stroke
    const { middle, width } = grip();
    camera.panBy(middle[0] - before.middle[0], middle[1] - before.middle[1]);
    camera.zoomBy(width / before.width, middle);
  }, { capture: true });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
    root.addEventListener(name, ({ pointerId }) => void held.delete(pointerId), { capture: true });
  }
  root.addEventListener("mousedown", (event) => { if (event.button === 1) event.preventDefault(); }); // no autoscroll
  root.addEventListener("pointerenter", () => { isOver = true; });
  root.addEventListener("pointerleave", () => { isOver = false; });
  addEventListener("keydown", (event) => {
    const { activeElement, body } = document;
    if (event.key !== " " || (activeElement !== root && activeElement !== body)) return;
    isSpaceDown = true;
    if (isOver && activeElement === body) event.preventDefault(); // the page would scroll
  });
  addEventListener("keyup", (event) => { if (event.key === " ") isSpaceDown = false; });
  addEventListener("blur", () => { isSpaceDown = false; });
}
