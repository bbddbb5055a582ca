import { ChannelError, type ErrorReport } from "../contract/channel/channel-error.ts";
import type {
  ChannelTables,
  frameMessages,
  initFields,
  MessageOf,
  updateFields,
} from "../contract/channel/messages.ts";
import type { ObjectOf } from "../contract/channel/readers.ts";
import {
  type ElementFrame,
  type FrameKind,
  type FrameServices,
  openElementFrame,
} from "./element-frame.ts";
import { Emitter, type Handler } from "./emitter.ts";
import type { Settings } from "./settings.ts";
import { integratorError, TesseraError, toTesseraError } from "./tessera-error.ts";

/** Payloads of the events that every widget has. */
export interface ElementsEvents {
  /** The customer can use the widget. */
  ready: undefined;
  /**
   * The step that is shown. More steps may be added.
   * - Payment: `requirement` (the customer must complete one first), `card` (any payment method), `processing`,
   *   `challenge`, `redirect`, `deposit`, `pending`, `result`, `expired`, `unavailable`.
   * - Payout: the requirement (`customer_data`, `sms_verification`, `kyc`, `w9`), `method`, `review`, `processing`,
   *   `pending`, `result`, `expired`, `unavailable`.
   * - Identity verification: `loading`, `data`, `choose`, `side`, `camera`, `review`, `upload`, `handoff`,
   *   `submitting`, `reading`, `result`, `unreachable`, `refused`.
   */
  step: { step: string };
  /** The current status of the secret's intent or verification. */
  status: { status: string };
  /** A failure other than a decline. */
  error: TesseraError;
  /** The widget could not load: `network`, `csp`, `timeout`, `wrong_key`, `wrong_origin`, `isolated`, … */
  loaderror: TesseraError;
  /** The customer pressed Escape and the widget does not use it. */
  escape: undefined;
}

type FieldsOf<T extends ChannelTables, K extends "init" | "update"> = Omit<
  Extract<MessageOf<T["pageMessages"]>, { type: K }>,
  "type" | keyof typeof initFields
>;

/** One type of element: its frame, and how options become messages. */
export interface ElementsFamily<Options, T extends ChannelTables> extends FrameKind<T> {
  /** Throws a TesseraError if the secret is missing. Runs on every change of options. */
  readonly check: (options: Options) => Options;
  readonly secret: (options: Partial<Options>) => string | undefined;
  readonly withSecret: (options: Options, secret: string) => Options;
  readonly fetchSecret: (options: Options) => (() => Promise<string> | string) | undefined;
  /** Fields of `init` other than secret, key and locale. */
  readonly init: (options: Options) => FieldsOf<T, "init">;
  /** Fields of `update` other than the secret: changed options only. */
  readonly update: (changed: Partial<Options>) => FieldsOf<T, "update">;
  readonly services?: (
    settings: Settings,
    send: (message: MessageOf<T["pageMessages"]>) => void,
    frame: () => HTMLElement | undefined,
  ) => FrameServices<T>;
}

const unmounted: ErrorReport = {
  code: "unmounted",
  party: "integrator",
  message: "The elements were unmounted.",
};

/**
 * A widget in a page. `mount` works again after `unmount` and `destroy`. There is at most one frame at a time.
 * Vue's `ref`, Alpine's `x-data` and others wrap objects in proxies, which have no private fields. So every public
 * method is a function bound to its object.
 */
export abstract class Elements<
  Options,
  Events extends ElementsEvents,
  Tables extends ChannelTables,
