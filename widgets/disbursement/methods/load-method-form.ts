import type { Language } from "#contract/languages";
import type { BankLoginApi } from "../../fields/bank-login/bank-login-api.ts";
import { loadPayoutMethodTexts } from "../../i18n/load-payout-method-texts.ts";
import { loadTexts } from "../../i18n/load-texts.ts";
import type { KnownType } from "../offered-methods.ts";
import type { MethodForm } from "./method-form.ts";

/** Creates each form's API when the form loads. */
export type FormApis = {
  readonly bankLogin: () => Promise<BankLoginApi>;
};

/** Loads a form from its own file, with its texts and styles. */
export async function loadMethodForm(
  type: KnownType,
  language: Language,
  apis: FormApis,
): Promise<MethodForm> {
  const [make, texts] = await Promise.all([
    makers[type](language, apis),
    loadPayoutMethodTexts(language),
    import("../../../styles/payout-methods.css"),
  ]);
  return make(texts);
}

type Maker = (texts: Awaited<ReturnType<typeof loadPayoutMethodTexts>>) => MethodForm;

const makers: Readonly<Record<KnownType, (language: Language, apis: FormApis) => Promise<Maker>>> =
  {
    bank: async () => (await import("./bank-form.tsx")).bankForm,
    crypto: async () => (await import("./crypto-form.tsx")).cryptoForm,
    pay_by_bank: async (_, apis) => {
      const [{ payByBankForm }, api] = await Promise.all([
        import("./pay-by-bank-form.tsx"),
        apis.bankLogin(),
      ]);
      return (texts) => payByBankForm(texts, api);
    },
    card: async (language) => {
      const [{ cardForm }, cardTexts] = await Promise.all([
        import("./card-form.tsx"),
        loadTexts(language),
      ]);
      return (texts) => cardForm(texts, cardTexts);
    },
  };
