/**
 * The address of this script gives the address of the service. `document.currentScript` is set only during the first
 * run, so read it at the top level. A module passes its own URL.
 */
const script = globalThis.document?.currentScript;
// `<img name="currentScript">` in HTML of a page's users takes the script's place in `document`.
let scriptUrl = script && script instanceof HTMLScriptElement ? script.src : undefined;

/** Ignores any URL other than that of the service's own file, such as a bundle's. */
export const setModuleUrl = (url: string): void => {
  if (/^https?:.*\/tessera\.mjs$/.test(url)) scriptUrl ??= url;
};

/**
 * The origin of the SDK's script; undefined if the SDK is part of the operator's bundle. The browser has normalized the
 * address. A first `URL` or regular expression would delay the page's first widget by half a millisecond each.
 */
export const scriptOrigin = (): string | undefined =>
  scriptUrl?.startsWith("http") ? scriptUrl.split("/", 3).join("/") : undefined;
