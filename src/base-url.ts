/**
 * The address of this script gives the address of the service. `document.currentScript` is set only during the first
 * run, so read it at the top level. A module passes its own URL.
 */
let scriptUrl = typeof document === "undefined" ? undefined : currentScriptUrl();

function currentScriptUrl(): string | undefined {
  const script = document.currentScript;
  return script instanceof HTMLScriptElement ? script.src : undefined;
}

/** Ignores any URL other than that of the service's own file, such as a bundle's. */
export const setModuleUrl = (url: string): void => {
  if (/^https?:.*\/tessera\.mjs$/.test(url)) scriptUrl ??= url;
};

/** The origin of the SDK's script; undefined if the SDK is part of the operator's bundle. */
export const scriptOrigin = (): string | undefined =>
  scriptUrl ? new URL(scriptUrl).origin : undefined;
