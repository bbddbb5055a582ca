/**
 * Where the script came from is where the service is. `document.currentScript` is set only while the
 * script runs for the first time, so it is read at the top level; a module passes its own URL.
 */
let scriptUrl = typeof document === "undefined" ? undefined : currentScriptUrl();

function currentScriptUrl(): string | undefined {
  const script = document.currentScript;
  return script instanceof HTMLScriptElement ? script.src : undefined;
}

/** Tells the URL of the module; one that isn't the service's own file (a bundle) is left alone. */
export const setModuleUrl = (url: string): void => {
  if (/^https?:.*\/tessera\.mjs$/.test(url)) scriptUrl ??= url;
};

/** The origin that served the script, or undefined where it is part of the operator's bundle. */
export const scriptOrigin = (): string | undefined =>
  scriptUrl ? new URL(scriptUrl).origin : undefined;
