/** One clock for all that moves in a scene: it can be slowed, waited for, and brought to its end. */
export class Clock {
  #runs = [];
  #waits = new Set();
  #start = null;

  /** `rate` below 1 is slow motion; where it `isStill`, everything is at its end immediately. */
  constructor({ rate = 1, isStill = false }) {
    Object.assign(this, { rate, isSkipped: isStill, isStill });
  }

  /** It begins with the first picture, which may take a slow phone a while. */
  get now() {
    return this.#start === null ? 0 : (performance.now() - this.#start) * this.rate;
  }

  /** Wait for a moment of the scene. */
  async until(moment) {
    while (!this.isSkipped && this.now < moment) await this.#pause((moment - this.now) / this.rate);
  }

  #pause(ms) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waits.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waits.add(done);
    });
  }

  run(node, frames, at, duration, easing = "ease-out", more = {}) {
    if (!node) return null;
    if (this.isStill) return settle(node, frames);
    const run = node.animate(frames, { delay: at, duration, easing, fill: "forwards", ...more });
    run.playbackRate = this.rate;
    if (!this.#runs.length) this.#begin(run);
    if (this.#start !== null) run.startTime = this.#start;
    this.#runs.push(run);
    if (this.isSkipped) finish(run);
    return run;
  }

  /** Let all begin when the first does, or in half a second where no one looks. */
  async #begin(run) {
    await Promise.race([run.ready, this.#pause(500)]).catch(() => {});
    this.#start = run.startTime ?? performance.now();
    if (!this.isSkipped) for (const one of this.#runs) one.startTime = this.#start;
  }

  /** Come to the end immediately. */
  skip() {
    this.isSkipped = true;
    this.#runs.forEach(finish);
    for (const done of [...this.#waits]) done();
  }

  /** Let nothing move any more, and nothing stay where it was moved to. */
  cancel() {
    for (const run of this.#runs.splice(0)) run.cancel();
  }
}

/** Put a node where its motion would have ended. */
function settle(node, frames) {
  const ends = Array.isArray(frames) ? frames.at(-1) : frames;
  for (const [name, value] of Object.entries(ends)) node.style[name] = Array.isArray(value) ? value.at(-1) : value;
  return null;
}

/** End a run, also one that would continue and on. */
function finish(run) {
  if (run.effect.getComputedTiming().endTime === Infinity) run.cancel();
  else run.finish();
}
