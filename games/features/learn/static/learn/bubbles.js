/** The first game of a guest: each mark is explained once, as it first lies on the pitch. */
import { byId, el, keep, kept } from "../games/page.js";
import { t } from "../words.js";

const NAME = "explained";
// In the order in which they are worth explaining, by what they are called on the pitch.
const WORDS = {
  alarm: t("Sign at your king: he's in check. Get him out."),
  cross: t("Cross in the net: tap it to shoot. You see the chances first."),
  prize: t("Small ball: capture this piece to win the ball."),
  loop: t("Circle: the ball is here. Go and get it."),
  ring: t("Dashed ring: pass to this teammate."),
  bracket: t("Four corners: you can capture this piece."),
  dot: t("Dot: a piece can move here. A piece with the ball takes it along."),
};

// The kind of act that a mark stands for, where it isn't a move.
const KINDS = { cross: "shot", ring: "pass" };

const pitch = document.querySelector("ce-pitch");
let bubble = null;
let mark = "";

function look() {
  // What is explained is to be seen: with its mark a bubble goes, and makes room for the next.
  if (bubble && !pitch.querySelector(`path.${mark}`)) return close();
  if (bubble || byId("kinds").hidden) return;
  const told = kept(localStorage, NAME) ?? [];
  const name = Object.keys(WORDS).find((one) => !told.includes(one) && pitch.querySelector(`path.${one}`));
  if (!name) return;
  keep(localStorage, NAME, [...told, name]);
  mark = name;
  bubble = el("p", { class: "bubble", role: "status" }, WORDS[name], " ",
    el("button", { type: "button", class: "btn", textContent: t("Got it"), onclick: close }));
  byId("kinds").after(bubble);
  const [kind, { left, width }] = [byId("kinds").querySelector(`[data-kind="${KINDS[name] ?? "move"}"]`).getBoundingClientRect(), bubble.getBoundingClientRect()];
  // Beside what stands in it, less half the tail.
  bubble.style.setProperty("--tail", `calc(${(kind.left + kind.width * 0.7 - left) / width * 100}% - 9px)`);
}

function close() {
  bubble.remove();
  bubble = null;
  look();
}

new MutationObserver(look).observe(pitch, { childList: true, subtree: true });
look();
