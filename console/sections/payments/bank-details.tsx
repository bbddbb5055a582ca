import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PaymentDetail } from "#contract/console/payments";

export interface BankDetailsProps {
  readonly paymentIntentId: string;
  readonly attempt: PaymentDetail["attempts"][number];
  readonly disputes: PaymentDetail["disputes"];
  readonly reload: () => void;
}

/** Details of an ACH debit. Few payments are ACH debits, so this loads with the first one. */
export function BankDetails(props: BankDetailsProps) {
  const [Loaded, setLoaded] = useState<ComponentType<BankDetailsProps> | null>(null);
  useEffect(() => {
    import("./bank-inquiry.tsx")
      .then(({ default: loaded }) => setLoaded(() => loaded))
      // The rest of the page works without these details.
      .catch(() => {});
  }, []);
  return Loaded && <Loaded {...props} />;
}
