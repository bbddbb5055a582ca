import { hydrate, render } from "preact";
import type { Language } from "#contract/languages";
import { BrandSprite } from "../../widgets/fields/brand-marks.tsx";
import { createCardFields } from "../../widgets/fields/card-fields.ts";
import type { BankWindow } from "../../widgets/payment/bank-window.ts";
import { firstScreen } from "../../widgets/payment/first-screen.tsx";
import { laterPart } from "../../widgets/payment/later-part.ts";
import type { PaymentState } from "../../widgets/payment/machine/state.ts";
import { createCardForm } from "../../widgets/payment/methods/card-form.ts";
import { createMethodForms } from "../../widgets/payment/methods/method-forms.ts";
import { usesSavedMethods } from "../../widgets/payment/offered-methods.ts";
import { PaymentApp } from "../../widgets/payment/payment-app.tsx";
import { RequirementSteps } from "../../widgets/steps/requirement-steps.tsx";
import type { ReadRequirement } from "../../widgets/steps/steps-api.ts";
import { type BankLoginEnd, exampleBankLogin } from "./example-bank-login.ts";
import { withPrice } from "./example-quotes.ts";
import { exampleStepsApi } from "./example-steps-api.ts";
import type { GalleryView } from "./gallery-entry.ts";
import { galleryTexts } from "./gallery-texts.ts";
import { nextFrame, until } from "./next-frame.ts";
import { scriptedFlow } from "./scripted-flow.ts";

/** A response that never arrives, or fails. */
type Answers = "silent" | "lost";

/** The state to show and the actions to run in it, in this order, each as soon as possible. */
export interface ShownPayment {
  readonly state: PaymentState;
  /** Later states, in order. The widget announces what changes in the last one. */
  readonly next?: readonly PaymentState[];
  /** The text to type, by field. */
  readonly typed?: Readonly<Record<string, string>>;
  /** Test ids of elements to press. */
  readonly pressed?: readonly string[];
  readonly bank?: BankLoginEnd;
  /** Test id of an element that appears after the presses. */
  readonly shows?: string;
  readonly sent?: boolean;
  /** The service refuses a field with an error code. */
  readonly refused?: readonly [field: string, code: string];
  readonly online?: boolean;
  /** How the service answers actions; default: normally. */
  readonly service?: Answers;
  /** How the service answers the forms of methods other than the card. */
  readonly forms?: Answers;
  readonly copies?: boolean;
  /** The requirement that blocks the payment. */
  readonly requirement?: ReadRequirement;
}

const closedWindow: BankWindow = {
  way: { window: "redirect", returnUrl: "https://shop.example/" },
  prepare: () => undefined,
  open: () => undefined,
};

/**
 * Renders the payment widget in one state, assembled as in its frame, without a service. Resolves
 * when all actions are done.
 */
export async function renderPayment(
  place: HTMLElement,
  view: GalleryView,
  shown: ShownPayment,
): Promise<void> {
  const { texts, language, locale } = view;
  const { service, requirement } = shown;
  const [root, sprite] = [document.createElement("div"), document.createElement("div")];
  place.append(root, sprite);
  render(<BrandSprite />, sprite);
  Object.defineProperty(navigator, "onLine", { value: shown.online ?? true, configurable: true });
  if (shown.copies !== undefined) setClipboard(shown.copies);

  // The page before the session has loaded; the rest is added to it.
  render(firstScreen(language, texts), root);
  const forms = createMethodForms();
  const card = createCardForm(createCardFields(root, Date.now), forms.mended);
  forms.set("card", card);
  const erased = new Set<string>();
  const flow = scriptedFlow(erased);
  const later = laterPart(galleryTexts("payment-outcome", language));
  const loader = later.createFormLoader({
    language,
    bankWindow: closedWindow,
    nowMs: Date.now,
    credentials: { publishableKey: "", clientSecretKey: "" },
    ...(shown.bank && { bankLogin: exampleBankLogin(shown.bank) }),
  });
  hydrate(
    <PaymentApp
      flow={flow}
      forms={forms}
      card={card}
      texts={texts}
      locale={locale}
      nowMs={Date.now}
      credentials={() => exampleStepsApi.credentials}
      loadForm={(method) => answer(shown.forms, () => loader(method))}
      loadLater={async () => ({
        ...later,
        deleteSaved: (_, id) => answer(service, () => erased.add(id).has(id)).catch(() => false),
        loadMandateCopy: () => answer("lost", () => new Blob()),
        loadRequirementParts: () => answer(service, () => requirementParts(language, requirement)),
      })}
      onSubmit={() => void forms.check(flow.state().method)}
    />,
    root,
  );
  const show = (state: PaymentState) => flow.show(withPrice({ ...state, language }));
  show(shown.state);

  const { method, session, step } = shown.state;
  const find = (selector: string) => place.querySelector<HTMLElement>(selector);
  const found = async (selector: string) => {
    await until(place, () => find(selector) !== null);
    return find(selector) as HTMLElement;
  };
  if (step === "form" && session && usesSavedMethods(session)) {
    // Moves a pointer onto the form, as a customer would. Otherwise the consent may take ten seconds to appear.
    dispatchEvent(new Event("pointerover"));
    await found(".saved-mark, .save-consent");
  }
  await nextFrame();
  if (shown.forms === undefined)
    await until(place, () => find(".payment-methods .lazy-loading") === null);
  for (const state of shown.next ?? []) {
    show(state);
    await nextFrame();
  }
  for (const [name, text] of Object.entries(shown.typed ?? {})) {
    const input = (await found(`[data-field="${name}"]`)) as HTMLInputElement;
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (const testId of shown.pressed ?? []) (await found(`[data-testid="${testId}"]`)).click();
  if (shown.shows) await found(`[data-testid="${shown.shows}"]`);
  if (shown.sent || shown.refused) await until(place, () => forms.get(method) !== null);
  if (shown.sent) forms.check(method);
  if (shown.refused) forms.get(method)?.refuse(...shown.refused);
  await nextFrame();
}

const requirementParts = (language: Language, requirement: ReadRequirement | undefined) => ({
  Steps: RequirementSteps,
  texts: galleryTexts("personal", language),
  api: {
    ...exampleStepsApi,
    requirements: async () =>
      ({ ok: true, value: { requirements: requirement ? [requirement] : [] } }) as const,
  },
});

function setClipboard(copies: boolean) {
  const writeText = async () => {
    if (!copies) throw new Error("a page may forbid its frames the clipboard");
  };
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  document.execCommand = () => copies;
}

async function answer<T>(how: Answers | undefined, value: () => T | Promise<T>): Promise<T> {
  if (how === "silent") return new Promise(() => undefined);
  if (how === "lost") throw new Error("lost");
  return value();
}
