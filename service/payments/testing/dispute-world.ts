import type { Dispute } from "#contract/api/disputes";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { DisputeNotice, FraudNotice } from "#contract/connectors/processor";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { noticeOf, signNotice } from "../../testing/stand-in-disputes.ts";
import type { PaymentWorld } from "./payment-world.ts";

/** A paid intent with the processor's id of its charge. */
export interface PaidIntent {
  readonly intent: CreatedPaymentIntent;
  readonly paymentId: string;
  readonly chargeId: string;
}

/** Tools for tests of disputes at one processor in a world of payments. */
export interface DisputeTools {
  paid(body?: Record<string, unknown>): Promise<PaidIntent>;
  /** Sends a notice without applying it. Resolves to the status. */
  send(notice: DisputeNotice | FraudNotice, headers?: Record<string, string>): Promise<number>;
  /** Sends a notice and runs the inbox's job. */
  notify(notice: DisputeNotice | FraudNotice): Promise<void>;
  /** Opens a dispute of a new or given payment, and reads it. */
  open(
    changes?: Partial<DisputeNotice>,
    of?: PaidIntent,
  ): Promise<{ dispute: Dispute; notice: DisputeNotice; paid: PaidIntent }>;
  read(disputeId: string): Promise<Dispute>;
  /** The disputes of a payment, newest first. */
  of(paid: Pick<PaidIntent, "intent">): Promise<Dispute[]>;
  /** The statuses of a dispute's events, in order. */
  events(disputeId: string): Promise<string[]>;
}

let serial = 0;

export function disputeTools(
  world: PaymentWorld,
  processor: "northbank" | "quayside" = "northbank",
): DisputeTools {
  const tools: DisputeTools = {
    async paid(body = {}) {
      const intent = await world.createIntent(body);
      const response = await world.pay(intent);
      if (response.body.status !== "success") throw new Error("not paid");
      const { paymentId } = response.body;
      return { intent, paymentId, chargeId: `ch-${paymentId}-1` };
    },
    async send(notice, headers) {
      const body = JSON.stringify(notice);
      const signed = signNotice(sandboxCredentials[processor], body, world.clock.nowMs());
      const response = await world.call("POST", `/v1/processor-notices/${processor}`, {
        token: null,
        body,
        headers: { "content-type": "application/json", ...(headers ?? signed) },
      });
      return response.statusCode;
    },
    async notify(notice) {
      const status = await tools.send(notice);
      if (status !== 200) throw new Error(`the notice got ${status}`);
      await world.runJob("payments.disputes.notices");
    },
    async open(changes = {}, of) {
      const paid = of ?? (await tools.paid());
      serial += 1;
      const notice = noticeOf({
        disputeId: `pd-${serial}`,
        chargeId: paid.chargeId,
        ...changes,
      });
      await tools.notify(notice);
      const [dispute] = await tools.of(paid);
      if (!dispute) throw new Error("no dispute was stored");
      return { dispute, notice, paid };
    },
    read: async (disputeId) => (await world.call("GET", `/v1/disputes/${disputeId}`)).json(),
    async of({ intent }) {
      const url = `/v1/disputes?paymentIntentId=${intent.paymentIntentId}`;
      return (await world.call("GET", url)).json().data;
    },
    async events(disputeId) {
      const rows = await world.service.deps.database.kysely
        .selectFrom("events")
        .select("status")
        .where("resource_id", "=", disputeId)
        .orderBy("sequence")
        .execute();
      return rows.map((row) => row.status);
    },
  };
  return tools;
}
