import * as z from "zod/mini";
import type { ChargeFault } from "../catalogue/scripts.ts";

const chargeFaults = [
  "silent_after_charging",
  "silent_without_charging",
  "error_after_charging",
  "error_without_charging",
  "rate_limited",
  "refused",
  "dropped_after_charging",
  "slow",
  "wrong_amount",
  "wrong_currency",
  "garbled",
] as const satisfies readonly ChargeFault[];

/**
 * A fault to inject with `POST /admin/faults`, for the next `times` matching calls. "Charging" means refunding if the
 * call is `refund`.
 */
export const faultOrder = z.strictObject({
  processor: z.optional(
    z.enum([
      "northbank",
      "quayside",
      "worldpay",
      "nmi",
      "authorize-net",
      "adyen",
      "stripe",
      "tabapay",
      "dwolla",
      "trustly",
      "avatax",
    ]),
  ),
  /** The call to fail. Most faults only make sense for `charge`, `refund`, `tax_quote`, `tax_commit` and `tax_void`. */
  call: z.enum([
    "prepare",
    "charge",
    "cancel",
    "look_up",
    "reversal",
    "refund",
    "refund_look_up",
    "dispute_answer",
    "payee",
    "payout",
    "payout_look_up",
    "health",
    "settlement_report",
    "tax_quote",
    "tax_commit",
    "tax_look_up",
    "tax_void",
  ]),
  fault: z.enum(chargeFaults),
  /** The merchant reference of the charge or refund, or the dispute's id. */
  merchantReference: z.optional(z.string()),
  times: z._default(z.int().check(z.positive()), 1),
});
export type FaultOrder = z.infer<typeof faultOrder>;

/** Faults that are not used up. */
export class FaultBox {
  #orders: (FaultOrder & { faultId: string })[] = [];
  #count = 0;

  order(order: FaultOrder): FaultOrder & { faultId: string } {
    this.#count += 1;
    const kept = { ...order, faultId: `fault_${this.#count}` };
    this.#orders.push(kept);
    return kept;
  }

  /** Returns the fault of a call and counts it down. */
  take(
    processor: string,
    call: FaultOrder["call"],
    merchantReference?: string,
  ): ChargeFault | undefined {
    const order = this.#orders.find(
      (candidate) =>
        candidate.call === call &&
        (candidate.processor ?? processor) === processor &&
        (candidate.merchantReference ?? merchantReference) === merchantReference,
    );
    if (!order) return undefined;
    order.times -= 1;
    if (order.times === 0) this.#orders = this.#orders.filter((other) => other !== order);
    return order.fault;
  }

  waiting(): readonly FaultOrder[] {
    return this.#orders;
  }

  clear(): void {
    this.#orders = [];
  }
}
