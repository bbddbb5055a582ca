import type { ComponentChild } from "preact";
import type { PaymentOutcomeTexts } from "../i18n/payment-outcome-texts.ts";
import { readerLocale } from "../i18n/reader-locale.ts";
import type { Texts } from "../i18n/texts.ts";
import type { StepsApi } from "../steps/steps-api.ts";
import type { RadioOption } from "../ui/radio-group.tsx";
import type { loadMandateCopy } from "./load-mandate-copy.ts";
import type { loadRequirementParts } from "./load-requirement-parts.ts";
import { DepositSlot } from "./methods/crypto/deposit-slot.tsx";
import type { MethodFormView } from "./methods/method-form.ts";
import type { MethodForms } from "./methods/method-forms.ts";
import { MethodSlot } from "./methods/method-slot.tsx";
import type { deleteSaved } from "./methods/saved/delete-saved.ts";
import type { SavedPart } from "./methods/saved/saved-part.ts";
import { type KnownType, type MethodKey, usesSavedMethods } from "./offered-methods.ts";
import type { PaymentFlow } from "./payment-flow.ts";
import { RequirementSlot } from "./requirement-slot.tsx";

interface OptionalPartsOptions {
  readonly flow: PaymentFlow;
  readonly forms: MethodForms;
  readonly texts: Texts;
  readonly locale: string;
  /** Returns the service's time. */
  readonly nowMs: () => number;
  /** Returns the same promise for the same method. */
  readonly loadForm: (method: MethodKey) => Promise<MethodFormView>;
  readonly credentials: () => StepsApi["credentials"];
  readonly loadRequirements: typeof loadRequirementParts;
  readonly loadMandate: typeof loadMandateCopy;
  readonly deleteSaved: typeof deleteSaved;
  readonly words: PaymentOutcomeTexts;
  /** Called when something new can be shown. */
  readonly redraw: () => void;
}

/** Other methods' forms, saved methods, the deposit, requirements. */
export interface OptionalParts {
  parts(): RenderedParts;
  /** The announcement for the method that was removed. */
  removed(): string;
  end(): void;
}

interface RenderedParts {
  readonly formOf: (method: MethodKey) => ComponentChild;
  readonly saved: readonly RadioOption<MethodKey>[] | undefined;
  readonly consentOf: ((type: KnownType) => ComponentChild) | undefined;
  readonly nameOf: ((type: KnownType) => string | null) | undefined;
  readonly deposit: ComponentChild;
  readonly loadMandate: (paymentId: string) => Promise<Blob>;
  readonly requirementSteps: ((fallback: ComponentChild) => ComponentChild) | undefined;
}

/** Milliseconds between two tries to load the saved methods' file. */
const retryMs = 3_000;

/** Created once for each frame, when this file has loaded: the first screen carries none of it. */
export function createOptionalParts(options: OptionalPartsOptions): OptionalParts {
  const { flow, forms, texts, nowMs, loadForm, credentials, redraw } = options;
  // Dates are in the widget's language, even if the page has another one.
  const locale = readerLocale(options.locale, flow.state().language);
  const { blocked, slot, unreachable } = options.words;
  const slotWords = { ...slot, retry: texts.choose.retry };
  // Opened forms stay in the document, hidden, so that they lose nothing.
  const opened = new Set<MethodKey>();
  let saved: SavedPart | null = null;
  let isAsked = false;
  let removed = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const loadSaved = () => {
    isAsked = true;
    import("./methods/saved/saved-part.ts")
      .then(({ loadSavedPart }) => loadSavedPart(flow.state().language))
      .then(
        (part) => {
          saved = part;
          redraw();
        },
        () => {
          timer = setTimeout(loadSaved, retryMs);
        },
      );
  };

  const formOf = (key: MethodKey) => {
    const { session, method, prices } = flow.state();
    if (!session || !opened.has(key)) return null;
    const price = prices[key];
    return (
      <MethodSlot
        session={session}
        locale={locale}
        words={slotWords}
        method={key}
        active={key === method}
        quote={price?.quote ?? null}
        quoteFailure={price?.failure ?? null}
        load={() => loadForm(key)}
        onForm={(form) => forms.set(key, form)}
        onQuoteWanted={(request) => flow.send({ type: "quoteWanted", method: key, request })}
        onTyped={forms.typed}
        onMended={forms.mended}
      />
    );
  };

  return {
    removed: () => removed,
    end: () => clearTimeout(timer),
    parts() {
      const state = flow.state();
      const { session, method, step } = state;
      // Removing a method reloads the session: the announcement lasts until then.
      if (step !== "form" && step !== "loading") removed = "";
      if (session) opened.add(method);
      if (session && usesSavedMethods(session) && !isAsked) loadSaved();
      const shown =
        session &&
        saved?.savedMethods({
          session,
          locale,
          forms,
          formOf,
          texts: saved.texts,
          remove: (id) => options.deleteSaved(credentials(), id),
          onRemoved(said) {
            removed = said;
            flow.send({ type: "savedRemoved" });
          },
        });
      // A step can meet a requirement, but not provide a missing payment method.
      const hasRequirement =
        session?.requirements.some(({ blocks }) => blocks === "submission") ?? false;
      return {
        formOf,
        saved: shown?.options,
        consentOf: shown?.consentOf,
        nameOf: shown?.nameOf,
        deposit:
          step === "deposit" ? (
            <DepositSlot state={state} words={slotWords} locale={locale} nowMs={nowMs} />
          ) : null,
        loadMandate: (paymentId) => options.loadMandate(paymentId, credentials()),
        requirementSteps: hasRequirement
          ? (fallback) => (
              <RequirementSlot
                locale={locale}
                nowMs={nowMs}
                fallback={fallback}
                words={{ title: blocked.title, lost: unreachable.text, retry: unreachable.retry }}
                load={() => options.loadRequirements(state.language, credentials())}
                onDone={() => flow.send({ type: "requirementsMet" })}
              />
            )
          : undefined,
      };
    },
  };
}
