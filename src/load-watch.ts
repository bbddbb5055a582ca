import { diagnose } from "./diagnosis.ts";
import type { Settings } from "./settings.ts";
import { integratorError, TesseraError } from "./tessera-error.ts";

/** A frame that was loaded has this long to speak before the cause of its silence is looked for. */
const silenceMs = 1000;
/** Without `load` the cause is looked for after this long. */
const patienceMs = 12_000;
/** A frame that isn't ready by then is reported, even where nothing seems wrong. */
const deadlineMs = 20_000;

/** Watches a frame until it is ready. */
export interface LoadWatch {
  /** The frame's script speaks: only the deadline is watched from here on. */
  connected(): void;
  /** Ends the watch; nothing is reported any more. */
  stop(): void;
}

/**
 * Finds out why a frame doesn't come up. Browsers fire `load`, never `error`, for frames that are
 * blocked or whose server is dead, so: a violation of the page's own Content-Security-Policy tells at
 * once; silence after `load`, or for long, asks the service (see diagnosis.ts). Reports once:
 * `csp`, `network`, `wrong_key`, `wrong_origin`, `isolated` or `timeout`. `loaded`: the frame was there before.
 */
export const watchLoad = (
  frame: HTMLIFrameElement,
  settings: Settings,
  report: (error: TesseraError) => void,
  loaded = false,
): LoadWatch => {
  const { origin } = new URL(frame.src);
  const abort = new AbortController();
  let asked = false;
  let connected = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    abort.abort();
    clearTimeout(silence);
    clearTimeout(patience);
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
    // A violation of the page's CSP may have been the cause of that; its event comes right after.
    if (cause) setTimeout(() => fail(cause));
    else if (!abort.signal.aborted && !connected && !loaded) retry();
  };
  const takesCredentialless = "credentialless" in frame;
  // Right key, right origin, and yet silent: the page may have COEP without being isolated (see
  // frame.ts), which nothing tells. Where it isn't so, this only loads the silent frame once more; one
  // from the operator's HTML may have been typed into, and stays. Firefox and Safari know no
  // `credentialless` frames: there nothing helps, and what is known of the cause is told.
  const retry = () => {
    if (!takesCredentialless) {
      if (window.crossOriginIsolated)
        fail(
          integratorError(
            "isolated",
            "This page is cross-origin isolated, and this browser shows no frames of other sites in such pages: serve it without Cross-Origin-Embedder-Policy.",
          ),
        );
      return;
    }
    const { src } = frame;
    frame.setAttribute("credentialless", "");
    frame.src = src;
  };

  const patience = setTimeout(() => void ask(), patienceMs);
  const deadline = setTimeout(() => {
    fail(
      new TesseraError({
        code: "timeout",
        party: "network",
        message: `The frame of ${origin} was not ready after ${deadlineMs / 1000} seconds; nothing else seems wrong${takesCredentialless ? "" : ", unless this page has a Cross-Origin-Embedder-Policy"}.`,
      }),
    );
  }, deadlineMs);
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
          `This page's Content-Security-Policy blocks ${silent ? "finding out why the frame is silent" : "the frame"}: add "${silent ? directive : "frame-src"} ${origin}" to it.`,
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
