import { type SandboxActor, testCards } from "./sandbox-actor.ts";

export interface Recipe {
  /** What happens, for the list. */
  readonly summary: string;
  /** Resolves to the id of the event's resource, or of one that the event names. */
  run(actor: SandboxActor): Promise<string>;
}

const refundOf = async (actor: SandboxActor, card: string): Promise<string> => {
  const { paymentIntentId } = await actor.payByCard(card);
  const externalRefundId = actor.newId("refund");
  // Only a part: before the charge clears, a refund of all of it would be a void.
  const order = { paymentIntentId, externalRefundId, amount: 20 };
  return (await actor.client.createRefund(order)).refundId;
};

const dispute = async (actor: SandboxActor): Promise<{ disputeId: string }> => {
  const { paymentId } = await actor.payByCard(testCards.approved);
  const { disputeId, providerDisputeId } = await actor.client.openSandboxDispute({ paymentId });
  return { disputeId: disputeId ?? providerDisputeId };
};

const decided = async (actor: SandboxActor, act: "win" | "lose"): Promise<string> => {
  const { disputeId } = await dispute(actor);
  await actor.client.decideSandboxDispute({ disputeId, act });
  return disputeId;
};

const requested = async (actor: SandboxActor): Promise<string> => {
  const payout = await actor.createPayout();
  await actor.requestPayout(payout);
  return payout.disbursementIntentId;
};

const proceeded = async (actor: SandboxActor, allow: boolean): Promise<string> => {
  const disbursementIntentId = await requested(actor);
  await actor.client.proceedWithDisbursement({ disbursementIntentId, allow });
  return disbursementIntentId;
};

/** Recipes by `type.status`. */
export const recipes: Readonly<Record<string, Recipe>> = {
  "payment.created": {
    summary: "a payment intent is created",
    run: async (actor) => (await actor.createIntent()).paymentIntentId,
  },
  "payment.pending": {
    summary: "a customer starts an ACH debit",
    run: async (actor) => (await actor.payByDebit()).paymentIntentId,
  },
  "payment.success": {
    summary: "a customer pays $49.99 by card",
    run: async (actor) => (await actor.payByCard(testCards.approved)).paymentIntentId,
  },
  "payment.failed": {
    summary: "the bank declines a card",
    run: async (actor) => (await actor.payByCard(testCards.declined)).paymentIntentId,
  },
  "refund.created": {
    summary: "a paid card gets $20 back",
    run: (actor) => refundOf(actor, testCards.approved),
  },
  "refund.success": {
    summary: "the same, until the processor has refunded it",
    run: (actor) => refundOf(actor, testCards.approved),
  },
  "refund.failed": {
    summary: "a refund that the processor accepts and cannot carry out",
    run: (actor) => refundOf(actor, testCards.refundFailsLater),
  },
  "dispute.created": {
    summary: "the customer's bank takes a payment back",
    run: async (actor) => (await dispute(actor)).disputeId,
  },
  "dispute.won": { summary: "and decides for you", run: (actor) => decided(actor, "win") },
  "dispute.lost": { summary: "and decides against you", run: (actor) => decided(actor, "lose") },
  "disbursement.created": {
    summary: "a payout intent is created",
    run: async (actor) => (await actor.createPayout()).disbursementIntentId,
  },
  "disbursement.pending-validation": {
    summary: "a customer chooses a bank account for the payout",
    run: requested,
  },
  "disbursement.approved": {
    summary: "you approve the payout",
    run: (actor) => proceeded(actor, true),
  },
  "disbursement.rejected": {
    summary: "you reject the payout",
    run: (actor) => proceeded(actor, false),
  },
  "customer_w9_required.pending": {
    summary: "a prize needs the customer's W-9",
    run: (actor) => actor.createPrize(),
  },
  "customer_w9_completed.completed": {
    summary: "the customer signs it",
    run: async (actor) => actor.signW9(await actor.createPrize()),
  },
};
