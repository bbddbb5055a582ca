import * as z from "zod/mini";
import type { ChargeFault } from "../catalogue/scripts.ts";

const chargeFaults = [
  "silent_after_charging",
  "silent_without_charging",
  "error_after_charging",
  "error_without_charging",
  "dropped_after_charging",
  "slow",
  "wrong_amount",
  "wrong_currency",
  "garbled",
] as const satisfies readonly ChargeFault[];

/** A fault to inject by `POST /admin/faults`. It goes off for the next `times` calls that fit. */
export const faultOrder = z.strictObject({
  processor: z.optional(z.enum(["northbank", "quayside"])),
  /** Only calls of this kind; every kind of fault of a charge is for `charge` only. */
  call: z.enum(["charge", "look_up", "reversal", "health"]),
  fault: z.enum(chargeFaults),
  /** Only the charge of this merchant reference. */
  merchantReference: z.optional(z.string()),
  times: z._default(z.int().check(z.positive()), 1),
});
export type FaultOrder = z.infer<typeof faultOrder>;

/** Faults that were ordered and have not gone off. */
export class FaultBox {
  #orders: (FaultOrder & { faultId: string })[] = [];
  #count = 0;

  /** Adds an order and answers it with its id. */
  order(order: FaultOrder): FaultOrder & { faultId: string } {
    this.#count += 1;
    const kept = { ...order, faultId: `fault_${this.#count}` };
    this.#orders.push(kept);
    return kept;
  }

  /** The fault for this call, if one was ordered; each order counts down as it goes off. */
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
