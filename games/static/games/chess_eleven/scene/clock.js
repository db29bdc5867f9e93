/** One clock for all that moves in a scene: it can be slowed, waited for, and brought to its end. */
export class Clock {
  #runs = [];
  #waits = new Set();
  #start = performance.now();

  /** `rate` below 1 is slow motion; where it `isStill`, everything is at its end immediately. */
  constructor({ rate = 1, isStill = false }) {
    Object.assign(this, { rate, isSkipped: isStill, isStill });
  }

  get now() {
    return (performance.now() - this.#start) * this.rate;
  }

  /** Wait for a moment of the scene. */
  until(moment) {
    const rest = moment - this.now;
    if (this.isSkipped || rest <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waits.delete(done);
        resolve();
      };
      const timer = setTimeout(done, rest / this.rate);
      this.#waits.add(done);
    });
  }

  run(node, frames, at, duration, easing = "ease-out", more = {}) {
    if (!node) return null;
    if (this.isStill) return settle(node, frames);
    const run = node.animate(frames, { delay: Math.max(0, at - this.now), duration, easing, fill: "forwards", ...more });
    run.playbackRate = this.rate;
    this.#runs.push(run);
    if (this.isSkipped) finish(run);
    return run;
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
