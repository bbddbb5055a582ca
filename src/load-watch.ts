import { diagnose } from "./diagnosis.ts";
import type { Settings } from "./settings.ts";
import { integratorError, TesseraError } from "./tessera-error.ts";

/** How long a loaded frame may stay silent before the diagnosis starts. */
const silenceMs = 1000;
/** Longest wait for `load` before the diagnosis starts. */
const longestLoadMs = 12_000;
/** A frame that is not ready by then is reported, even without a known cause. */
const deadlineMs = 20_000;

export interface LoadWatch {
  /** Call this when the frame's script is connected. From then on only the deadline counts. */
  connected(): void;
  stop(): void;
}

/**
 * Finds out why a frame does not become ready. Browsers fire `load`, never `error`, for blocked frames and dead
 * servers. Reports a violation of the page's Content-Security-Policy at once; after silence, the service names the
 * cause (diagnosis.ts). Reports once: `csp`, `network`, `wrong_key`, `wrong_origin`, `isolated` or `timeout`. `loaded`:
 * the frame was already in the page.
 */
export const watchLoad = (
  frame: HTMLIFrameElement,
  settings: Settings,
  report: (error: TesseraError) => void,
  loaded = false,
): LoadWatch => {
  const { apiUrl: origin } = settings;
  const abort = new AbortController();
  let asked = false;
  let connected = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    abort.abort();
    clearTimeout(silence);
    clearTimeout(loadTimer);
    clearTimeout(deadline);
  };
  const fail = (error: TesseraError) => {
    if (abort.signal.aborted) return;
    stop();
    report(error);
  };
  const ask = async () => {
    if (asked || connected) return;
    asked = true;
    const cause = await diagnose(settings, abort.signal);
    // A CSP violation may be the real cause; its event follows.
    if (cause) setTimeout(() => fail(cause));
    else if (!abort.signal.aborted && !connected && !loaded) retry();
  };
  const supportsCredentialless = "credentialless" in frame;
  // Key and origin are right, but the frame is silent. The page may have COEP without being isolated (see frame.ts),
  // which no API reports; otherwise a reload does no harm. A frame from the operator's HTML is not reloaded: the
  // customer may have typed into it. Firefox and Safari have no `credentialless` frames: there only the likely cause is
  // reported.
  const retry = () => {
    if (!supportsCredentialless) {
      if (window.crossOriginIsolated)
        fail(
          integratorError(
            "isolated",
            "This browser blocks frames in cross-origin isolated pages. Remove Cross-Origin-Embedder-Policy.",
          ),
        );
      return;
    }
    const { src } = frame;
    frame.setAttribute("credentialless", "");
    frame.src = src;
    // On a slow device the first try may have used most of the time.
    clearTimeout(deadline);
    deadline = setTimeout(late, deadlineMs);
  };
  const late = () =>
    fail(
      new TesseraError({
        code: "timeout",
        party: "network",
        message: `The frame of ${origin} was not ready after ${deadlineMs / 1000} seconds. The cause is unknown${supportsCredentialless ? "" : "; it may be this page's Cross-Origin-Embedder-Policy"}.`,
      }),
    );

  const loadTimer = setTimeout(() => void ask(), longestLoadMs);
  let deadline = setTimeout(late, deadlineMs);
  const onLoad = () => {
    silence = setTimeout(() => void ask(), silenceMs);
  };
  frame.addEventListener("load", onLoad, { signal: abort.signal });
  if (loaded) onLoad();
  document.addEventListener(
    "securitypolicyviolation",
    (event) => {
      const [directive = ""] =
        /^(frame|child|default|connect)-src/.exec(event.effectiveDirective) ?? [];
      if (!directive || event.disposition !== "enforce" || !event.blockedURI.startsWith(origin))
        return;
      const silent = directive === "connect-src";
      fail(
        integratorError(
          "csp",
          `This page's Content-Security-Policy blocks ${silent ? "the frame's diagnosis" : "the frame"}. Add "${silent ? directive : "frame-src"} ${origin}" to it.`,
        ),
      );
    },
    { signal: abort.signal },
  );

  return {
    connected() {
      connected = true;
      clearTimeout(silence);
    },
    stop,
  };
};
