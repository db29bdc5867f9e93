// The log of a webhook looks again, while something is on its way, how that went.
const EVERY = 1500;
const FOR = 60_000;

const log = document.querySelector("[data-log]");
const waiting = new Set([...log?.querySelectorAll("[data-pending]") ?? []].map((row) => row.dataset.pending));
const until = Date.now() + FOR;

const look = async () => {
  if (Date.now() > until) return clearInterval(timer);
  if (document.hidden) return;
  const answer = await fetch(`${log.dataset.log}?limit=20`, { headers: { Accept: "application/json" } }).catch(() => null);
  const { results = [] } = (answer?.ok && (await answer.json())) || {};
  const isNew = ({ id, status }) => waiting.has(id) && status !== "pending";
  if (results.some(isNew)) location.reload();
};
const timer = waiting.size ? setInterval(look, EVERY) : null;
