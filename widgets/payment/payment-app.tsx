import { Component } from "preact";
import { moneyText } from "../i18n/money-text.ts";
import { counted } from "../i18n/plural.ts";
import type { Texts } from "../i18n/texts.ts";
import type { StepsApi } from "../steps/steps-api.ts";
import type { LaterPart } from "./later-part.ts";
import { priceOf } from "./machine/price.ts";
import type { PaymentNotice, PaymentState } from "./machine/state.ts";
import type { CardForm } from "./methods/card-form.ts";
import type { MethodFormView } from "./methods/method-form.ts";
import type { MethodForms } from "./methods/method-forms.ts";
import { type MethodKey, offeredTypes } from "./offered-methods.ts";
import type { OptionalParts } from "./optional-parts.tsx";
import type { PaymentFlow } from "./payment-flow.ts";
import { PaymentView } from "./view/payment-view.tsx";

interface PaymentAppProps {
  readonly flow: PaymentFlow;
  readonly forms: MethodForms;
  readonly card: CardForm;
  readonly texts: Texts;
  readonly locale: string;
  /** Returns the same promise for the same method. */
  readonly loadForm: (method: MethodKey) => Promise<MethodFormView>;
  /** Retries until it succeeds, and tells the customer in the meantime: see {@link missesLater}. */
  readonly loadLater: () => Promise<LaterPart>;
  readonly credentials: () => StepsApi["credentials"];
  /** Returns the service's time. */
  readonly nowMs: () => number;
  readonly onSubmit: () => void;
}

/**
 * How long the later part, which has the consent to save, waits for a customer who does not touch the form: one second
 * plus eight times what the form took to load. On a slow device, loading the part would delay the first key for longer.
 */
const laterPartDelayMs = () => Math.min(8 * performance.now() + 1_000, 10_000);

/** Whether the state shows something other than a form for new cards, which only the later part can show. */
const needsLater = (state: PaymentState): boolean =>
  !["loading", "form"].includes(state.step) ||
  ("notice" in state && state.notice !== null) ||
  priceOf(state).failure !== null ||
  state.method !== "card" ||
  !!state.session?.savedPaymentMethods[0];

/** Whether the customer waits for the later part. Nothing needs it while the service processes the payment. */
export const missesLater = (state: PaymentState): boolean =>
  needsLater(state) && !/paying|continuing/.test(state.step);

/**
 * Renders again when the flow or the fields' errors change. A class, so that the first screen does not need Preact's
 * hooks.
 */
export class PaymentApp extends Component<PaymentAppProps> {
  #isAsked = false;
  #later: LaterPart | null = null;
  #optional: OptionalParts | null = null;
  #announcedPrice: { total: number; method: MethodKey; text: string } | null = null;
  #notice: PaymentNotice | null = null;
  #ends: (() => void)[] = [];

