import type { OfferedPaymentMethod } from "#contract/client/session";
import { brandName } from "../../../fields/brand-name.ts";
import { dateText } from "../../../i18n/date-text.ts";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";

/** `Visa •••• 4242`, `First Bank, checking •••• 6789`. */
export function savedName(
  { paymentMethod }: OfferedPaymentMethod,
  texts: SavedMethodTexts,
): string {
  if ("brand" in paymentMethod)
    return texts.card(brandName(paymentMethod.brand), paymentMethod.last4);
  if ("asset" in paymentMethod) return paymentMethod.asset;
  const { bankName, accountType, last4 } = paymentMethod;
  const known = Object.hasOwn(texts.accountTypes, accountType);
  return texts.bank(bankName, (known && texts.accountTypes[accountType]) || "", last4);
}

/** Distinguishes methods of the same name: the expiry date, otherwise when it was last used. */
export function savedDetail(
  { paymentMethod, isExpired, lastUsedAt }: OfferedPaymentMethod,
  texts: SavedMethodTexts,
  locale: string,
): string | undefined {
  if ("brand" in paymentMethod) {
    const { expiryMonth, expiryYear } = paymentMethod;
    const date = `${String(expiryMonth).padStart(2, "0")}/${String(expiryYear).slice(-2)}`;
    return isExpired ? texts.expired(date) : texts.expires(date);
  }
  if (isExpired) return texts.unusable;
  return lastUsedAt === null ? undefined : texts.lastUsed(dateText(lastUsedAt, locale));
}
