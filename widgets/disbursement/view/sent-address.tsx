import type { ReadPayoutMethod } from "../../client/disbursement-answers.ts";

/** The address that crypto goes to, as it was typed or as the service masks it; nothing for other ways. */
export function SentAddress({ method }: { method: ReadPayoutMethod }) {
  if (method === null || !("address" in method)) return null;
  return (
    <span class="payout-address" dir="ltr">
      {method.address}
    </span>
  );
}
