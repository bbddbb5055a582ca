import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PaymentDispute } from "#contract/console/payments";

interface DisputesProps {
  readonly disputes: readonly PaymentDispute[];
}

/** A payment's disputes. Few payments have any, so the panel loads with the first one. */
export function PaymentDisputes({ disputes }: DisputesProps) {
  const [Loaded, setLoaded] = useState<ComponentType<DisputesProps> | null>(null);
  const isDisputed = disputes.length > 0;
  useEffect(() => {
    if (!isDisputed) return;
    import("../disputes/dispute-lines.tsx")
      .then(({ default: loaded }) => setLoaded(() => loaded))
      // The section *Disputes* also shows them.
      .catch(() => {});
  }, [isDisputed]);
  return Loaded && isDisputed ? <Loaded disputes={disputes} /> : null;
}
