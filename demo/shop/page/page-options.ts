/** What the address asks for, beside the page itself; for trying things out and for tests. */
export interface PageOptions {
  /** `?locale=es`: the widget's language, and the shop's way of writing money. */
  locale: string | undefined;
  /** `?currency=EUR`: what prices are in. */
  currency: string;
  /** `?amount=10.00`: go straight to paying this much. */
  amount: number | undefined;
  /** `?button=own`: the shop's own button calls `confirm()`; the widget shows none. */
  ownButton: boolean;
  /** `?dialog=1`: pay inside a modal dialog of the shop. */
  inDialog: boolean;
  /** `?bank=popup`: the bank's page opens in a window of its own. */
  bankPopup: boolean;
  /** `?payment_intent_id=…`: the customer was at their bank. The id is for the operator's own use. */
  isBackFromBank: boolean;
  /** `?secret=pi_…`: pay this intent, made elsewhere. */
  secret: string | undefined;
}

/** Reads the options; what is missing or senseless is the ordinary way. */
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

/** Money as a person reads it, written as the widgets write it. */
export function moneyText(amount: number, currency: string, locale = "en"): string {
  const writtenAs = locale.toLowerCase().startsWith("es") ? "es-US" : "en-US";
  try {
    return new Intl.NumberFormat(writtenAs, { style: "currency", currency }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}
