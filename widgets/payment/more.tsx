import type { ComponentChild } from "preact";
import type { PaymentOutcomeTexts } from "../i18n/payment-outcome-texts.ts";
import type { Texts } from "../i18n/texts.ts";
import type { StepsApi } from "../steps/steps-api.ts";
import type { RadioOption } from "../ui/radio-group.tsx";
import type { loadMandateCopy } from "./load-mandate-copy.ts";
import type { loadOwedParts } from "./load-owed-parts.ts";
import { DepositSlot } from "./methods/crypto/deposit-slot.tsx";
import type { MethodFormView } from "./methods/method-form.ts";
import type { MethodForms } from "./methods/method-forms.ts";
import { MethodSlot } from "./methods/method-slot.tsx";
import type { eraseSaved } from "./methods/saved/erase-saved.ts";
import type { SavedPart } from "./methods/saved/saved-part.ts";
import { hasUseForKept, type KnownType, type MethodKey } from "./offered.ts";
import { Owed } from "./owed.tsx";
import type { PaymentFlow } from "./payment-flow.ts";

interface MoreOptions {
  readonly flow: PaymentFlow;
  readonly forms: MethodForms;
  readonly texts: Texts;
  readonly locale: string;
  /** The service's time */
  readonly nowMs: () => number;
  /** The same one for the same way, however often it is asked for. */
  readonly loadForm: (method: MethodKey) => Promise<MethodFormView>;
  /** What calls are made with now. */
  readonly credentials: () => StepsApi["credentials"];
  readonly loadOwed: typeof loadOwedParts;
  readonly loadMandate: typeof loadMandateCopy;
  readonly erase: typeof eraseSaved;
  readonly words: PaymentOutcomeTexts;
  /** Something has come that is to be shown. */
  readonly redraw: () => void;
}

/** What the widget shows beside card, notices and outcomes. */
export interface More {
  /** For the flow's state of now. */
  parts(): MoreParts;
  /** What was removed, in words, to be said aloud. */
  removed(): string;
  /** Loads nothing any more. */
  end(): void;
}

interface MoreParts {
  readonly formOf: (method: MethodKey) => ComponentChild;
  readonly saved: readonly RadioOption<MethodKey>[] | undefined;
  readonly consentOf: ((type: KnownType) => ComponentChild) | undefined;
  readonly nameOf: ((type: KnownType) => string | null) | undefined;
  readonly deposit: ComponentChild;
  readonly loadMandate: (paymentId: string) => Promise<Blob>;
  readonly owedSteps: ((fallback: ComponentChild) => ComponentChild) | undefined;
}

/** Between two tries to load what was kept. */
const retryMs = 3_000;

/**
 * Forms of other ways than the card, what was kept, the deposit, what is owed: made once for each frame, when its
 * file is there, so that the first screen carries none of it.
 */
export function createMore(options: MoreOptions): More {
  const { flow, forms, texts, locale, nowMs, loadForm, credentials, redraw } = options;
  const { blocked, unreachable } = options.words;
  // Forms that were opened stay, hidden: what was typed is not lost by looking at another.
  const opened = new Set<MethodKey>();
  let saved: SavedPart | null = null;
  let isAsked = false;
  let removed = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const bringSaved = () => {
    isAsked = true;
    import("./methods/saved/saved-part.ts")
      .then(({ loadSavedPart }) => loadSavedPart(flow.state().language))
      .then(
        (part) => {
          saved = part;
          redraw();
        },
        () => {
          timer = setTimeout(bringSaved, retryMs);
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
        texts={texts}
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
      // With what was removed the session is loaded anew: that is when it is said.
      if (step !== "form" && step !== "loading") removed = "";
      if (session) opened.add(method);
      if (session && hasUseForKept(session) && !isAsked) bringSaved();
      const kept =
        session &&
        saved?.keptMethods({
          session,
          locale,
          forms,
          formOf,
          texts: saved.texts,
          remove: (id) => options.erase(credentials(), id),
          onRemoved(said) {
            removed = said;
            flow.send({ type: "savedRemoved" });
          },
        });
      // Blocked for want of a way to pay is nothing that a step could mend.
      const owes = session?.requirements.some(({ blocks }) => blocks === "submission") ?? false;
      return {
        formOf,
        saved: kept?.options,
        consentOf: kept?.consentOf,
        nameOf: kept?.nameOf,
        deposit:
          step === "deposit" ? (
            <DepositSlot state={state} texts={texts} locale={locale} nowMs={nowMs} />
          ) : null,
        loadMandate: (paymentId) => options.loadMandate(paymentId, credentials()),
        owedSteps: owes
          ? (fallback) => (
              <Owed
                locale={locale}
                fallback={fallback}
                words={{ title: blocked.title, lost: unreachable.text, retry: unreachable.retry }}
                load={() => options.loadOwed(state.language, credentials())}
                onDone={() => flow.send({ type: "requirementsMet" })}
              />
            )
          : undefined,
      };
    },
  };
}
