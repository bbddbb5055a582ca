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
import { shownScheme } from "./frame.ts";
import type { Settings } from "./settings.ts";
import { integratorError, type TesseraError, toTesseraError } from "./tessera-error.ts";

/** Options of `openW9`. */
export interface W9Options {
  /** `w9CaptureUrl` of an intent, a prize or the event `customer_w9_required`. */
  readonly w9CaptureUrl: string;
  /**
   * If the browser blocks the window: `inline` (default) shows the form in a dialog of this page; `fail` rejects
   * `result` with `popup_blocked`.
   */
  readonly whenBlocked?: "inline" | "fail" | undefined;
}

const kind: FrameKind<W9Tables> = {
  name: "w9",
  title: "Tax form W-9",
  allow: "otp-credentials",
  initialHeightPx: 0,
  pageCalls: w9PageCalls,
  frameMessages: w9FrameMessages,
  frameCalls,
};

const widthPx = 640;
const heightPx = 880;
const pollMs = 500;
const settleDeadlineMs = 25_000;

/**
 * A W-9 form in a popup or in a dialog of the page. The service reports the result through a frame: a page with COOP
 * cannot observe the window, and customers close and reload windows. Methods are bound, like those of {@link Elements}.
 */
export class W9Window {
  /** `inline` if the browser blocked the window. */
  readonly mode: "window" | "inline";
  /**
   * Settles once. Resolves with the result, including `canceled`. Rejects with TesseraError: `popup_blocked` (only with
   * `whenBlocked: "fail"`), a `loaderror` code, or `network`.
   */
  readonly result: Promise<W9Result>;
  readonly #popup: Window | null;
  readonly #closeAll: () => void;
  readonly #focusFrame: () => void;

  /** Opens the window at once: call it in a click handler. Throws TesseraError `w9_capture_url_invalid`. */
  constructor(settings: Settings, options: W9Options) {
    const { url, secret } = readCaptureUrl(options, settings.locale);
    const { trace } = settings;
    let settle!: (result: W9Result) => void;
    let fail!: (error: TesseraError) => void;
    this.result = new Promise((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    this.result.catch(() => {}); // Handled here: only waiting callers need it.

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
          "The browser blocked the W-9 window. Call openW9 directly in a click handler.",
        ),
      );
      return;
    }

    const dialog = createDialog(kind.title, widthPx, heightPx);
    let peer: ElementPeer<W9Tables> | null = null;
    let isOver = false;
    let reportedClosed: boolean | null = null;
    const reportHandle = () => {
      if (!popup || !peer || popup.closed === reportedClosed) return;
      reportedClosed = popup.closed;
      peer.send({ type: "handle", closed: reportedClosed });
    };
    const timer = popup && setInterval(reportHandle, pollMs);

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
            message: "A W-9 link has no other client secret.",
          }),
        ),
      onMessage(message) {
        // sent again after a reload
        if (message.type === "ready") {
          dialog.element.setAttribute("aria-label", frame.element.title);
          void frame.ready().then(
            (connected) => {
              peer = connected;
              reportedClosed = null;
              reportHandle();
            },
            () => {}, // onLoadError reports it
          );
        }
        if (message.type === "close" || (message.type === "escape" && !popup)) void close();
        if (message.type === "complete") {
          trace({ name: "complete", reason: message.result.type });
          isOver = true;
          settle(message.result);
          // In the dialog the customer can still download a copy.
          if (popup || message.result.type !== "completed") removeAll();
        }
      },
      onLoadError(error) {
        isOver = true;
        fail(error);
        removeAll();
      },
    });
    let isRemoved = false;
    const removeAll = () => {
      if (isRemoved) return;
      isRemoved = true;
      if (timer) clearInterval(timer);
      frame.remove({ code: "closed", party: "integrator", message: "The W-9 was closed." });
      dialog.remove();
    };
    /** Closes the form. Without a result so far, the service's current status becomes the result. */
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
          fail(toTesseraError(thrown));
        } finally {
          isOver = true;
          removeAll();
        }
      })();
      return closing;
    };
    if (!popup) dialog.show(() => void close());
    this.#closeAll = () => void close();
    this.#focusFrame = () => frame.element.focus();
  }

  /** Brings the form to the front. Not possible in a page with COOP. */
  focus = (): void => {
    if (this.#popup) this.#popup.focus();
    else this.#focusFrame();
  };

  /** Closes the form. `result` settles with its status: `canceled` if unsigned. A second call does nothing. */
  close = (): void => this.#closeAll();
}

/** Centered over the page's window, if the screen has room. */
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
      "openW9 needs the complete w9CaptureUrl from the service.",
    );
  return {
    url: `${address}?locale=${encodeURIComponent(locale)}&scheme=${shownScheme()}#${secret}`,
    secret,
  };
};
