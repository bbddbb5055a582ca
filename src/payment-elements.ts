import { ChannelError } from "../contract/channel/channel-error.ts";
import type { FrameMessage, PaymentResult } from "../contract/channel/messages.ts";
import { Emitter, type Handler } from "./emitter.ts";
import { openPaymentFrame, type PaymentFrame } from "./payment-frame.ts";
import type { Settings } from "./settings.ts";
import { integratorError, TesseraError } from "./tessera-error.ts";

/** What may be typed for the customer beforehand. */
export interface PaymentDefaultValues {
  /** The name on the card. */
  readonly name?: string;
  readonly postalCode?: string;
}

/** What `createPaymentElements` takes. */
export interface PaymentOptions {
  /** `clientSecretKey` of `POST /v1/payment-intents`. */
  readonly clientSecretKey: string;
  /** Gives a fresh intent's secret when the old one has expired; what was typed is kept. */
  readonly fetchClientSecretKey?: () => Promise<string> | string;
  /** False where the page has a button of its own, which calls `confirm()`. Default true. */
  readonly submitButton?: boolean;
  /** Where redirecting methods come back to. */
  readonly returnUrl?: string;
  readonly defaultValues?: PaymentDefaultValues;
}

/** What each event carries. */
export interface PaymentEvents {
  /** The form can be used. */
  ready: undefined;
  /** After each change: can it be submitted, is it untouched, which card brand. */
  change: { complete: boolean; empty: boolean; brand: string | null };
  /** Which step is shown. */
  step: { step: string };
  /** The intent's status as the widget learnt it. */
  status: { status: string };
  /** The payment came to an end, or to a state that the page may be left in. */
  complete: PaymentResult;
  /** Something failed that is no decline. */
  error: TesseraError;
  /** The widget could not be loaded: `network`, `csp`, `timeout`, `wrong_key`, `wrong_origin`, … */
  loaderror: TesseraError;
  /** Escape was pressed where the widget has no use for it. */
  escape: undefined;
}

/**
 * Longer than any payment takes (a challenge has ten minutes), so that a frame that went mad settles
 * too.
 */
const confirmDeadlineMs = 20 * 60_000;

const unmounted = {
  code: "unmounted",
  party: "integrator",
  message: "The payment elements were unmounted.",
} as const;

/**
 * The payment widget in a page. `mount` may be called again, also after `unmount` and `destroy`;
 * at any time there is at most one frame. Made by `tessera.createPaymentElements`.
 */
export class PaymentElements {
  readonly #settings: Settings;
  readonly #events = new Emitter<PaymentEvents>();
  #options: PaymentOptions;
  #frame: PaymentFrame | null = null;
  #confirming: Promise<PaymentResult> | null = null;
  #failed = false;

  constructor(settings: Settings, options: PaymentOptions) {
    this.#settings = settings;
    this.#options = checkOptions(options);
  }

  /**
   * Puts the widget into `target`, an element or a selector. Again with the same target does
   * nothing; with another one moves it there (where the browser can, with all that was typed); after
   * a `loaderror` tries anew. Throws TesseraError `mount_target_missing`.
   */
  mount(target: Element | string): void {
    const element = typeof target === "string" ? document.querySelector(target) : target;
    if (!element)
      throw integratorError(
        "mount_target_missing",
        `There is no element "${target}" to mount the payment elements into.`,
      );
    const mounted = this.#frame?.element;
    if (mounted?.isConnected && !this.#failed) {
      if (mounted.parentNode === element) return;
      if (moveBefore(element, mounted)) return;
    }
    this.unmount();
    this.#failed = false;
    this.#settings.trace({ name: "mounted" });
    this.#frame = openPaymentFrame({
      settings: this.#settings,
      target: element,
      init: () => ({
        type: "init",
        clientSecretKey: this.#options.clientSecretKey,
        publishableKey: this.#settings.publishableKey,
        locale: this.#settings.locale,
        submitButton: this.#options.submitButton ?? true,
        defaultValues: { ...this.#options.defaultValues },
        ...(this.#options.returnUrl !== undefined && { returnUrl: this.#options.returnUrl }),
      }),
      fetchClientSecretKey: () => this.#fetchClientSecretKey(),
      onMessage: (message) => this.#receive(message),
      onLoadError: (error) => {
        this.#failed = true;
        this.#settings.trace({ name: "loaderror", reason: error.code });
        console.error(`Tessera: ${error.message}`);
        this.#events.emit("loaderror", error);
      },
    });
  }