  override componentDidMount() {
    const { flow, forms, card } = this.props;
    const redraw = this.#redraw;
    const connection = () => {
      redraw();
      if (navigator.onLine) flow.send({ type: "retry" });
    };
    const wake = () => {
      if (document.visibilityState === "visible") flow.send({ type: "woken" });
    };
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener("online", connection, { signal });
    addEventListener("offline", connection, { signal });
    document.addEventListener("visibilitychange", wake, { signal });
    addEventListener("pointerover", this.#needLater, { signal });
    addEventListener("focusin", this.#needLater, { signal });
    const timer = setTimeout(() => {
      if (flow.state().session?.canSavePaymentMethod !== false) this.#needLater();
    }, laterPartDelayMs());
    this.#ends = [
      flow.subscribe(redraw),
      forms.subscribe(redraw),
      card.subscribe(redraw),
      () => {
        ended.abort();
        clearTimeout(timer);
        this.#optional?.end();
      },
    ];
    redraw();
    // The fields work before this script does.
    if (document.activeElement !== document.body || !forms.completeness("card").empty) {
      this.#needLater();
    }
  }

  override componentWillUnmount() {
    for (const end of this.#ends) end();
  }

  #redraw = () => this.setState({});

  /** Loads the later part once: when the customer comes to the form, or when there is more to show. */
  #needLater = () => {
    if (!this.#isAsked) void this.#loadLater();
    this.#isAsked = true;
  };

  async #loadLater() {
    const later = await this.props.loadLater();
    this.#later = later;
    this.#optional = later.createOptionalParts({
      ...this.props,
      loadRequirements: later.loadRequirementParts,
      loadMandate: later.loadMandateCopy,
      deleteSaved: later.deleteSaved,
      words: later.words,
      redraw: this.#redraw,
    });
    this.#redraw();
  }

  override componentDidUpdate() {
    const state = this.props.flow.state();
    const { session } = state;
    if (needsLater(state)) this.#needLater();
    const notice = "notice" in state ? state.notice : null;
    // The page was inert under the challenge's dialog, so the button lost the focus.
    const isLost = () => document.hasFocus() && document.activeElement === document.body;
    if (notice && notice !== this.#notice && isLost()) {
      document.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true });
    }
    this.#notice = notice;
    if (!session) return;
    // styles/payment.css lays out the choice of methods by these attributes.
    const types = offeredTypes(session);
    const { dataset } = document.documentElement;
    dataset["methods"] = types.join(" ");
    const choices = types.length + session.savedPaymentMethods.length;
    dataset["choice"] = choices > 1 ? "many" : "one";
    document.documentElement.toggleAttribute("data-keeps", session.canSavePaymentMethod);
  }

  /**
   * Returns the announcement of a changed price, after the customer chose another method or typed enough digits to
   * identify the kind of card. Empty for the first price.
   */
  #priceAnnouncement(): string {
    const { texts, locale, flow } = this.props;
    const { step, breakdown, method } = flow.state();
    const before = this.#announcedPrice;
    if (step !== "form") {
      // The payment's outcome is announced instead, and no earlier price after it.
      if (before) before.text = "";
    } else if (breakdown && (before?.total !== breakdown.total || before.method !== method)) {
      const { total, currency, processingFees } = breakdown;
      // Another method that costs the same needs no words.
      const isChanged = before && before.total !== total;
      const text = isChanged
        ? texts.priceChanged(
            moneyText(total, currency, locale),
            processingFees === 0 ? null : moneyText(processingFees, currency, locale),
          )
        : "";
      this.#announcedPrice = { total, method, text };
    }
    return this.#announcedPrice?.text ?? "";
  }

  override render() {
    const { flow, forms, card, texts, locale, loadForm, onSubmit } = this.props;
    const state = flow.state();
    const { method } = state;
    const { count, checks } = forms.announced();
    const parts = this.#optional?.parts();
    // A screen reader skips identical text; a space makes it different.
    const announcement =
      count > 0
        ? counted(texts.language, count, texts.problemCount) + "\u00a0".repeat(checks % 2)
        : this.#priceAnnouncement() || this.#optional?.removed() || "";
    return (
      <PaymentView
        formOf={(key) => key === method && <p class="lazy-loading" />}
        {...parts}
        state={state}
        texts={texts}
        locale={locale}
        announcement={announcement}
        onSubmit={onSubmit}
        later={this.#later}
        online={navigator.onLine}
        problems={card.shown()}
        isLoading={forms.get(method) === null}
        onChoose={(chosen) => flow.send({ type: "methodChosen", method: chosen })}
        onPointed={(pointed) => {
          // A failed load is retried and reported when the customer chooses the method.
          if (pointed !== "card") loadForm(pointed).catch(() => undefined);
        }}
        onRetry={() => flow.send({ type: "retry" })}
        onRedirect={() => flow.send({ type: "redirectWanted" })}
        onGiveUp={() => flow.send({ type: "redirectCanceled" })}
      />
    );
  }
}
