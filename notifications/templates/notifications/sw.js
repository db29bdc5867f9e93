{% autoescape off %}// The service worker: notifications, and what is shown when there is no net: the list of games and
// the games themselves as they were last seen, else a page that says so. The files of the pages carry
// a hash in their names and stay in the browser's own cache.
const SEEN = "seen";
const MOST_SEEN = 20;
const KEPT = "offline-{{ name }}";
const OFFLINE = "/offline/";
const FILES = [OFFLINE, "{{ style }}", "{{ icon }}"];

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
    for (const name of await caches.keys()) if (![KEPT, SEEN].includes(name)) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(old());
});

addEventListener("fetch", (event) => {
  const { mode, method, url } = event.request;
  // A form may log somebody in or out: nothing is left for the next one to read.
  if (method !== "GET" && mode === "navigate") event.waitUntil(caches.delete(SEEN));
  if (method !== "GET") return;
  if (mode === "navigate") {
    event.respondWith(visit(event));
  } else if (FILES.includes(new URL(url).pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
  }
});

const isKept = (path) => path === "/" || /^\/games\/[A-Za-z2-9]{8}\/$/.test(path);

// Ask for a page; keep it, and show it as it was where there is no net.
const visit = async (event) => {
  const { pathname } = new URL(event.request.url);
  try {
    const answer = await fetch(event.request);
    // Whoever logs out, or was logged out, leaves nothing for the next one to read.
    if (pathname.startsWith("/accounts/")) event.waitUntil(caches.delete(SEEN));
    else if (isKept(pathname) && answer.ok && !answer.redirected) event.waitUntil(keep(pathname, answer.clone()));
    return answer;
  } catch {
    return (isKept(pathname) && (await asSeen(pathname))) || caches.match(OFFLINE);
  }
};

const keep = async (path, answer) => {
  const cache = await caches.open(SEEN);
  await cache.delete(path);
  await cache.put(path, answer);
  for (const old of (await cache.keys()).slice(0, -MOST_SEEN)) await cache.delete(old);
};

const asSeen = async (path) => {
  const answer = await (await caches.open(SEEN)).match(path, { ignoreVary: true });
  if (!answer) return null;
  const words = "{% filter escapejs %}{% trans "You're offline. This is the last version you saw." %}{% endfilter %}";
  const text = (await answer.text()).replace(/<main [^>]*>/, `$&<p class="note warn" role="status">${words}</p>`);
  return new Response(text, { headers: answer.headers });
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
