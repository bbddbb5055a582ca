import { type ComponentChild, render } from "preact";
import { useState } from "preact/hooks";
import type { DisbursementState } from "../../widgets/disbursement/machine/state.ts";
import { bankForm } from "../../widgets/disbursement/methods/bank-form.tsx";
import { cardForm } from "../../widgets/disbursement/methods/card-form.tsx";
import { cryptoForm } from "../../widgets/disbursement/methods/crypto-form.tsx";
import { MethodStep } from "../../widgets/disbursement/methods/method-step.tsx";
import { payByBankForm } from "../../widgets/disbursement/methods/pay-by-bank-form.tsx";
import type { KnownType } from "../../widgets/disbursement/offered-methods.ts";
import { DisbursementView } from "../../widgets/disbursement/view/disbursement-view.tsx";
import { W9Needed } from "../../widgets/disbursement/view/w9-needed.tsx";
import type { BankLoginApi } from "../../widgets/fields/bank-login/bank-login-api.ts";
import { RequirementStep } from "../../widgets/steps/requirement-step.tsx";
import { W9Step } from "../../widgets/steps/w9-step.tsx";
import { exampleStepsApi } from "./example-steps-api.ts";
import { exampleW9Api } from "./example-w9-api.ts";
import type { GalleryView } from "./gallery-entry.ts";
import { galleryTexts } from "./gallery-texts.ts";
import { nextFrame, until } from "./next-frame.ts";

/** One state of the payout widget, and what to press or type after rendering. */
export interface ShownPayout {
  readonly state: DisbursementState;
  readonly online?: boolean;
  /** Whether the approval waits for the tax form. */
  readonly w9?: boolean;
  /** By test id: the text to type, or null to press the element. In this order, each as soon as the element exists. */
  readonly typed?: Readonly<Record<string, string | null>>;
}

const noBank = {
  ok: false,
  failure: { kind: "refused", code: "bank_login_unavailable", message: "", status: 503 },
} as const;
const awayBank: BankLoginApi = { begin: async () => noBank, read: async () => noBank };

/**
 * Renders the payout widget in one state with interactive forms. `Change` and `Continue` switch
 * steps. Resolves when everything is typed and pressed.
 */
export function renderPayout(
  place: HTMLElement,
  view: GalleryView,
  shown: ShownPayout,
): Promise<void> {
  render(<Payout view={view} shown={shown} />, place);
  return typeIn(place, Object.entries(shown.typed ?? {}));
}

function Payout({ view, shown }: { view: GalleryView; shown: ShownPayout }) {
  const { texts: cardTexts, language, locale } = view;
  const texts = galleryTexts("disbursement", language);
  const methodTexts = galleryTexts("payout-method", language);
  const [state, setState] = useState(shown.state);
  const forms = {
    bank: bankForm(methodTexts),
    card: cardForm(methodTexts, cardTexts),
    crypto: cryptoForm(methodTexts),
    pay_by_bank: payByBankForm(methodTexts, awayBank),
  };
  const loadForm = useState(() => async (type: KnownType) => forms[type])[0];
  const { session, requirement, step } = state;
  let requirementStep: ComponentChild = null;
  if (requirement) {
    requirementStep = (
      <RequirementStep
        requirement={requirement}
        api={exampleStepsApi}
        texts={galleryTexts("personal", language)}
        locale={locale}
        nowMs={Date.now}
        onDone={() => patch(setState, { step: "method", requirement: null })}
        onExpired={() => undefined}
      />
    );
  }
  return (
    <DisbursementView
      state={state}
      texts={texts}
      locale={locale}
      requirement={requirementStep}
      online={shown.online ?? true}
      onRetry={() => patch(setState, { step: "loading" })}
      onChange={() => patch(setState, { step: "method" })}
      onConfirm={() => patch(setState, { step: "sending" })}
      method={
        session &&
        ["method", "review", "sending"].includes(step) && (
          <MethodStep
            active={step === "method"}
            problem={state.problem}
            nowMs={Date.now}
            session={session}
            texts={texts}
            locale={locale}
            loadForm={loadForm}
            removeSaved={async () => true}
            onChosen={(choice) => patch(setState, { step: "review", choice, problem: null })}
          />
        )
      }
      w9={
        shown.w9 && (
          <W9Needed texts={texts}>
            <W9Step
              w9CaptureUrl="https://pay.example/w9#w9_gallery_secret_x"
              texts={galleryTexts("personal", language)}
              w9Texts={galleryTexts("w9", language)}
              locale={locale}
              nowMs={Date.now}
              onDone={() => patch(setState, { step: "success" })}
              openWindow={() => null}
              api={exampleW9Api}
            />
          </W9Needed>
        )
      }
    />
  );
}

const patch = (
  set: (change: (state: DisbursementState) => DisbursementState) => void,
  change: Partial<DisbursementState>,
) => set((state) => ({ ...state, ...change }));

/** Types into or presses each element in order, as soon as it exists. Resolves after the last one. */
async function typeIn(
  place: HTMLElement,
  actions: readonly [testId: string, text: string | null][],
): Promise<void> {
  for (const [testId, text] of actions) {
    const find = () => place.querySelector<HTMLInputElement>(`[data-testid="${testId}"]`);
    // Another entry may have replaced this one.
    await until(place, () => find() !== null);
    const element = find();
    if (element === null) return;
    if (text === null) element.click();
    else {
      element.value = text;
      element.dispatchEvent(new InputEvent("input", { inputType: "insertText", bubbles: true }));
      // The field reads its value once its rules have loaded. The blur must come later, as it does with a customer.
      await new Promise((resolve) => setTimeout(resolve, 400));
      element.dispatchEvent(new FocusEvent("blur"));
    }
  }
  await nextFrame();
}
