import { describe, expect, test } from "vitest";
import { answered, drive } from "../../kit/testing/drive.ts";
import { beginPlaid, finishPlaid } from "./plaid-login.ts";

const settings = {
  url: "https://production.plaid.com",
  clientId: "5f0c1d7a9b3e",
  secret: "b81e64c2d0a7f3",
  clientName: "Lucky Duck Bingo",
};
const asked = {
  purpose: "payout" as const,
  state: "s-1",
  returnUrl: "https://pay.example/v1/bank-return",
  language: "es-US",
  reference: "bl_1",
};

const item = { public_token: "public-1", accounts: [], institution: { name: "Chase" } };
const shared = { finished_at: "2026-11-26T16:00:00Z", results: { item_add_results: [item] } };
const link = (...link_sessions: object[]) => answered(200, { link_token: "link-1", link_sessions });
const exchanged = answered(200, { access_token: "access-1", item_id: "item-1" });
const account = {
  account_id: "a-1",
  mask: "4321",
  name: "Checking",
  type: "depository",
  subtype: "checking",
};
const numbers = {
  account_id: "a-1",
  account: "000123456789",
  routing: "021000021",
  wire_routing: null,
};
const auth = (
  { accounts = [account], ach = [numbers] }: { accounts?: object[]; ach?: object[] } = {},
  institution_name: string | null = "Bank of Item",
) => answered(200, { accounts, numbers: { ach }, item: { institution_name } });
const identity = (names = ["Ada Lovelace", "Grace Hopper"]) =>
  answered(200, { accounts: [{ ...account, owners: [{ names }] }] });
const removed = answered(200, { request_id: "r" });
const refusal = (error_type: string, error_code: string) =>
  answered(400, { error_type, error_code, error_message: "", display_message: null });

const finishFor = (
  purpose: Parameters<typeof finishPlaid>[2],
  ...responses: Parameters<typeof drive>[1]
) => drive(finishPlaid(settings, "link-1", purpose), responses);
const finish = (...responses: Parameters<typeof drive>[1]) => finishFor("payout", ...responses);
const bodies = ({ calls }: ReturnType<typeof finish>) =>
  calls.map(({ path, body }) => [path, JSON.parse(body ?? "")]);

describe("a login that begins", () => {
  const created = (hosted_link_url: string) =>
    answered(200, { link_token: "link-1", expiration: "", hosted_link_url });

  test("asks for one hosted page, which returns to us with the state", () => {
    const page = "https://secure.plaid.com/hl/1";
    const { calls, outcome } = drive(beginPlaid(settings, asked), [created(page)]);
    expect(outcome).toEqual({ authorizationUrl: page, proof: "link-1" });
    expect(calls).toMatchObject([
      {
        method: "POST",
        path: "/link/token/create",
        headers: { "plaid-client-id": settings.clientId, "plaid-secret": settings.secret },
      },
    ]);
    expect(JSON.parse(calls[0]?.body ?? "")).toEqual({
      client_name: "Lucky Duck Bingo",
      language: "es",
      country_codes: ["US"],
      user: { client_user_id: "bl_1" },
      products: ["auth", "identity"],
      account_filters: { depository: { account_subtypes: ["checking", "savings"] } },
      hosted_link: {
        completion_redirect_uri: "https://pay.example/v1/bank-return?state=s-1",
        url_lifetime_seconds: 900,
      },
    });
  });

  test.each([
    "http://secure.plaid.com/hl/1",
    "javascript:alert(1)",
    "https://user:word@secure.plaid.com/",
    `https://secure.plaid.com/${"x".repeat(2048)}`,
    "/hl/1",
  ])("sends nobody to %s", (page) => {
    expect(() => drive(beginPlaid(settings, asked), [created(page)])).toThrow("page_not_encrypted");
  });

  test("fails with Plaid's own code", () => {
    const refused = refusal("INVALID_INPUT", "INVALID_API_KEYS");
    expect(() => drive(beginPlaid(settings, asked), [refused])).toThrow(
      "INVALID_INPUT.INVALID_API_KEYS",
    );
  });
});

