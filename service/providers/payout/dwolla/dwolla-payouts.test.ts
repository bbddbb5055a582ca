import { describe, expect, test } from "vitest";
import type { OutgoingCallFailed, OutgoingHttp } from "../../../platform/outgoing-http.ts";
import type { PayoutOrder } from "../payout-provider.ts";
import {
  destinations,
  exampleOrder,
  examplePayout,
  payoutKey,
  type Sent,
  scripted,
  testPayoutConformance,
} from "../testing/conformance.ts";
import { payeeReference } from "./dwolla-requests.ts";
import {
  accountId,
  create,
  customerId,
  invalid,
  list,
  made,
  memory,
  own,
  payee,
  stored,
  token,
  transfer,
  transferId,
  url,
} from "./testing/dwolla-example.ts";

testPayoutConformance("dwolla", {
  create,
  secrets: [own.key, own.secret, own.webhookSecret, "gTm0p62yYXFiB1rOdhV0"],
  url,
  method: "bank",
  good: {
    send: [
      token,
      made("customers", customerId),
      made("funding-sources", accountId),
      made("transfers", transferId),
    ],
    lookUp: [token, list(transfer)],
  },
  outcomes: { send: "pending", lookUp: "paid" },
  refusals: [400, 401, 403],
  aboutUs: [401, 403],
  open: [
    { status: 201, body: "" },
    { status: 200, body: transfer },
    made("customers", transferId),
    {
      ...made("transfers", transferId),
      headers: { location: `https://evil.example/transfers/${transferId}` },
    },
    {
      ...made("transfers", transferId),
      headers: { location: `${url}.evil.example/transfers/${transferId}` },
    },
    {
      ...made("transfers", transferId),
      headers: { location: `${url}/transfers/../${transferId}` },
    },
    { status: 429, body: { code: "TooManyRequests", message: "Concurrent transfers" } },
  ],
});

