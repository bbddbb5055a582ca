import type { ReadPayoutMethod } from "../../client/disbursement-responses.ts";

/** The address that crypto goes to, as typed or as the service masks it; nothing for other methods. */
export function SentAddress({ method }: { method: ReadPayoutMethod }) {
  if (method === null || !("address" in method)) return null;
  return (
    <span class="payout-address" dir="ltr">
      {method.address}
    </span>
  );
}
