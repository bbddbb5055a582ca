/** All texts of a language, for the build, the gallery and tests; a frame loads only the parts that it needs. */
import type { Language } from "#contract/languages";
import type { BankAccountTexts } from "./bank-account-texts.ts";
import type { ChallengeTexts } from "./challenge-texts.ts";
import type { CryptoPaymentTexts } from "./crypto-payment-texts.ts";
import type { DisbursementTexts } from "./disbursement-texts.ts";
import type { KycTexts } from "./kyc-texts.ts";
import type { LatePageTexts } from "./late-page-texts.ts";
import type { PaymentMethodTexts } from "./payment-method-texts.ts";
import type { PaymentOutcomeTexts } from "./payment-outcome-texts.ts";
import type { PayoutMethodTexts } from "./payout-method-texts.ts";
import type { PersonalTexts } from "./personal-texts.ts";
import type { RefundTexts } from "./refund-texts.ts";
import type { SavedMethodTexts } from "./saved-method-texts.ts";
import type { Texts } from "./texts.ts";
import type { W9Texts } from "./w9-texts.ts";

/** The parts of a language's texts. Each is the file with its name in the language's folder. */
export interface TextParts {
  readonly "bank-account": BankAccountTexts;
  readonly challenge: ChallengeTexts;
  readonly "crypto-payment": CryptoPaymentTexts;
  readonly disbursement: DisbursementTexts;
  readonly kyc: KycTexts;
  readonly "late-page": LatePageTexts;
  readonly payment: Texts;
  readonly "payment-method": PaymentMethodTexts;
  readonly "payment-outcome": PaymentOutcomeTexts;
  readonly "payout-method": PayoutMethodTexts;
  readonly personal: PersonalTexts;
  readonly refund: RefundTexts;
  readonly "saved-method": SavedMethodTexts;
  readonly w9: W9Texts;
}

// Has no type argument: Vitest looks for `import.meta.glob(` to see that a module depends on which files exist.
const files = import.meta.glob("./*/*.ts", { eager: true }) as Readonly<Record<string, object>>;

export function textsOf<Part extends keyof TextParts>(
  part: Part,
  language: Language,
): TextParts[Part] {
  const [texts] = Object.values(files[`./${language}/${part}.ts`] ?? {});
  if (texts === undefined) throw new Error(`There is no ${part}.ts in ${language}.`);
  return texts as TextParts[Part];
}
