/** The sounds of a game, made of noise and sines, and what the phone does in the hand; nothing is
 * fetched but this.
 */
import { kept } from "./page.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** For how long a sound may wait for the browser to let it be heard, in milliseconds. */
const PATIENCE = 250;

let context = null;
let hiss = null;

/** Return the place where sounds are made, or null where the browser has none to give, or lets none
 * be heard before the page was touched.
 */
async function studio() {
  context ??= globalThis.AudioContext ? new AudioContext() : null;
  // A new one needs a moment to run, even where it may.
  if (context?.state === "suspended") await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]).catch(() => {});
  return context?.state === "running" ? context : null;
}

function noise(at, length, shape) {
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0, last = 0; i < data.length; i++) data[i] = last = 0.6 * last + 0.4 * (Math.random() * 2 - 1);
  }
  const source = new AudioBufferSourceNode(context, { buffer: hiss });
  voice(source, at, length, shape);
}

function tone(at, length, from, shape = {}) {
  const source = new OscillatorNode(context, { type: "sine", frequency: from });
  if (shape.to) source.frequency.exponentialRampToValueAtTime(shape.to, at + length);
  voice(source, at, length, shape);
}

/** Send a source through its filter and its rise and fall. */
function voice(source, at, length, { filter, volume = 0.3, rise = 0.005 }) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  const last = filter ? source.connect(new BiquadFilterNode(context, filter)) : source;
  last.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

const band = (frequency, Q = 0.8) => ({ type: "bandpass", frequency, Q });
const low = (frequency) => ({ type: "lowpass", frequency });

const SOUNDS = {
  kick: (at) => {
    noise(at, 0.09, { filter: low(900), volume: 0.6 });
    tone(at, 0.09, 70, { volume: 0.5 });
  },
  whoosh: (at) => noise(at, 0.6, { filter: band(900), volume: 0.12, rise: 0.3 }),
  heart: (at) => [0, 0.24].forEach((later) => tone(at + later, 0.1, 55, { volume: 0.6 })),
  net: (at) => noise(at, 0.25, { filter: { type: "highpass", frequency: 2500 }, volume: 0.35 }),
  roar: (at) => [500, 1100].forEach((pitch) => noise(at, 1.9, { filter: band(pitch), volume: 0.5, rise: 0.08 })),
  glove: (at) => tone(at, 0.12, 90, { volume: 0.7, to: 60 }),
  chest: (at) => tone(at, 0.1, 140, { volume: 0.7, to: 80 }),
  tick: (at) => tone(at, 0.05, 1250, { volume: 0.2 }),
  post: (at) => [640, 1710].forEach((pitch) => tone(at, 0.5, pitch, { volume: 0.18 })),
};

const SHAKES = {
  kick: 12, heart: [20, 100, 20, 140], roar: [60, 40, 60, 40, 180], glove: 70, chest: [40, 30, 20], post: [15, 20, 60],
};

/** Let a sound be heard, and felt, in so many milliseconds. */
export async function play(name, later = 0) {
  const start = performance.now();
  // What trembles in the hand moves too.
  if (SHAKES[name] && !still.matches) setTimeout(() => navigator.vibrate?.(SHAKES[name]), Math.max(0, later));
  if (!kept(localStorage, "sound")) return;
  const place = await studio();
  const rest = later - (performance.now() - start);
  if (place) SOUNDS[name](place.currentTime + Math.max(0, rest) / 1000);
}
