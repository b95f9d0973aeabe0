/** @file The time spent on a board: it runs while the board can be seen. */

/** Counts seconds; sends "tick" when the time shown may change, and "pause" when the player pauses or goes on. */
export class Timer extends EventTarget {
  isPaused = false;
  #seconds = 0;
  #since = 0; // when it began to run; 0 while it stands
  #isStopped = false;

  constructor() {
    super();
    document.addEventListener("visibilitychange", () => this.#update());
    setInterval(() => this.#tick(), 1000);
    this.#update();
  }

  get seconds() {
    return this.#seconds + (this.#since && (performance.now() - this.#since) / 1000);
  }

  /** Sets the time, and whether it stands still because the board is solved. @param {number} seconds @param {boolean} isStopped */
  set(seconds, isStopped) {
    this.#seconds = seconds;
    this.#since = 0;
    this.#isStopped = isStopped;
    this.#update();
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    if (isPaused === this.isPaused || (isPaused && this.#isStopped)) return;
    this.isPaused = isPaused;
    this.#update();
    this.dispatchEvent(new Event("pause"));
  }

  #update() {
    this.#seconds = this.seconds;
    this.#since = this.isPaused || this.#isStopped || document.hidden ? 0 : performance.now();
    this.#tick();
  }

  #tick() {
    this.dispatchEvent(new Event("tick"));
  }
}
