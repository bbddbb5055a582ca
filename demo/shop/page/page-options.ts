import { minorDigits } from "#contract/money";

/** Options in the address, for demonstrations and tests. */
export interface PageOptions {
  /** `?locale=es`: the widget's language, and the shop's money format. */
  locale: string | undefined;
  /** `?currency=EUR`: the currency of prices. */
  currency: string;
  /** `?amount=10.00`: pay this amount at once. */
  amount: number | undefined;
  /** `?button=own`: the shop's button calls `confirm()`; the widget has none. */
  ownButton: boolean;
  /** `?dialog=1`: pay in a modal dialog of the shop. */
  inDialog: boolean;
  /** `?bank=popup`: the bank's page opens in a popup. */
  bankPopup: boolean;
  /** `?payment_intent_id=…`: the customer returned from their bank. The id is for the operator's own use. */
  isBackFromBank: boolean;
  /** `?secret=pi_…`: pay this intent, created elsewhere. */
  secret: string | undefined;
}

export function readPageOptions(search: string): PageOptions {
  const query = new URLSearchParams(search);
  const amount = Number(query.get("amount") ?? Number.NaN);
  return {
    locale: query.get("locale") || undefined,
    currency: /^[A-Z]{3}$/.test(query.get("currency") ?? "")
      ? (query.get("currency") ?? "")
      : "USD",
    amount: Number.isFinite(amount) ? amount : undefined,
    ownButton: query.get("button") === "own",
    inDialog: query.get("dialog") === "1",
    bankPopup: query.get("bank") === "popup",
    isBackFromBank: query.has("payment_intent_id"),
    secret: query.get("secret") || undefined,
  };
}

/** Formats money as the widgets do, with the decimals of currencies that browsers round, such as HUF. */
export function moneyText(amount: number, currency: string, locale = "en"): string {
  const writtenAs = locale.toLowerCase().startsWith("es") ? "es-US" : "en-US";
  try {
    const format: Intl.NumberFormatOptions = { style: "currency", currency };
    if (amount % 1 !== 0) format.minimumFractionDigits = minorDigits(currency);
    return new Intl.NumberFormat(writtenAs, format).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}
