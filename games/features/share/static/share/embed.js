// A frame in someone else's page: it follows the running game while it can be seen.
const main = document.querySelector("main");
const { state, events, last, reload } = main.dataset;
// Whatever happens in a game changes what there is to see.
const NEWS = ["formation.changed", "round.started", "turn.played", "round.ended", "act.done", "player.out", "draw.offered", "game.finished"];
const POLLED = 60_000;
let number = Number(last);
let source = null;
let isInSight = false;
let timer = 0;

async function look() {
  const answer = await fetch(state, { credentials: "omit" }).catch(() => null);
  if (!answer?.ok) return;
  const shown = await answer.json();
  number = shown.last_event;
  document.getElementById("headline").textContent = shown.headline;
  document.getElementById("line").textContent = shown.line;
  const board = document.getElementById("board");
  if (!board.src.endsWith(shown.picture)) board.src = shown.picture;
  document.title = shown.headline;
  if (!shown.is_running) {
    delete main.dataset.running;
    rest();
  }
}

function follow() {
  if (source || !("running" in main.dataset)) return;
  source = new EventSource(`${events}?after=${number}`);
  for (const name of NEWS) source.addEventListener(name, look);
  // Where no stream can be had, it is asked now and then.
  source.addEventListener("error", () => {
    if (source?.readyState === EventSource.CLOSED) timer ||= setInterval(look, POLLED);
  });
}

function rest() {
  source?.close();
  source = null;
  clearInterval(timer);
  timer = 0;
}

function decide() {
  if (isInSight && !document.hidden) follow();
  else rest();
}

if (reload) {
  setInterval(() => document.hidden || location.reload(), Number(reload) * 1000);
} else {
  new IntersectionObserver(([entry]) => {
    isInSight = entry.isIntersecting;
    decide();
  }).observe(main);
  document.addEventListener("visibilitychange", decide);
}