> {
  readonly #settings: Settings;
  readonly #family: ElementsFamily<Options, Tables>;
  readonly #events = new Emitter<Events>();
  #options: Options;
  #frame: ElementFrame<Tables> | null = null;
  #failed = false;

  protected constructor(
    settings: Settings,
    family: ElementsFamily<Options, Tables>,
    options: Options,
  ) {
    this.#settings = settings;
    this.#family = family;
    this.#options = family.check(options);
  }

  /**
   * Puts the widget into `target`, an element or a selector. A second call with the same target does nothing. Another
   * target moves the widget, with everything typed if the browser supports it. Tries again after a `loaderror`. Throws
   * TesseraError `mount_target_missing`.
   */
  mount = (target: Element | string): void => {
    const element = typeof target === "string" ? find(target) : target;
    // Also refuses a wrapper object, and an element of another window, where the frame could not find this page.
    if (element?.ownerDocument !== document)
      throw integratorError(
        "mount_target_missing",
        `mount("#payment") needs a selector or an element of this document, not "${target}".`,
      );
    const mounted = this.#frame?.element;
    if (mounted?.isConnected && !this.#failed) {
      if (mounted.parentNode === element) return;
      if (moveBefore(element, mounted)) return;
    }
    this.unmount();
    this.#failed = false;
    const settings = this.#settings;
    const family = this.#family;
    settings.trace({ name: "mounted" });
    this.#frame = openElementFrame<Tables>({
      kind: family,
      settings,
      target: element,
      init: () =>
        ({
          type: "init",
          clientSecretKey: family.secret(this.#options) ?? "",
          publishableKey: settings.publishableKey,
          locale: settings.locale,
          ...family.init(this.#options),
        }) satisfies ObjectOf<typeof initFields> as never,
      fetchClientSecretKey: () => this.#fetchSecret(),
      services: family.services?.(
        settings,
        (message) => this.#frame?.send(message),
        () => this.#frame?.element,
      ),
      onMessage: (message) => this.#receive(message),
      onLoadError: (error) => {
        this.#failed = true;
        this.#events.emit("loaderror", error);
      },
    });
  };

  /** A later `mount` creates a new widget. Running calls reject with `unmounted`. */
  unmount = (): void => {
    const frame = this.#frame;
    this.#frame = null;
    this.forget?.();
    frame?.remove(unmounted);
    if (frame) this.#settings.trace({ name: "unmounted" });
  };

  /** Calls `unmount` and removes all handlers. */
  destroy = (): void => {
    this.unmount();
    this.#events.clear();
  };

  /** Returns a function that removes the handler. */
  on = <K extends keyof Events>(name: K, handler: Handler<Events[K]>): (() => void) =>
    this.#events.on(name, handler);

  /** Calls `handler` on the next event `name`. */
  once = <K extends keyof Events>(name: K, handler: Handler<Events[K]>): (() => void) =>
    this.#events.on(name, handler, true);

  /** Removes a handler; without `handler`, all handlers of that event. */
  off = <K extends keyof Events>(name: K, handler?: Handler<Events[K]>): void =>
    this.#events.off(name, handler);

  /** Moves the focus to the first field. */
  focus = (): void => {
    this.#frame?.element.focus();
    this.#frame?.send({ type: "focus" } as never);
  };

  /** Keeps everything typed. `returnUrl` and `bankWindow` apply at the next `mount`, other options at once. */
  update = (options: Partial<Options>): void => {
    options ??= {};
    const family = this.#family;
    this.#options = family.check({ ...this.#options, ...options });
    const clientSecretKey = family.secret(options);
    this.#frame?.send({
      type: "update",
      ...(clientSecretKey !== undefined && { clientSecretKey }),
      ...family.update(options),
    } satisfies ObjectOf<typeof updateFields> as never);
  };

  /** Clears the subclass's state on unmount. */
  protected forget?: () => void;

  /** Calls the frame once it is ready. Rejects only with TesseraError. */
  protected async ask<M extends keyof Tables["pageCalls"] & string>(
    method: M,
    params: Parameters<Tables["pageCalls"][M]["params"]>[0] & object,
    deadlineMs: number,
  ): Promise<ReturnType<Tables["pageCalls"][M]["answer"]>> {
    if (!this.#frame) throw integratorError("not_mounted", `Call mount() before ${method}().`);
    const peer = await this.#frame.ready();
    try {
      return (await peer.call(method, params as never, { deadlineMs })) as never;
    } catch (thrown) {
      throw toTesseraError(thrown);
    }
  }

  async #fetchSecret(): Promise<string> {
    const family = this.#family;
    const fetchIt = family.fetchSecret(this.#options);
    if (!fetchIt)
      throw new ChannelError({
        code: "fetch_client_secret_key_missing",
        party: "integrator",
        message: "The client secret has expired. Pass fetchClientSecretKey to get a new one.",
      });
    const secret = await fetchIt();
    // Reads the options only now, because `update` may have changed others in the meantime.
    this.#options = family.check(family.withSecret(this.#options, secret));
    return secret;
  }

  #receive(given: MessageOf<Tables["frameMessages"]>): void {
    const events = this.#events as unknown as Emitter<Record<string, unknown>>;
    // Every family's table includes these messages. The last line passes on a family's own.
    const message = given as MessageOf<typeof frameMessages>;
    if (message.type === "ready") this.#failed = false; // it became ready after the deadline
    if (message.type === "ready" || message.type === "escape") events.emit(message.type, undefined);
    else if (message.type === "error") events.emit("error", new TesseraError(message.error));
    else if (message.type !== "resize" && message.type !== "reveal") {
      const { type, ...payload } = message;
      events.emit(type, "result" in payload ? payload.result : payload);
    }
  }
}

/** An invalid selector finds nothing. */
const find = (selector: string): Element | null => {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
};

/** Moves a live frame without reloading it, if the browser can (Chromium 133). */
const moveBefore = (target: Element, frame: Element): boolean => {
  const parent = target as Element & { moveBefore?(node: Node, before: Node | null): void };
  try {
    parent.moveBefore?.(frame, null);
  } catch {
    // one of the two is not in the document
  }
  return frame.parentNode === target;
};
