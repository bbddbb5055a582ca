import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PaymentDetail } from "#contract/console/payments";

/** Of an ACH debit that reached the bank. */
const sentStatuses: readonly string[] = ["filed", "settled", "returned"];

export interface InquiryProps {
  readonly paymentIntentId: string;
  readonly attempt: PaymentDetail["attempts"][number];
  readonly disputes: PaymentDetail["disputes"];
  /** Reads the payment again. */
  readonly reload: () => void;
}

/** The mandate and banks' inquiries of an ACH debit. Few payments are debits, so it loads with the first one. */
export function PaymentInquiry(props: InquiryProps) {
  const [Loaded, setLoaded] = useState<ComponentType<InquiryProps> | null>(null);
  const isSent = sentStatuses.includes(props.attempt.ach?.status ?? "");
  useEffect(() => {
    if (!isSent) return;
    import("./bank-inquiry.tsx")
      .then(({ default: loaded }) => setLoaded(() => loaded))
      // The rest of the page works without it.
      .catch(() => {});
  }, [isSent]);
  return Loaded && isSent ? <Loaded {...props} /> : null;
}
