import type { Language } from "#contract/languages";
import { signedLanguage } from "#contract/signed-languages";
import type { BankLoginApi } from "../../fields/bank-login/bank-login-api.ts";
import { loadPaymentMethodTexts } from "../../i18n/load-payment-method-texts.ts";
import { loadTexts } from "../../i18n/load-texts.ts";
import type { PaymentMethodTexts } from "../../i18n/payment-method-texts.ts";
import type { BankWindow } from "../bank-window.ts";
import { type MethodKey, typeOf } from "../offered-methods.ts";
import type { MethodFormView } from "./method-form.ts";

export interface FormWorld {
  readonly language: Language;
  readonly bankWindow: BankWindow;
  /** The page's keys, and the current secret. */
  readonly credentials: { readonly publishableKey: string; readonly clientSecretKey: string };
  /** Replaces the service's bank logins. */
  readonly bankLogin?: BankLoginApi;
  /** Returns the service's time. */
  readonly nowMs: () => number;
}

type Maker = (texts: PaymentMethodTexts, world: FormWorld) => MethodFormView;

/** Each form has its own file. The card's form is in the page from the start. */
const makers: Readonly<Record<string, (language: Language) => Promise<Maker>>> = {
  async bank() {
    const [{ bankForm }, { createBankLoginApi }] = await Promise.all([
      import("./bank-form.tsx"),
      import("../../fields/bank-login/bank-login-api.ts"),
    ]);
    return (texts, { language, credentials, bankLogin }) => {
      const api = bankLogin ?? createBankLoginApi({ credentials, language });
      return bankForm(texts, signedLanguage(language), api);
    };
  },
  async pay_by_bank() {
    const { payByBankForm } = await import("./pay-by-bank-form.tsx");
    return (texts, { bankWindow }) => payByBankForm(texts, bankWindow);
  },
  async crypto(language) {
    const { loadCryptoPart } = await import("./crypto/crypto-part.ts");
    const { cryptoMethod, texts } = await loadCryptoPart(language);
    return (_, { nowMs }) => cryptoMethod(texts, nowMs);
  },
  async saved(language) {
    const [{ loadSavedPart }, { problem: problems }] = await Promise.all([
      import("./saved/saved-part.ts"),
      loadTexts(language),
    ]);
    const { savedForm, texts } = await loadSavedPart(language);
    return ({ bank: { mandate } }) => savedForm({ texts, problems, mandate });
  },
};

/**
 * Loads each form with its texts and styles once, even when several callers ask. The next call repeats a failed load.
 */
export function createFormLoader(world: FormWorld): (method: MethodKey) => Promise<MethodFormView> {
  const loading = new Map<string, Promise<MethodFormView>>();
  return (method) => {
    const type = typeOf(method);
    const form = loading.get(type) ?? load(type, world);
    loading.set(type, form);
    form.catch(() => loading.delete(type));
    return form;
  };
}

async function load(type: string, world: FormWorld): Promise<MethodFormView> {
  const maker = makers[type];
  if (!maker) throw new Error(`${type} has no form to load`);
  const [make, texts] = await Promise.all([
    maker(world.language),
    loadPaymentMethodTexts(world.language),
    import("../../../styles/payment-methods.css"),
  ]);
  return make(texts, world);
}