  /** Takes the widget out of the page; `mount` brings a fresh one. What waits rejects: `unmounted`. */
  unmount(): void {
    const frame = this.#frame;
    this.#frame = null;
    this.#confirming = null;
    frame?.remove(unmounted);
    if (frame) this.#settings.trace({ name: "unmounted" });
  }

  /** `unmount`, and forgets all handlers: nothing of it is left in the page. */
  destroy(): void {
    this.unmount();
    this.#events.clear();
  }

  /** Calls `handler` at each such event; gives a function that ends it. */
  on<K extends keyof PaymentEvents>(name: K, handler: Handler<PaymentEvents[K]>): () => void {
    return this.#events.on(name, handler);
  }

  /** Calls `handler` at the next such event. */
  once<K extends keyof PaymentEvents>(name: K, handler: Handler<PaymentEvents[K]>): () => void {
    return this.#events.on(name, handler, true);
  }

  /** Ends what `on` or `once` began; without a handler, for all handlers of that event. */
  off<K extends keyof PaymentEvents>(name: K, handler?: Handler<PaymentEvents[K]>): void {
    this.#events.off(name, handler);
  }

  /** Puts the focus into the first field. */
  focus(): void {
    this.#frame?.element.focus();
    this.#frame?.send({ type: "focus" });
  }

  /**
   * Submits the form, waiting for the widget to be ready; joins a submission under way. Resolves with
   * how it ended: a decline is a result. Rejects with TesseraError: `incomplete` (the widget shows
   * what is missing), `not_mounted`, `unmounted`, what `loaderror` would tell, …
   */
  confirm(): Promise<PaymentResult> {
    if (!this.#confirming) {
      const confirming = this.#confirm().finally(() => {
        if (this.#confirming === confirming) this.#confirming = null;
      });
      this.#confirming = confirming;
    }
    return this.#confirming;
  }

  /** Changes options; what was typed stays. */
  update(options: Partial<PaymentOptions>): void {
    this.#options = checkOptions({ ...this.#options, ...options });
    const { clientSecretKey, submitButton, defaultValues } = options;
    this.#frame?.send({
      type: "update",
      ...(clientSecretKey !== undefined && { clientSecretKey }),
      ...(submitButton !== undefined && { submitButton }),
      ...(defaultValues !== undefined && { defaultValues: { ...defaultValues } }),
    });
  }

  async #confirm(): Promise<PaymentResult> {
    if (!this.#frame)
      throw integratorError("not_mounted", "Mount the payment elements before you confirm.");
    const peer = await this.#frame.ready();
    try {
      return await peer.call("confirm", {}, { deadlineMs: confirmDeadlineMs });
    } catch (thrown) {
      throw new TesseraError(ChannelError.report(thrown), thrown);
    }
  }

  async #fetchClientSecretKey(): Promise<string> {
    const fetchIt = this.#options.fetchClientSecretKey;
    if (!fetchIt)
      throw new ChannelError({
        code: "fetch_client_secret_key_missing",
        party: "integrator",
        message: "The client secret has expired and the page gave no fetchClientSecretKey.",
      });
    const clientSecretKey = await fetchIt();
    checkOptions({ clientSecretKey });
    this.#options = { ...this.#options, clientSecretKey };
    return clientSecretKey;
  }

  #receive(message: FrameMessage): void {
    const events = this.#events;
    if (message.type === "ready") this.#failed = false; // late, but there
    if (message.type === "ready" || message.type === "escape") events.emit(message.type, undefined);
    else if (message.type === "complete") events.emit("complete", message.result);
    else if (message.type === "error") events.emit("error", new TesseraError(message.error));
    else if (message.type === "change" || message.type === "step" || message.type === "status") {
      const { type, ...payload } = message;
      events.emit(type, payload as never);
    }
  }
}

/** Moves a live frame without loading it again, where the browser can (Chromium 133). */
const moveBefore = (target: Element, frame: Element): boolean => {
  const parent = target as Element & { moveBefore?(node: Node, before: Node | null): void };
  try {
    parent.moveBefore?.(frame, null);
  } catch {
    // one of the two is not in the document
  }
  return frame.parentNode === target;
};

const checkOptions = (options: PaymentOptions): PaymentOptions => {
  if (typeof options?.clientSecretKey !== "string" || !options.clientSecretKey)
    throw integratorError(
      "client_secret_key_missing",
      "createPaymentElements needs the clientSecretKey that POST /v1/payment-intents gave your server.",
    );
  return options;
};
