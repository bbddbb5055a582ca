import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { OutcomeForStaff } from "#contract/console/outcomes";
import type { PaymentDetail } from "#contract/console/payments";
import type { AdjustableClock } from "../../platform/clock.ts";
import type { PaymentWorld } from "./payment-world.ts";

const hourMs = 60 * 60_000;

/** Staff stay logged in, because their logins follow the machine's clock. */
export function pass(world: PaymentWorld, ms: number): void {
  const clock = world.service.deps.clock as AdjustableClock;
  clock.advanceTo(clock.offsetMs() + ms);
}

/** A payment that the processor only ever reports as `pending`. */
export interface HangingPayment {
  readonly intent: CreatedPaymentIntent;
  readonly paymentId: string;
  /** The key and the id of its charge at the processor. */
  readonly key: string;
  readonly chargeId: string;
}

/** Pays with a charge that stays `pending`, and lets the job ask once. */
export async function hang(
  world: PaymentWorld,
  intent: CreatedPaymentIntent,
): Promise<HangingPayment> {
  world.parties.northbank.next({ becomes: "pending" });
  const { body } = await world.pay(intent);
  if (body.status !== "pending") throw new Error(`not pending: ${JSON.stringify(body)}`);
  pass(world, 10_000);
  await world.runJob("payments.recover");
  const key = `${body.paymentId}-1`;
  return { intent, paymentId: body.paymentId, key, chargeId: `ch-${key}` };
}

/** Hangs a payment until staff can mark it. */
export async function hangLong(
  world: PaymentWorld,
  intent: CreatedPaymentIntent,
): Promise<HangingPayment> {
  const hanging = await hang(world, intent);
  pass(world, hourMs);
  return hanging;
}

/** What the processor says about a charge from now on. */
export function settleCharge(
  world: PaymentWorld,
  { key }: HangingPayment,
  status: "approved" | "declined" | "reversed" | "gone",
): void {
  const { charges } = world.parties.northbank;
  const charge = charges.get(key);
  if (!charge) throw new Error(`no charge ${key}`);
  if (status === "gone") charges.delete(key);
  else {
    const declined = status === "declined" ? { declineCode: "do_not_honor" } : {};
    charges.set(key, { ...charge, status, ...declined });
  }
}

/** A payment's outcome as its page shows it. */
export function outcomeOf(detail: PaymentDetail, subjectId: string): OutcomeForStaff {
  const found = detail.outcomes.find((outcome) => outcome.subjectId === subjectId);
  if (!found) throw new Error(`no outcome of ${subjectId}`);
  return found;
}
