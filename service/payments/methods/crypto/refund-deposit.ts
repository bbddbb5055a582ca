import { ApiError } from "../../../platform/http/api-error.ts";
import { readReceipt } from "../../../rails/coins/index.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { newTransfer } from "../../refunds/destination/link.ts";
import type { RefundRail } from "../../refunds/refund-rail.ts";

/**
 * The sending address is often an exchange's, so the customer names one. The money goes back in the asset and on the
 * network that was paid, and never more of it than was received.
 */
export function depositRefunds({
  payoutProcessors,
  clock,
}: Pick<PaymentsDeps, "payoutProcessors" | "clock">): RefundRail {
  const never = async () => ({ type: "unknown", reason: "no_way_back" }) as const;
  return {
    isRefundable: () => payoutProcessors.forMethod("crypto") !== undefined,
    async transferOf(tx, { paymentId }, { operatorId, part, whole }) {
      const receipt = await readReceipt(tx, { operatorId, paymentId });
      const { received, due } = receipt ?? {};
      if (!received || due === undefined || receipt?.status !== "confirmed") {
        throw new ApiError("payment_not_refundable", {
          message: "The network has not confirmed this payment. Try again later.",
        });
      }
      const paid = received.units < due ? received.units : due;
      const maxUnits = (paid * BigInt(part)) / BigInt(whole);
      if (maxUnits === 0n) throw new ApiError("crypto_amount_too_small");
      const { asset, network } = received;
      const most = maxUnits.toString();
      return newTransfer({ clock }, { type: "crypto", asset, network, maxUnits: most });
    },
    // A refund with a transfer never goes this way.
    send: never,
    lookUp: never,
  };
}
