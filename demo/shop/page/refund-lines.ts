import { element } from "./dom.ts";
import { moneyText } from "./page-options.ts";
import type { FeedEntry } from "./shop-api.ts";

export interface RefundLines {
  view: HTMLElement;
  /** Takes every webhook of the order and shows only those about refunds. */
  show(entry: FeedEntry): void;
}

/** The part of a `refund` event that the page shows. */
interface ShownRefund {
  refundId: string;
  kind: string;
  breakdown: { total: number; currency: string };
  /** A refund in crypto; `amount` is null until the customer confirms it. */
  crypto?: { asset: string; amount: string | null } | null;
  /** The page where the customer says where the money goes; set with `requires-destination`. */
  refundUrl?: string | null;
}

/** Creates an empty list. A repeated or late webhook does not replace a newer one. */
export function createRefundLines(locale: string | undefined): RefundLines {
  const list = element("ul", {
    class: "refunds",
    "data-testid": "order-refunds",
    "aria-live": "polite",
  });
  const shown = new Map<string, { sequence: number; line: HTMLElement }>();
  return {
    view: list,
    show({ type, status, sequence, data }) {
      if (type !== "refund") return;
      const refund = data as unknown as ShownRefund;
      const known = shown.get(refund.refundId);
      if (known && known.sequence >= sequence) return;
      const line = refundLine(refund, status, locale);
      shown.set(refund.refundId, { sequence, line });
      if (known) known.line.replaceWith(line);
      else list.append(line);
    },
  };
}

function refundLine(
  { kind, breakdown: { total, currency }, crypto, refundUrl }: ShownRefund,
  status: string,
  locale: string | undefined,
): HTMLElement {
  return element(
    "li",
    { "data-testid": "order-refund", "data-status": status },
    destinationLink(status, refundUrl) ?? element("span", {}, statusText(status, kind)),
    element("strong", {}, total > 0 ? moneyText(total, currency, locale) : cryptoText(crypto)),
  );
}

/** The amount of a refund in crypto. Crypto that the payment did not use is returned in its own asset. */
function cryptoText(crypto: ShownRefund["crypto"]): string {
  return crypto?.amount ? `${crypto.amount} ${crypto.asset}` : "";
}

function destinationLink(
  status: string,
  refundUrl: ShownRefund["refundUrl"],
): HTMLElement | undefined {
  if (status !== "requires-destination" || !refundUrl || !/^https?:/.test(refundUrl)) return;
  return element(
    "a",
    { href: refundUrl, target: "_blank", rel: "noopener noreferrer", "data-testid": "refund-link" },
    "Choose where your refund goes",
  );
}

function statusText(status: string, kind: string): string {
  switch (status) {
    case "created":
      return "Refund on its way";
    case "success":
      if (kind === "transfer") return "Refund sent";
      return kind === "void" ? "Charge canceled: no money is taken" : "Refunded to your card";
    case "requires-destination":
      return "We need to know where your refund goes";
    case "failed":
      return "Refund failed: we will contact you";
    case "canceled":
      return "Refund canceled";
    default:
      return `Refund: ${status}`;
  }
}
