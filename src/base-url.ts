/**
 * The script's own address gives the service's address. `document.currentScript` is set only during
 * the script's first run, so it is read at the top level; a module passes its own URL.
 */
let scriptUrl = typeof document === "undefined" ? undefined : currentScriptUrl();

function currentScriptUrl(): string | undefined {
  const script = document.currentScript;
  return script instanceof HTMLScriptElement ? script.src : undefined;
}

/** Sets the URL of the module. Ignores any file other than the service's own (such as a bundle). */
export const setModuleUrl = (url: string): void => {
  if (/^https?:.*\/tessera\.mjs$/.test(url)) scriptUrl ??= url;
};

/**
 * Returns the origin that served the script; undefined if the script is part of the operator's
 * bundle.
 */
export const scriptOrigin = (): string | undefined =>
  scriptUrl ? new URL(scriptUrl).origin : undefined;
