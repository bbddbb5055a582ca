import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { examplePayout, payoutKey, type Sent, scripted } from "../testing/conformance.ts";
import {
  accountId,
  create,
  list,
  memory,
  own,
  token,
  transfer,
  transferId,
  url,
} from "./testing/dwolla-example.ts";

async function lookedUp(responses: readonly Sent[], payoutId: string | null = transferId) {
  const { http, calls } = scripted([token, ...responses]);
  const outcome = await create(http).lookUp(payoutKey, { ...examplePayout, payoutId });
  return { outcome, calls };
}

describe("a look-up", () => {
  test.each([
    ["pending", "pending"],
    ["processed", "paid"],
    ["cancelled", "canceled"],
    ["reclaimed", "unknown"],
  ])("%s is %s", async (status, type) => {
    const { outcome } = await lookedUp([{ status: 200, body: { ...transfer, status } }]);
    expect(outcome.type).toBe(type);
  });

  test.each([
    ["R02", "account_closed"],
    ["R03", "account_not_found"],
    ["R15", "ach_r15"],
    ["RTP", "declined"],
  ])("a failed transfer with %s failed as %s", async (code, reasonCode) => {
    const failed = { status: 200, body: { ...transfer, status: "failed" } };
    const reason = { status: 200, body: { code, description: "" } };
    const { outcome, calls } = await lookedUp([failed, reason]);
    expect(outcome).toEqual({ type: "failed", payoutId: transferId, reasonCode });
    expect(calls.at(-1)?.url).toBe(`${url}/transfers/${transferId}/failure`);
  });

  test("a failed transfer without a reason is final; if the reason cannot be read now, the outcome stays unknown", async () => {
    const failed = { status: 200, body: { ...transfer, status: "failed" } };
    const missing = await lookedUp([failed, { status: 404, body: {} }]);
    expect(missing.outcome).toMatchObject({ type: "failed", reasonCode: "declined" });
    const down = await lookedUp([failed, { status: 503, body: {} }]);
    expect(down.outcome.type).toBe("unknown");
  });

  test("trusts only the list that it asked for when it searches by our reference", async () => {
    const none = await lookedUp([list()], null);
    expect(none.outcome).toEqual({ type: "not_found" });
    expect(none.calls.at(-1)?.url).toBe(
      `${url}/accounts/${own.accountId}/transfers?correlationId=${payoutKey}`,
    );
    const others = await lookedUp([list({ ...transfer, correlationId: "dis_other" })], null);
    expect(others.outcome).toEqual({ type: "unknown", reason: "not_searched" });
    const twice = await lookedUp([list(transfer, { ...transfer, id: accountId })], null);
    expect(twice.outcome).toEqual({ type: "unknown", reason: "several_transfers" });
  });

  test("does not trust a transfer with a different reference or id", async () => {
    for (const change of [
      { correlationId: "dis_other" },
      { correlationId: undefined },
      { id: accountId },
    ]) {
      const { outcome } = await lookedUp([{ status: 200, body: { ...transfer, ...change } }]);
      expect(outcome.type).toBe("unknown");
    }
  });
});

describe("a webhook", () => {
  const body = (change: object = {}) =>
    JSON.stringify({
      id: "80d8ff7d",
      topic: "transfer_completed",
      resourceId: transferId.toUpperCase(),
      ...change,
    });
  const read = (text: string, signature?: string) =>
    create(scripted([]).http).readNotice?.({
      rawBody: Buffer.from(text),
      headers: {
        "x-request-signature-sha-256":
          signature ?? createHmac("sha256", own.webhookSecret).update(text).digest("hex"),
      },
    });

  test("names the transfer to look up", () => {
    expect(read(body())).toEqual({ type: "valid", payoutIds: [transferId] });
    expect(read(body({ topic: "customer_created" }))).toEqual({ type: "valid", payoutIds: [] });
    expect(read(body({ resourceId: "../x" }))).toEqual({ type: "valid", payoutIds: [] });
  });

  test("is forged if its signature is missing, wrong or for another body", () => {
    expect(read(body(), "")).toEqual({ type: "forged" });
    expect(read(body(), "00".repeat(32))).toEqual({ type: "forged" });
    const ofOther = createHmac("sha256", own.webhookSecret)
      .update(body({ id: "x" }))
      .digest("hex");
    expect(read(body(), ofOther)).toEqual({ type: "forged" });
  });

  test("is malformed if it cannot be read, and not accepted without a secret", () => {
    expect(read("[]")).toMatchObject({ type: "malformed" });
    expect(read("{")).toMatchObject({ type: "malformed" });
    const provider = create(scripted([]).http, memory(), { webhookSecret: undefined });
    expect(provider.readNotice).toBeUndefined();
  });
});