async function sent(
  responses: readonly (Sent | OutgoingCallFailed)[],
  {
    known = stored,
    change = {},
    settings = {},
  }: { known?: Record<string, string>; change?: Partial<PayoutOrder>; settings?: object } = {},
) {
  const { http, calls } = scripted(responses);
  const payees = memory({ ...known });
  const order = { ...exampleOrder("bank"), ...change };
  const outcome = await create(http, payees, settings).send(order, payoutKey);
  return { outcome, calls, known: payees.known };
}
describe("a payout", () => {
  test("makes the payee's record and account, and stores them", async () => {
    const { outcome, calls, known } = await sent(
      [
        token,
        made("customers", customerId),
        made("funding-sources", accountId),
        made("transfers", transferId),
      ],
      { known: {} },
    );
    expect(outcome).toEqual({ type: "pending", payoutId: transferId });
    expect(known).toEqual(stored);
    const [forToken, record, account, moving] = calls;
    expect(forToken?.body).toBe("grant_type=client_credentials");
    expect(forToken?.headers?.["authorization"]).toBe(
      `Basic ${Buffer.from(`${own.key}:${own.secret}`).toString("base64")}`,
    );
    expect(JSON.parse(record?.body ?? "")).toEqual({
      firstName: "Ada",
      lastName: "Lovelace",
      email: "lena@example.com",
      type: "receive-only",
      correlationId: payeeReference(payee),
    });
    expect(JSON.parse(account?.body ?? "")).toEqual({
      routingNumber: "110000000",
      accountNumber: "000123456789",
      bankAccountType: "checking",
      name: "checking 6789",
    });
    expect(moving).toMatchObject({
      url: `${url}/transfers`,
      headers: { "idempotency-key": payoutKey, authorization: "Bearer gTm0p62yYXFiB1rOdhV0" },
    });
    expect(JSON.parse(moving?.body ?? "")).toEqual({
      _links: {
        source: { href: `${url}/funding-sources/${own.fundingSourceId}` },
        destination: { href: `${url}/funding-sources/${accountId}` },
      },
      amount: { currency: "USD", value: "49.99" },
      correlationId: payoutKey,
    });
  });

  test("two accounts with the same last digits never share a key, and an account always has the same key", async () => {
    const keyOf = async (destination: Partial<PayoutOrder["destination"]>) => {
      const responses = [token, made("funding-sources", accountId), made("transfers", transferId)];
      const change = { destination: { ...destinations.bank, ...destination } as never };
      const { calls } = await sent(responses, { known: { record: customerId }, change });
      expect(calls[1]?.url).toContain("/funding-sources");
      return calls[1]?.headers?.["idempotency-key"];
    };
    const first = await keyOf({});
    expect(first).toBeDefined();
    expect(await keyOf({})).toBe(first);
    const others = [{ accountNumber: "999123456789" }, { routingNumber: "021000021" }];
    const savings = { accountType: "savings" } as const;
    const keys = await Promise.all([...others, savings].map(keyOf));
    expect(new Set([first, ...keys]).size).toBe(4);
    expect(first).not.toContain("6789");
  });

  test("uses what is stored", async () => {
    const { calls } = await sent([token, made("transfers", transferId)]);
    expect(calls.map((call) => new URL(call.url).pathname)).toEqual(["/token", "/transfers"]);
  });

  test.each([
    ["same-day", { clearing: { destination: "next-available" } }],
    ["real-time", { processingChannel: { destination: "instant" } }],
  ])("%s", async (bankSpeed, option) => {
    const { calls } = await sent([token, made("transfers", transferId)], {
      settings: { bankSpeed },
    });
    expect(JSON.parse(calls[1]?.body ?? "")).toMatchObject(option);
  });

  test("finds the record of a request with a lost response", async () => {
    const { outcome, known } = await sent(
      [
        token,
        invalid("/email", "Duplicate", `${url}/customers/${customerId}`),
        { status: 200, body: { id: customerId, correlationId: payeeReference(payee) } },
        made("funding-sources", accountId),
        made("transfers", transferId),
      ],
      { known: {} },
    );
    expect(outcome.type).toBe("pending");
    expect(known).toEqual(stored);
  });

  test("never uses the record of another customer with the same address, or of another host", async () => {
    const another = await sent(
      [
        token,
        invalid("/email", "Duplicate", `${url}/customers/${customerId}`),
        { status: 200, body: { id: customerId, correlationId: "payee-of-somebody" } },
      ],
      { known: {} },
    );
    expect(another.outcome).toEqual({
      type: "rejected",
      reason: "payee_email_in_use",
      isAboutOurAccount: false,
    });
    expect(another.known).toEqual({});
    const elsewhere = await sent(
      [token, invalid("/email", "Duplicate", `https://evil.example/customers/${customerId}`)],
      { known: {} },
    );
    expect(elsewhere.outcome.type).toBe("rejected");
    expect(elsewhere.calls).toHaveLength(2);
  });

  test("finds the account of a request with a lost response", async () => {
    const about = { href: `${url}/funding-sources/${accountId}` };
    const { outcome, known } = await sent(
      [
        token,
        {
          status: 400,
          body: { code: "DuplicateResource", message: "Bank already exists", _links: { about } },
        },
        made("transfers", transferId),
      ],
      { known: { record: customerId } },
    );
    expect(outcome.type).toBe("pending");
    expect(known).toEqual(stored);
  });

  test("registers an account again that Dwolla removed, and refuses an account that Dwolla does not pay", async () => {
    const result = await sent([token, invalid("/_links/destination/href")]);
    expect(result.outcome).toEqual({ type: "unreached" });
    expect(result.known).toEqual({ record: customerId });
    const fresh = await sent(
      [token, made("funding-sources", accountId), invalid("/_links/destination/href")],
      { known: { record: customerId } },
    );
    expect(fresh.outcome).toMatchObject({ type: "rejected", reasonCode: "account_not_payable" });
  });

  test("makes a record again that Dwolla no longer has", async () => {
    const { outcome, known } = await sent(
      [token, { status: 404, body: { code: "NotFound", message: "Customer ID not found." } }],
      { known: { record: customerId } },
    );
    expect(outcome).toEqual({ type: "unreached" });
    expect(known).toEqual({});
  });

  test.each([
    ["/_links/source/href", "InsufficientFunds", { isAboutOurAccount: true }],
    ["/amount/value", "Invalid", { isAboutOurAccount: false, reasonCode: "limit_exceeded" }],
    ["/correlationId", "InvalidFormat", { isAboutOurAccount: false }],
  ])("a refusal about %s (%s) is %j", async (path, code, expected) => {
    const { outcome } = await sent([token, invalid(path, code)]);
    expect(outcome).toMatchObject({ type: "rejected", reason: path, ...expected });
  });

  test("is refused without a transfer if it has no e-mail address, a name without letters, or a card", async () => {
    const none = await sent([token], {
      change: { payee: { externalCustomerId: "lena", email: null } },
    });
    expect(none).toMatchObject({ calls: [], outcome: { reason: "payee_email_missing" } });
    const destination = {
      ...destinations.bank,
      holderName: "李小龍",
    } as PayoutOrder["destination"];
    const nameless = await sent([token], { known: {}, change: { destination } });
    expect(nameless.outcome).toMatchObject({ type: "rejected", reason: "name_not_supported" });
    expect(nameless.calls).toHaveLength(1);
  });

  test("sends its transfer only after the one before has ended", async () => {
    let running = 0;
    let most = 0;
    const http: OutgoingHttp = {
      async call(request) {
        if (!request.url.endsWith("/transfers")) {
          return { statusCode: 200, headers: {}, text: JSON.stringify(token.body) };
        }
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        const headers = { location: `${url}/transfers/${transferId}` };
        return { statusCode: 201, headers, text: "" };
      },
      close: async () => {},
    };
    const provider = create(http, memory({ ...stored }));
    await Promise.all([1, 2, 3].map((each) => provider.send(exampleOrder("bank"), `dis_${each}`)));
    expect(most).toBe(1);
  });

  test("a transfer whose turn does not come in time is never sent", async () => {
    const keys: unknown[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const http: OutgoingHttp = {
      async call(request) {
        if (!request.url.endsWith("/transfers")) {
          return { statusCode: 200, headers: {}, text: JSON.stringify(token.body) };
        }
        keys.push(request.headers?.["idempotency-key"]);
        await held;
        const headers = { location: `${url}/transfers/${transferId}` };
        return { statusCode: 201, headers, text: "" };
      },
      close: async () => {},
    };
    const provider = create(http, memory({ ...stored }), {}, 20);
    const first = provider.send(exampleOrder("bank"), "dis_1");
    const late = await provider.send(exampleOrder("bank"), "dis_2");
    expect(late).toEqual({ type: "unreached" });
    release();
    // A sent transfer waits for its response, however long.
    expect((await first).type).toBe("pending");
    expect((await provider.send(exampleOrder("bank"), "dis_3")).type).toBe("pending");
    expect(keys).toEqual(["dis_1", "dis_3"]);
  });
});

describe("the token", () => {
  test("is kept, and asked for again after Dwolla refused it", async () => {
    const { http, calls } = scripted([
      token,
      { status: 200, body: transfer },
      { status: 401, body: { code: "ExpiredAccessToken" } },
      token,
      { status: 200, body: transfer },
    ]);
    const provider = create(http);
    const expected = { ...examplePayout, payoutId: transferId };
    expect((await provider.lookUp(payoutKey, expected)).type).toBe("paid");
    expect((await provider.lookUp(payoutKey, expected)).type).toBe("unknown");
    expect((await provider.lookUp(payoutKey, expected)).type).toBe("paid");
    expect(calls.filter((call) => call.url.endsWith("/token"))).toHaveLength(2);
  });

  test("is needed before anything is sent", async () => {
    const down = await sent([{ status: 503, body: "" }]);
    expect(down).toMatchObject({ outcome: { type: "unreached" }, calls: { length: 1 } });
    const wrong = await sent([{ status: 401, body: { error: "invalid_client" } }]);
    expect(wrong.outcome).toMatchObject({ type: "rejected", isAboutOurAccount: true });
  });
});
