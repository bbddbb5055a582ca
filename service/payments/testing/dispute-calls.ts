import type { Dispute } from "#contract/api/disputes";
import { noticeOf } from "../../testing/stand-in-disputes.ts";
import { type DisputeTools, disputeTools } from "./dispute-world.ts";
import type { PaymentWorld } from "./payment-world.ts";

/** An answer of `/v1/disputes/…`. */
export interface DisputeAnswer {
  readonly statusCode: number;
  readonly body: Dispute & { errorCode?: string; errors?: { path: string; errorCode: string }[] };
}

type Notice = ReturnType<typeof noticeOf>;

/** The dispute calls of an operator's server, and northbank's part in them. */
export interface DisputeCalls extends DisputeTools {
  ask(method: string, path: string, body?: object, key?: string): Promise<DisputeAnswer>;
  put(id: string, body: object): Promise<DisputeAnswer>;
  submit(id: string): Promise<DisputeAnswer>;
  accept(id: string): Promise<DisputeAnswer>;
  /** Sends the answers that are due. */
  follow(): Promise<void>;
  /** Moves the clock, then sends. */
  later(ms: number): Promise<void>;
  /** Sends a later notice about the same dispute. */
  change(notice: Notice, changes: Partial<Notice>): Promise<void>;
  refund(
    paymentIntentId: string,
    amount?: number,
  ): Promise<{ statusCode: number; body: Record<string, unknown> & { refundId: string } }>;
  /** The requests that northbank received about a dispute. */
  callsAbout(notice: Pick<Notice, "disputeId">): { key: string; path: string; body: unknown }[];
}

export function disputeCalls(world: PaymentWorld): DisputeCalls {
  const tools = disputeTools(world);
  let serial = 0;
  const calls: DisputeCalls = {
    ...tools,
    async ask(method, path, body, key) {
      const response = await world.call(method, `/v1/disputes/${path}`, {
        ...(body && { body }),
        ...(key && { headers: { "idempotency-key": key } }),
      });
      return { statusCode: response.statusCode, body: response.json() };
    },
    put: (id, body) => calls.ask("PUT", `${id}/evidence`, body),
    submit: (id) => calls.ask("POST", `${id}/submit`),
    accept: (id) => calls.ask("POST", `${id}/accept`),
    follow: () => world.runJob("payments.disputes.answers"),
    async later(ms) {
      world.clock.advance(ms);
      await calls.follow();
    },
    change(notice, changes) {
      serial += 1;
      const sequence = notice.sequence + serial;
      return tools.notify(
        noticeOf({ ...notice, eventId: `change-${serial}`, sequence, ...changes }),
      );
    },
    async refund(paymentIntentId, amount) {
      serial += 1;
      const url = `/v1/payment-intents/${paymentIntentId}/refunds`;
      const externalRefundId = `after-dispute-${serial}`;
      const body = { externalRefundId, ...(amount !== undefined && { amount }) };
      const response = await world.call("POST", url, { body });
      return { statusCode: response.statusCode, body: response.json() };
    },
    callsAbout: ({ disputeId }) =>
      world.parties.northbank.disputes.calls.filter(({ path }) => path.includes(disputeId)),
  };
  return calls;
}
