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
import { integratorError, TesseraError } from "./tessera-error.ts";

/** What each event of every widget carries. */
export interface ElementsEvents {
  /** The widget can be used. */
  ready: undefined;
  /**
   * Which step is shown. A payment's: `requirement` (something is owed first), `card` (whichever way is chosen), `processing`, `challenge`, `redirect`,
   * `deposit`, `pending`, `result`, `expired`, `unavailable`; a payout's: what is owed (`customer_data`,
   * `sms_verification`, `kyc`, `w9`), `method`, `review`, `processing`, `pending`, `result`, `expired`,
   * `unavailable`; a verification's: `loading`, `data`, `choose`, `side`, `camera`, `review`, `upload`,
   * `handoff`, `submitting`, `reading`, `result`, `unreachable`, `refused`. Others may come.
   */
  step: { step: string };
  /** Where the intent, or whatever the secret names, stands, as the widget learnt it. */
  status: { status: string };
  /** Something failed that is no decline. */
  error: TesseraError;
  /** The widget could not be loaded: `network`, `csp`, `timeout`, `wrong_key`, `wrong_origin`, `isolated`, … */
  loaderror: TesseraError;
  /** Escape was pressed where the widget has no use for it. */
  escape: undefined;
}

type FieldsOf<T extends ChannelTables, K extends "init" | "update"> = Omit<
  Extract<MessageOf<T["pageMessages"]>, { type: K }>,
  "type" | keyof typeof initFields
>;

/** One family of elements: the frame that it opens, and what it makes of its options. */
export interface ElementsFamily<Options, T extends ChannelTables> extends FrameKind<T> {
  /** Throws a TesseraError where the secret is missing; it runs on every change of options. */
  readonly check: (options: Options) => Options;
  /** The secret in the options. */
  readonly secret: (options: Partial<Options>) => string | undefined;
  /** The options with another secret. */
  readonly withSecret: (options: Options, secret: string) => Options;
  /** The operator's function for a fresh secret. */
  readonly fetchSecret: (options: Options) => (() => Promise<string> | string) | undefined;
  /** What `init` carries besides secret, key and locale. */
  readonly init: (options: Options) => FieldsOf<T, "init">;
  /** What `update` carries besides the secret: fields of changed options only. */
  readonly update: (changed: Partial<Options>) => FieldsOf<T, "update">;
  /** What the frame may ask of the page beyond a secret. */
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
 * A widget in a page: all that the elements have in common. `mount` may be called again, also after
 * `unmount` and `destroy`; at any time there is at most one frame.
 *
 * Frameworks put proxies around what a page keeps in their state (Vue's `ref`, Alpine's `x-data`), and a proxy has
 * none of the private fields. So every method that a page may call is a function bound to its object.
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

  /** Only for the families' own classes. */
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
   * Puts the widget into `target`, an element or a selector. Again with the same target does
   * nothing; with another one moves it there (where the browser can, with all that was typed); after
   * a `loaderror` tries anew. Throws TesseraError `mount_target_missing`.
   */
  mount = (target: Element | string): void => {
    const element = typeof target === "string" ? find(target) : target;
    // Nor a wrapper of one, nor one of another window, where the frame would never find this one.
    if (element?.ownerDocument !== document)
      throw integratorError(
        "mount_target_missing",
        `mount("#payment") takes a selector or an element of this document: "${target}" is none.`,
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
        settings.trace({ name: "loaderror", reason: error.code });
        console.error(`Tessera: ${error.message}`);
        this.#events.emit("loaderror", error);
      },
    });
  };

  /** Takes the widget out of the page; `mount` brings a fresh one. What waits rejects: `unmounted`. */
  unmount = (): void => {
    const frame = this.#frame;
    this.#frame = null;
    this.forget?.();
    frame?.remove(unmounted);
    if (frame) this.#settings.trace({ name: "unmounted" });
  };

  /** `unmount`, and forgets all handlers: nothing of it is left in the page. */
  destroy = (): void => {
    this.unmount();
    this.#events.clear();
  };

  /** Calls `handler` at each such event; gives a function that ends it. */
  on = <K extends keyof Events>(name: K, handler: Handler<Events[K]>): (() => void) =>
    this.#events.on(name, handler);

  /** Calls `handler` at the next such event. */
  once = <K extends keyof Events>(name: K, handler: Handler<Events[K]>): (() => void) =>
    this.#events.on(name, handler, true);

  /** Ends what `on` or `once` began; without a handler, for all handlers of that event. */
  off = <K extends keyof Events>(name: K, handler?: Handler<Events[K]>): void =>
    this.#events.off(name, handler);

  /** Puts the focus into the first field. */
  focus = (): void => {
    this.#frame?.element.focus();
    this.#frame?.send({ type: "focus" } as never);
  };

  /**
   * Changes options; what was typed stays. All count at once, but for `returnUrl` and `bankWindow`: these from
   * the next `mount`.
   */
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

  /** What a family drops when its widget is taken out of the page. */
  protected forget?: () => void;

  /** Asks the frame, when it is ready; rejects with TesseraError only. */
  protected async ask<M extends keyof Tables["pageCalls"] & string>(
    method: M,
    params: Parameters<Tables["pageCalls"][M]["params"]>[0] & object,
    deadlineMs: number,
  ): Promise<ReturnType<Tables["pageCalls"][M]["answer"]>> {
    if (!this.#frame) throw integratorError("not_mounted", `Mount the elements before ${method}.`);
    const peer = await this.#frame.ready();
    try {
      return (await peer.call(method, params as never, { deadlineMs })) as never;
    } catch (thrown) {
      throw new TesseraError(ChannelError.report(thrown), thrown);
    }
  }

  async #fetchSecret(): Promise<string> {
    const family = this.#family;
    const fetchIt = family.fetchSecret(this.#options);
    if (!fetchIt)
      throw new ChannelError({
        code: "fetch_client_secret_key_missing",
        party: "integrator",
        message: "The client secret has expired and the page gave no function for a fresh one.",
      });
    this.#options = family.check(family.withSecret(this.#options, await fetchIt()));
    return family.secret(this.#options) ?? "";
  }

  #receive(told: MessageOf<Tables["frameMessages"]>): void {
    const events = this.#events as unknown as Emitter<Record<string, unknown>>;
    // Every family's table holds these; what it adds is passed on in the last line.
    const message = told as MessageOf<typeof frameMessages>;
    if (message.type === "ready") this.#failed = false; // late, but there
    if (message.type === "ready" || message.type === "escape") events.emit(message.type, undefined);
    else if (message.type === "error") events.emit("error", new TesseraError(message.error));
    else if (message.type !== "resize" && message.type !== "reveal") {
      const { type, ...payload } = message;
      events.emit(type, "result" in payload ? payload.result : payload);
    }
  }
}

/** No selector finds nothing either. */
const find = (selector: string): Element | null => {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
};

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
