// Notifications on this device: may we, turn them on and off, and clear what is no longer true.
import { startWorker } from "../worker.js";
import { spoken, t } from "../words.js";

const KEPT = "push";
const API = "/api/v1/push";

const token = () =>
  (document.cookie.match(/(?:^|; )__Host-csrftoken=([^;]+)/) ??
    document.cookie.match(/(?:^|; )csrftoken=([^;]+)/))?.[1] ?? "";

const ask = async (method, path, body) => {
  const answer = await fetch(API + path, {
    method,
    headers: {
      Accept: "application/json",
      "Accept-Language": spoken,
      "X-CSRFToken": token(),
      ...(body && { "Content-Type": "application/json" }),
    },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) {
    const problem = await answer.json().catch(() => ({}));
    throw new Error(problem.detail ?? t("The server didn't answer. Try again."));
  }
  return answer.status > 201 ? null : answer.json();
};

/** What this device can do: "on", "off", "denied", "install" (iPhone, not installed), "none". */
export const pushState = async () => {
  const isPhoneOfApple = /iP(hone|ad|od)/.test(navigator.userAgent);
  if (!("PushManager" in self) || !("Notification" in self)) return isPhoneOfApple ? "install" : "none";
  if (Notification.permission === "denied") return "denied";
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  return subscription && Notification.permission === "granted" ? "on" : "off";
};

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

const subscribe = async () => {
  await startWorker();
  const worker = await navigator.serviceWorker.ready;
  const { public_key: key } = await ask("GET", "");
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(key),
  });
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await ask("POST", "/subscriptions", { endpoint, keys });
  localStorage.setItem(KEPT, JSON.stringify({ id, endpoint }));
  return id;
};

/** Asks for leave and subscribes; must be called from a tap. Returns the new state. */
export const turnOn = async () => {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  await subscribe();
  return "on";
};

/** Ends the subscription of this device. */
export const turnOff = async () => {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  localStorage.removeItem(KEPT);
  if (kept) await ask("DELETE", `/subscriptions/${kept.id}`);
};

/** Has the server send a test to this device. */
export const sendTest = async () => {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  await ask("POST", `/subscriptions/${kept?.id ?? (await subscribe())}/test`);
};

/** The server's number of this device, or null. */
export const ownDevice = () => JSON.parse(localStorage.getItem(KEPT) ?? "null")?.id?.toString() ?? null;

/** Renews a subscription that the browser has replaced or lost since it was made. */
export const keepPush = async () => {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  if (!kept || !("PushManager" in self) || Notification.permission !== "granted") return;
  const worker = await startWorker();
  const subscription = await worker?.pushManager.getSubscription();
  if (subscription?.endpoint !== kept.endpoint) await subscribe();
};

/** Closes the notifications for which `isStale(tag)` holds. */
export const closeStale = async (isStale) => {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await worker?.getNotifications()) ?? []) if (isStale(shown.tag)) shown.close();
};

/** Puts the number of waiting games on the icon of the installed app. */
export const setBadge = async (count) => {
  try {
    if (count > 0) await navigator.setAppBadge?.(count);
    else await navigator.clearAppBadge?.();
  } catch {
    // Not installed, or not allowed: the number is on the page as well.
  }
};
