/** The penalties of a match as they went, one after the other on the pitch. What plays them is
 * fetched when someone wants to see them; the list below tells the same.
 */
import { byId, embedded, say } from "../games/page.js";
import { scoreText, t } from "../words.js";

const PAUSE = 700;
const { names, shots } = embedded("page");
const stage = byId("stage");
const watch = byId("watch");
const lines = [...document.querySelectorAll(".penalties > li")];
const [whites, blacks] = [...document.querySelectorAll(".marks tr")].map((row) => [...row.querySelectorAll("td")]);
/** The mark of each shot in its order; the sums come last. */
const marks = shots.map(({ side, number }) => (side === "white" ? whites : blacks)[number - 1]);
const told = [...lines, ...whites, ...blacks];

/** Where the ball lies and how the board stands before a shot of a side. */
const SPOTS = {
  white: (king) => `${king === "d" ? "3k4" : "4k3"}/8/8/8/3Q4/8/8/8 w d4 open - 1`,
  black: (king) => `8/8/8/3q4/8/8/8/${king === "d" ? "3K4" : "4K3"} b d5 open - 1`,
};

/** Return a penalty as the turn of a game that the pitch knows how to play. */
function turnOf({ side, target, king, roll, is_goal: isGoal }) {
  const rank = side === "white" ? 8 : 1;
  const shot = { type: "shot", outcome: isGoal ? "goal" : "save", at: isGoal ? target + rank : king + rank };
  return { side, position_before: SPOTS[side](king), actions: [`!${target}${rank}`], events: [shot], rolls: [roll] };
}

async function play() {
  watch.disabled = true;
  const [{ play: perform }, { read, parse }] = await Promise.all([
    import("../games/chess_eleven/motion.js"), import("../games/chess_eleven/pieces.js"), import("../games/chess_eleven/pitch.js"),
  ]);
  stage.hidden = false;
  let isOver = false;
  byId("rest").onclick = () => (isOver = true);
  const score = { white: 0, black: 0 };
  tell(score);
  for (const one of told) one.classList.add("unseen");
  stage.scrollIntoView({ block: "start" });
  for (const [i, shot] of shots.entries()) {
    if (isOver) break;
    const pitch = turnTo(shot.side);
    const turn = turnOf(shot);
    const { men, ball } = read(turn.position_before);
    pitch.show({ men, ball, isInert: true });
    say(t("{name} shoots.", { name: names[shot.side] }));
    if (!pitch.isStill) await wait(PAUSE);
    const chances = [{ word: "goal", percent: shot.chance }, { word: "save", percent: 100 - shot.chance }];
    const show = () => {
      score[shot.side] += shot.is_goal;
      tell(score);
      lines[i].classList.remove("unseen");
      marks[i].classList.remove("unseen");
    };
    await perform(pitch, turn, { chances, told: show, isModal: false });
    const { to } = parse(turn.actions[0]);
    pitch.show({ men, ball: shot.is_goal ? null : turn.events[0].at, scored: shot.is_goal ? to : undefined, isInert: true });
    if (pitch.isStill) await wait(PAUSE);
  }
  if (!isOver) await wait(3 * PAUSE);
  for (const one of told) one.classList.remove("unseen");
  stage.hidden = true;
  watch.disabled = false;
}

/** Show the pitch from the side of who shoots. */
function turnTo(side) {
  for (const pitch of stage.querySelectorAll("ce-pitch")) pitch.hidden = pitch.dataset.side !== side;
  return stage.querySelector(`ce-pitch[data-side=${side}]`);
}

function tell({ white, black }) {
  byId("tally").textContent = `${names.white} ${scoreText(white, black)} ${names.black}`;
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

watch.hidden = false;
watch.addEventListener("click", play);
