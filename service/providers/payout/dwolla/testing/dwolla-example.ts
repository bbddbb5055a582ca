/** Dwolla's example responses, for the provider's tests. */
import type { OutgoingHttp } from "../../../../platform/outgoing-http.ts";
import type { PayoutPayees } from "../../kit/payout-payees.ts";
import { payoutKey, type Sent } from "../../testing/conformance.ts";
import { createDwollaPayouts } from "../dwolla-payouts.ts";
import { dwollaSettings } from "../dwolla-settings.ts";

export const url = "https://api-sandbox.dwolla.com";
export const own = {
  key: "application-key-77d19a",
  secret: "application-secret-31f8c0",
  accountId: "ca32853c-48fa-40be-ae75-77b37504581b",
  fundingSourceId: "c91d6516-1855-4d36-be7c-bc78cc7c52c3",
  webhookSecret: "webhook-secret-90be15",
};
export const customerId = "fc451a7a-ae30-4404-ab95-e3553fcd733f";
export const accountId = "7e94633f-8916-4ca8-adca-a15400c10c55";
export const transferId = "15c6bcce-46f7-e811-8112-e8dd3bececa8";
export const payee = { operatorId: "op_1", externalCustomerId: "lena" };

export function memory(
  known: Record<string, string> = {},
): PayoutPayees & { known: Record<string, string> } {
  const keyOf = (account: string | null) => account ?? "record";
  return {
    known,
    find: async (_, account) => known[keyOf(account)],
    async save(_, account, id) {
      known[keyOf(account)] ??= id;
      return known[keyOf(account)] ?? id;
    },
    async remove(_, account) {
      delete known[keyOf(account)];
    },
  };
}
export const bankAccount = "bank 110000000 000123456789 checking";
export const stored = { record: customerId, [bankAccount]: accountId };

export const create = (
  http: OutgoingHttp,
  payees = memory(),
  change: object = {},
  maxWaitMs = 15_000,
) =>
  createDwollaPayouts(
    { name: "dwolla", url, ...dwollaSettings.parse({ ...own, ...change }) },
    {
      http,
      payees,
      machineNowMs: () => 1_000_000,
      maxWaitMs,
      sendDeadlineMs: 15_000,
      lookUpDeadlineMs: 5_000,
    },
  );

export const token: Sent = {
  status: 200,
  body: { access_token: "gTm0p62yYXFiB1rOdhV0", token_type: "Bearer", expires_in: 3600 },
};
export const made = (resource: string, id: string): Sent => ({
  status: 201,
  body: "",
  headers: { location: `${url}/${resource}/${id}` },
});
export const transfer = {
  _links: {},
  id: transferId,
  status: "processed",
  amount: { value: "49.99", currency: "USD" },
  created: "2026-11-26T16:00:00.000Z",
  correlationId: payoutKey,
};
export const list = (...transfers: object[]): Sent => ({
  status: 200,
  body: { _links: {}, _embedded: { transfers }, total: transfers.length },
});
export const invalid = (path: string, code = "Invalid", href?: string): Sent => ({
  status: 400,
  body: {
    code: "ValidationError",
    message: "Validation error(s) present.",
    _embedded: { errors: [{ code, path, _links: href ? { about: { href } } : {} }] },
  },
});
