{% autoescape off %}// The service worker: notifications, turns that wait to be sent, and what is shown when there is no
// net: the list of games and the games themselves as they were last seen, with the files that these
// pages fetched, else a page that says so.
const SEEN = "seen";
const MOST_SEEN = 20;
const PARTS = "parts";
const MOST_PARTS = 200;
const KEPT = "offline-{{ name }}";
const OFFLINE = "/offline/";
const FILES = [OFFLINE, "{{ style }}", "{{ icon }}"];
const LANGUAGE = "{{ language }}";

{{ outbox }}

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (![KEPT, SEEN, PARTS].includes(name)) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(old());
});

addEventListener("fetch", (event) => {
  const { mode, method, url } = event.request;
  // A form may log somebody in or out: nothing is left for the next one to read.
  if (method !== "GET" && mode === "navigate") event.waitUntil(forget());
  if (method !== "GET") return;
  const { pathname, origin } = new URL(url);
  if (mode === "navigate") {
    event.respondWith(visit(event));
  } else if (origin === location.origin && isKept(pathname)) {
    event.respondWith(renew(event.request, pathname, (kept) => event.waitUntil(kept)));
  } else if (origin === location.origin && pathname.startsWith("{{ static }}")) {
    event.respondWith(part(event));
  }
});

// How often all that was seen was forgotten: what was asked for before is not kept after.
let forgotten = 0;
const forget = () => {
  forgotten += 1;
  return caches.delete(SEEN);
};

const isKept = (path) => path === "/" || /^\/games\/[A-Za-z2-9]{8}\/$/.test(path);

// Ask for a page; keep it, and show it as it was where there is no net.
const visit = async (event) => {
  const { pathname } = new URL(event.request.url);
  try {
    const answer = isKept(pathname)
      ? await renew(event.request, pathname, (kept) => event.waitUntil(kept))
      : await fetch(event.request);
    // A page of the log-in or log-out: the next reader finds nothing of this one.
    if (pathname.startsWith("/accounts/")) event.waitUntil(forget());
    return answer;
  } catch {
    return (isKept(pathname) && (await asSeen(pathname))) || caches.match(OFFLINE);
  }
};

// A file of a page. One with a hash in its name never changes.
const part = async (event) => {
  const { url } = event.request;
  const cache = await caches.open(PARTS);
  const known = /\.[0-9a-f]{12}\.\w+$/.test(url) && (await cache.match(url));
  if (known) return known;
  try {
    const answer = await fetch(event.request);
    if (answer.status === 200) event.waitUntil(put(cache, url, answer.clone(), MOST_PARTS));
    return answer;
  } catch (error) {
    const kept = await caches.match(url, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
};

// Keep an answer, and no more than so many; where there is no room, nothing is kept.
const put = async (cache, path, answer, most) => {
  try {
    await cache.delete(path);
    await cache.put(path, answer);
    for (const old of (await cache.keys()).slice(0, -most)) await cache.delete(old);
  } catch {
    // The page is there all the same.
  }
};

// Ask for a page, and keep it as it is now.
const renew = async (request, path, waits) => {
  const before = forgotten;
  const answer = await fetch(request);
  if (answer.ok && !answer.redirected && before === forgotten) waits(keep(path, answer.clone(), before));
  return answer;
};

const keep = async (path, answer, before) => {
  await put(await caches.open(SEEN), path, answer, MOST_SEEN);
  if (before !== forgotten) await caches.delete(SEEN);
};

const asSeen = async (path) => {
  const answer = await (await caches.open(SEEN)).match(path, { ignoreVary: true });
  if (!answer) return null;
  const words = "{% filter escapejs %}{% trans "You're offline. This is how it was {ago}." %}{% endfilter %}"
    .replace("{ago}", ago(answer));
  const text = (await answer.text()).replace(/<main [^>]*>/, `$&<p class="note warn" role="status">${words}</p>`);
  return new Response(text, { headers: answer.headers });
};

const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]];

// How long ago an answer came, in words.
const ago = (answer) => {
  const age = Math.max(60_000, Date.now() - Date.parse(answer.headers.get("date")));
  const [unit, length] = UNITS.find((one) => age >= one[1]) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(LANGUAGE).format(-Math.floor(age / length), unit);
};

// The connection is back, and no page may be open: what waits is sent.
addEventListener("sync", (event) => {
  if (event.tag === "turns") event.waitUntil(sendTurns());
});

const sendTurns = async () => {
  const left = await outbox.deliver({ sent: renewGame, refused: tellRefused });
  if (left.length) throw left;
};

// What was kept of a game shows the turn from now on.
const renewGame = async ({ game }) => {
  const path = `/games/${game}/`;
  if (!(await caches.match(path, { cacheName: SEEN, ignoreVary: true }))) return;
  let keeping;
  await renew(path, path, (kept) => (keeping = kept)).catch(() => {});
  await keeping;
};

const tellRefused = async ({ game, why }) => {
  const navigate = `/games/${game}/`;
  const title = "{% filter escapejs %}{% trans "Your turn wasn't played" %}{% endfilter %}";
  // Without leave to notify, the pages say so.
  await tell({ notification: { title, body: why, navigate, tag: `unplayed-${game}`, lang: LANGUAGE } }).catch(() => {});
};

// A message is declarative web push JSON, so that a phone which knows that form can show it by
// itself: {web_push: 8030, notification: {title, body, navigate, tag, app_badge, data}}.
// data.stale lists the tags of notifications that are no longer true.
const tell = async (message) => {
  const { title, body, navigate, tag, lang = "en", app_badge: count, data } = message.notification;
  for (const stale of data?.stale ?? []) {
    for (const shown of await registration.getNotifications({ tag: stale })) shown.close();
  }
  const badge = count ?? message.app_badge;
  if (badge !== undefined) await mark(Number(badge));
  await registration.showNotification(title, {
    body,
    tag,
    lang,
    renotify: Boolean(tag),
    icon: "{{ picture }}",
    badge: "{{ silhouette }}",
    data: { navigate },
  });
};

const mark = async (count) => {
  try {
    if (count > 0) await navigator.setAppBadge?.(count);
    else await navigator.clearAppBadge?.();
  } catch {
    // The app is not installed, or may show no badge.
  }
};

addEventListener("push", (event) => {
  let message;
  try {
    message = event.data.json();
  } catch {
    const body = "{% filter escapejs %}{% trans "There's news." %}{% endfilter %}";
    message = { notification: { title: "Chess Eleven", body, navigate: "/" } };
  }
  event.waitUntil(tell(message));
});

// An open tab on the same page, else the tab that shows the games, else a new one.
const show = async (address) => {
  const target = new URL(address, location.origin);
  if (target.origin !== location.origin) return;
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const at = (path) => tabs.find((tab) => new URL(tab.url).pathname === path);
  const open = at(target.pathname);
  const tab = open ?? at("/");
  if (!tab) return clients.openWindow(target.href);
  await tab.focus().catch(() => {});
  if (open) return;
  // A tab from before the worker began cannot be led anywhere.
  await tab.navigate(target.href).catch(() => clients.openWindow(target.href));
};

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.navigate ?? "/"));
});
{% endautoescape %}
