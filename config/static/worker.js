// The one way in which a page starts the service worker, as the content policy demands.
const policy = self.trustedTypes?.createPolicy("eleven", {
  createScriptURL: (url) => (url === "/sw.js" ? url : ""),
});

/** Starts the worker; null where the browser has none. */
export const startWorker = async () => {
  if (!("serviceWorker" in navigator)) return null;
  try {
    return await navigator.serviceWorker.register(policy?.createScriptURL("/sw.js") ?? "/sw.js");
  } catch {
    return null;
  }
};
