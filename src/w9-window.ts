import { ChannelError } from "../contract/channel/channel-error.ts";
import { frameCalls } from "../contract/channel/messages.ts";
import {
  type W9Result,
  type W9Tables,
  w9FrameMessages,
  w9PageCalls,
} from "../contract/channel/w9-messages.ts";
import { createDialog } from "./dialog.ts";
import { type ElementPeer, type FrameKind, openElementFrame } from "./element-frame.ts";
import type { Settings } from "./settings.ts";
import { integratorError, TesseraError } from "./tessera-error.ts";

/** What `openW9` takes. */
export interface W9Options {
  /** `w9CaptureUrl` of an intent, a prize or the event `customer_w9_required`. */
  readonly w9CaptureUrl: string;
  /**
   * Where the browser blocks the window: `inline` (default) shows the form in a dialog of this page;
   * `fail` rejects `result` with `popup_blocked`.
   */
  readonly whenBlocked?: "inline" | "fail" | undefined;
}

const title = (locale: string) =>
  locale.startsWith("es") ? "Formulario fiscal W-9" : "Tax form W-9";

const kind: FrameKind<W9Tables> = {
  name: "w9",
  title,
  allow: "otp-credentials",
  initialHeightPx: 0,
  pageCalls: w9PageCalls,
  frameMessages: w9FrameMessages,
  frameCalls,
};

const widthPx = 640;
const heightPx = 880;
const lookEveryMs = 500;
const settleDeadlineMs = 25_000;

/**
 * A W-9 that the customer fills in, in a window of its own or in a dialog of the page. How it ended is
 * told by the server, which a frame of ours asks, and not by the window: pages with COOP can't see it,
 * and windows are closed and loaded again. Its methods are bound, as those of {@link Elements} are.
 */
export class W9Window {
  /** `window`, or `inline` where the browser blocked it. */
  readonly mode: "window" | "inline";
  /**
   * Settles once. Resolves with how it ended, `canceled` included; rejects with TesseraError:
   * `popup_blocked` (only with `whenBlocked: "fail"`), what `loaderror` tells elsewhere, `network`.
   */
  readonly result: Promise<W9Result>;
  readonly #popup: Window | null;
  readonly #closeAll: () => void;
  readonly #focusFrame: () => void;

  /** Opens the window at once: call it in a click. Throws TesseraError `w9_capture_url_invalid`. */
  constructor(settings: Settings, options: W9Options) {
    const { url, secret } = readCaptureUrl(options, settings.locale);
    const { trace } = settings;
    let settle!: (result: W9Result) => void;
    let fail!: (error: TesseraError) => void;
    this.result = new Promise((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    this.result.catch(() => {}); // whoever waits has the rejection; nobody waiting is no error

    const popup = openPopup(url);
    this.#popup = popup;
    this.mode = popup ? "window" : "inline";
    if (!popup) trace({ name: "popup_blocked" });
    if (!popup && options.whenBlocked === "fail") {
      this.#closeAll = () => {};
      this.#focusFrame = () => {};
      fail(
        integratorError(
          "popup_blocked",
          "The browser blocked the window of the W-9: call openW9 directly in a click handler.",
        ),
      );
      return;
    }

    const dialog = createDialog(title(settings.locale), widthPx, heightPx);
    let peer: ElementPeer<W9Tables> | null = null;
    let isOver = false;
    let told: boolean | null = null;
    const look = () => {
      if (!popup || !peer || popup.closed === told) return;
      told = popup.closed;
      peer.send({ type: "handle", closed: told });
    };
    const timer = popup && setInterval(look, lookEveryMs);

    const frame = openElementFrame<W9Tables>({
      kind,
      settings,
      target: dialog.element,
      init: () => ({
        type: "init",
        clientSecretKey: secret,
        publishableKey: settings.publishableKey,
        locale: settings.locale,
        showForm: !popup,
      }),
      fetchClientSecretKey: () =>
        Promise.reject(
          new ChannelError({
            code: "fetch_client_secret_key_missing",
            party: "integrator",
            message: "A W-9 has its link and no other secret.",
          }),
        ),
      onMessage(message) {
        // Each time that it is loaded, too.
        if (message.type === "ready")
          void frame.ready().then(
            (connected) => {
              peer = connected;
              told = null;
              look();
            },
            () => {}, // told by onLoadError
          );
        if (message.type === "close" || (message.type === "escape" && !popup)) void close();
        if (message.type === "complete") {
          trace({ name: "complete", reason: message.result.type });
          isOver = true;
          settle(message.result);
          // In the dialog the customer still has a copy to take along.
          if (popup || message.result.type !== "completed") takeAway();
        }
      },
      onLoadError(error) {
        trace({ name: "loaderror", reason: error.code });
        console.error(`Tessera: ${error.message}`);
        isOver = true;
        fail(error);
        takeAway();
      },
    });
    let isTaken = false;
    const takeAway = () => {
      if (isTaken) return;
      isTaken = true;
      if (timer) clearInterval(timer);
      frame.remove({ code: "closed", party: "integrator", message: "The W-9 was closed." });
      dialog.remove();
    };
    /** Closes; what has not ended by then ends as the server says it stands. */
    let closing: Promise<void> | null = null;
    const close = () => {
      closing ??= (async () => {
        try {
          popup?.close();
          dialog.element.close();
          if (!isOver) {
            const connected = await frame.ready();
            settle(await connected.call("settle", {}, { deadlineMs: settleDeadlineMs }));
          }
        } catch (thrown) {
          fail(thrown instanceof TesseraError ? thrown : toTesseraError(thrown));
        } finally {
          isOver = true;
          takeAway();
        }
      })();
      return closing;
    };
    if (!popup) dialog.show(() => void close());
    this.#closeAll = () => void close();
    this.#focusFrame = () => frame.element.focus();
  }

  /** Brings the window, or the dialog's form, to the front. A page with COOP can't. */
  focus = (): void => {
    if (this.#popup) this.#popup.focus();
    else this.#focusFrame();
  };

  /**
   * Closes the window or dialog. `result` settles with how the form stands by then: `canceled` if it
   * was not signed. Again is harmless.
   */
  close = (): void => this.#closeAll();
}

const toTesseraError = (thrown: unknown): TesseraError =>
  new TesseraError(ChannelError.report(thrown), thrown);

/** In the middle of the page's own window, where the screen has room for it. */
const openPopup = (url: string): Window | null => {
  const left = Math.round(screenX + (outerWidth - widthPx) / 2);
  const top = Math.round(screenY + (outerHeight - heightPx) / 2);
  const features = `popup,width=${widthPx},height=${heightPx},left=${Math.max(0, left)},top=${Math.max(0, top)}`;
  const popup = window.open(url, "_blank", features);
  return popup && !popup.closed ? popup : null;
};

const readCaptureUrl = (options: W9Options, locale: string): { url: string; secret: string } => {
  const given = options?.w9CaptureUrl;
  const [, address, secret] =
    /^(https?:\/\/[^?#]+\/w9)#(w9_\w+_secret_[\w-]+)$/.exec(String(given)) ?? [];
  if (address === undefined || secret === undefined)
    throw integratorError(
      "w9_capture_url_invalid",
      "openW9 needs the w9CaptureUrl that the service gave your server, all of it.",
    );
  return { url: `${address}?locale=${encodeURIComponent(locale)}#${secret}`, secret };
};
