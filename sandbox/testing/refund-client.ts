import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { call, chargeOf } from "./sandbox-client.ts";

type Processor = "northbank" | "quayside";

/** A refund of 49.99 USD, the whole of {@link chargeOf}, with the changes in `overrides`. */
export function refundOf(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    merchantReference: "ref_1",
    amountMinor: 4999,
    currency: "USD",
    surchargeMinor: 0,
    reason: "requested_by_customer",
    ...overrides,
  };
}

/** A merchant who charges and refunds at the sandbox's processors. */
export function refundClient(sandboxUrl: () => string) {
  let count = 0;
  const nextKey = () => `key_${++count}`;
  const at = (processor: Processor) => `${sandboxUrl()}/processors/${processor}`;

  return {
    nextKey,

    /** Charges 49.99 USD and returns the charge's id. */
    async charged(number = "4242424242424242", processor: Processor = "northbank") {
      const { body } = await call(`${at(processor)}/charges`, {
        key: sandboxCredentials[processor],
        idempotencyKey: nextKey(),
        body: chargeOf(number),
      });
      return String(body["chargeId"]);
    },

    refund(
      chargeId: string,
      overrides: Record<string, unknown> = {},
      idempotencyKey = nextKey(),
      processor: Processor = "northbank",
    ) {
      return call(`${at(processor)}/charges/${chargeId}/refunds`, {
        key: sandboxCredentials[processor],
        idempotencyKey,
        body: refundOf(overrides),
      });
    },

    lookUp(idempotencyKey: string, processor: Processor = "northbank") {
      return call(`${at(processor)}/refunds/by-key/${idempotencyKey}`, {
        key: sandboxCredentials[processor],
      });
    },

    /** The refunds in the books that match a query of `GET /admin/refunds`. */
    async booked(query: string) {
      const { body } = await call(`${sandboxUrl()}/admin/refunds?${query}`);
      return body["data"] as Record<string, unknown>[];
    },
  };
}