describe("an account", () => {
  test("is read once, and then the item is removed", () => {
    const done = finish(link({ exit: null }, shared), exchanged, auth(), identity(), removed);
    expect(done.outcome).toEqual({
      type: "confirmed",
      account: {
        bankName: "Chase",
        routingNumber: "021000021",
        accountNumber: "000123456789",
        accountType: "checking",
        holderName: "Ada Lovelace",
      },
    });
    expect(bodies(done)).toEqual([
      ["/link/token/get", { link_token: "link-1" }],
      ["/item/public_token/exchange", { public_token: "public-1" }],
      ["/auth/get", { access_token: "access-1" }],
      ["/identity/get", { access_token: "access-1" }],
      ["/item/remove", { access_token: "access-1", reason_code: "OTHER" }],
    ]);
  });

  test("with tokenized numbers is revocable, has the customer's digits, and its item stays", () => {
    const ach = [{ ...numbers, account: "00123400000098765", is_tokenized_account_number: true }];
    const accounts = [{ ...account, persistent_account_id: "same-each-time" }];
    const done = finish(link(shared), exchanged, auth({ accounts, ach }), identity());
    expect(done.outcome).toMatchObject({
      type: "confirmed",
      account: {
        accountNumber: "00123400000098765",
        isRevocable: true,
        last4: "4321",
        stableId: "same-each-time",
      },
    });
    expect(bodies(done).map(([path]) => path)).not.toContain("/item/remove");
  });

  test("is shared even if the item cannot be removed, and the service logs that", () => {
    const failed = refusal("API_ERROR", "INTERNAL_SERVER_ERROR");
    const done = finish(link(shared), exchanged, auth(), identity(), failed);
    expect(done.outcome).toMatchObject({ type: "confirmed", warning: "item_not_removed" });
  });

  test("is the first that ACH can pay and whose access is proven", () => {
    const others = [
      { ...account, account_id: "a-0", subtype: "cd" },
      { ...account, account_id: "a-2", verification_status: "pending_manual_verification" },
      { ...account, account_id: "a-3", verification_status: "database_insights_pass" },
      { ...account, account_id: "a-4" },
      { ...account, account_id: "a-5", type: "credit" },
      { ...account, verification_status: "automatically_verified", subtype: "savings" },
    ];
    const of = (account_id: string, overrides: object = {}) => ({
      ...numbers,
      account_id,
      ...overrides,
    });
    const ach = [
      of("a-unknown"),
      of("a-0"),
      of("a-2"),
      of("a-3"),
      of("a-4", { can_transfer_in: false }),
      of("a-5"),
      of("a-1"),
    ];
    const done = finish(
      link(shared),
      exchanged,
      auth({ accounts: others, ach }),
      identity(),
      removed,
    );
    expect(done.outcome).toMatchObject({ type: "confirmed", account: { accountType: "savings" } });
  });

  test("must allow transfers out if it pays, and transfers in if it is paid", () => {
    const of = (account_id: string, overrides: object) => ({
      ...numbers,
      account_id,
      ...overrides,
    });
    const accounts = [account, { ...account, account_id: "a-2", subtype: "savings" }];
    const ach = [of("a-1", { can_transfer_out: false }), of("a-2", { can_transfer_in: false })];
    for (const [purpose, accountType] of [
      ["payment", "savings"],
      ["payout", "checking"],
    ] as const) {
      const owners = [{ names: ["Ada Lovelace"] }];
      const holders = answered(200, {
        accounts: accounts.map((account) => ({ ...account, owners })),
      });
      const done = finishFor(
        purpose,
        link(shared),
        exchanged,
        auth({ accounts, ach }),
        holders,
        removed,
      );
      expect(done.outcome).toMatchObject({ type: "confirmed", account: { accountType } });
    }
  });

  test("is asked for once more after a moment if it is not ready", () => {
    const early = refusal("ITEM_ERROR", "PRODUCT_NOT_READY");
    const done = finish(link(shared), exchanged, early, auth(), early, identity(), removed);
    expect(done.outcome.type).toBe("confirmed");
    expect(done.calls.map(({ afterMs = 0 }) => afterMs)).toEqual([0, 0, 0, 1_500, 0, 1_500, 0]);
    const never = finish(link(shared), exchanged, early, early, removed);
    expect(never.outcome).toEqual({ type: "failed", reason: `auth: ITEM_ERROR.PRODUCT_NOT_READY` });
  });

  test("keeps no control characters and no more than 100 characters of its holder", () => {
    const names = [" ", `A${"b".repeat(120)}`];
    const done = finish(link(shared), exchanged, auth(), identity(names), removed);
    expect(done.outcome).toMatchObject({ account: { holderName: `A${"b".repeat(99)}` } });
    const line = finish(link(shared), exchanged, auth(), identity(["Ada\nLovelace"]), removed);
    expect(line.outcome).toMatchObject({ account: { holderName: "Ada Lovelace" } });
  });
});

describe("nothing is shared, and no item stays,", () => {
  test.each([
    ["auth: no_usable_account", [auth({ ach: [] }), removed]],
    [
      "auth: ITEM_ERROR.ITEM_LOGIN_REQUIRED",
      [refusal("ITEM_ERROR", "ITEM_LOGIN_REQUIRED"), removed],
    ],
    ["identity: no_holder", [auth(), identity([]), removed]],
    [
      "identity: ITEM_ERROR.PRODUCTS_NOT_SUPPORTED",
      [auth(), refusal("ITEM_ERROR", "PRODUCTS_NOT_SUPPORTED"), removed],
    ],
    ["auth: malformed", [auth({ ach: [{ ...numbers, routing: "1" }] }), removed]],
  ])("with %s", (reason, responses) => {
    const done = finish(link(shared), exchanged, ...responses);
    expect(done.outcome).toEqual({ type: "failed", reason });
    expect(done.calls.at(-1)?.path).toBe("/item/remove");
  });
});

describe("a session", () => {
  const left = (error: unknown) => ({
    finished_at: "2026-11-26T16:00:00Z",
    exit: { error, metadata: null },
    results: null,
  });
  test.each([
    ["that the customer left", [left(null)], { type: "refused" }],
    [
      "that the customer left after an error",
      [left({ error_type: "INSTITUTION_ERROR", error_code: "INSTITUTION_DOWN" })],
      { type: "failed", reason: "link: INSTITUTION_ERROR.INSTITUTION_DOWN" },
    ],
    ["without a result", [{ finished_at: "x" }], { type: "failed", reason: "link: no_result" }],
    ["of two people", [shared, left(null)], { type: "failed", reason: "link: several_sessions" }],
    ["of two banks", [shared, shared], { type: "failed", reason: "link: several_sessions" }],
  ])("%s decides without another call", (_, sessions, outcome) => {
    const done = finish(link(...sessions));
    expect(done.outcome).toEqual(outcome);
    expect(done.calls).toHaveLength(1);
  });

  test.each([
    ["that never began", []],
    ["that has not ended", [{ finished_at: null }]],
  ])("%s is asked for once more, after a moment", (_, sessions) => {
    const done = finish(link(...sessions), link(...sessions));
    expect(done.outcome).toEqual({ type: "failed", reason: "link: not_finished" });
    expect(done.calls.map(({ path, afterMs }) => [path, afterMs])).toEqual([
      ["/link/token/get", 0],
      ["/link/token/get", 1_500],
    ]);
    const late = finish(link(...sessions), link(shared), exchanged, auth(), identity(), removed);
    expect(late.outcome.type).toBe("confirmed");
  });

  test("of another link token is ignored", () => {
    const other = answered(200, { link_token: "link-2", link_sessions: [shared] });
    expect(finish(other).outcome).toEqual({ type: "failed", reason: "link_token: of_another" });
  });
});
