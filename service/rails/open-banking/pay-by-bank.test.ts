/** Our pages and API, and the sandbox's bank over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { visitBank } from "../../../sandbox/testing/bank-customer.ts";
import { type BankWorld, createBankWorld, shopPage } from "./testing/pay-by-bank-world.ts";

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

const recover = () => world.runJob("open_banking.recover");
const backAtShop = (intent: { paymentIntentId: string }) =>
  `http://shop.test/checkout?cart=7&amp;payment_intent_id=${intent.paymentIntentId}#pay`.replace(
    "&amp;",
    "&#38;",
  );

describe("the operator", () => {
  const cancel = (paymentId?: string) => world.call("POST", `/v1/payments/${paymentId}/cancel`);

  test("cancels a payment that the customer has not confirmed, and nothing is ordered", async () => {
    const intent = await world.newIntent();
    const payer = world.newBrowser();
    const atBank = await world.leave(intent, payer);
    const { paymentId = "" } = (await world.statusOf(intent)).payment ?? {};
    expect((await cancel(paymentId)).json()).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "payment_canceled" }] }],
    });
    expect((await cancel(paymentId)).statusCode).toBe(200);
    await payer.open(await visitBank(atBank, {}));
    await recover();
    expect(await world.bookedFor(paymentId)).toEqual([]);
    expect((await world.statusOf(intent)).payment).toMatchObject({
      status: "failed",
      messages: [{ code: "payment_canceled" }],
      nextAction: null,
    });
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "failed"]);
  });

  test("is too late once the customer has confirmed", async () => {
    const intent = await world.newIntent();
    await world.payAtBank(intent, { account: "savings" });
    const { payment } = await world.statusOf(intent);
    expect((await cancel(payment?.paymentId)).json().errorCode).toBe("payment_not_cancelable");
    const paid = await world.newIntent();
    await world.payAtBank(paid);
    const { payment: settled } = await world.statusOf(paid);
    expect((await cancel(settled?.paymentId)).json().message).toContain("Refund it instead");
  });
});

describe("a customer who pays at their bank", () => {
  test("is redirected there, agrees, returns to the operator's page, and has paid once", async () => {
    const intent = await world.newIntent();
    const back = await world.payAtBank(intent);
    expect(back.statusCode).toBe(200);
    expect(back.body).toContain(`content="0;url=${backAtShop(intent)}"`);
    const { status, payment } = await world.statusOf(intent);
    expect(status).toBe("success");
    expect(payment).toMatchObject({
      type: "pay_by_bank",
      status: "success",
      nextAction: null,
      paymentMethod: { bankName: "Harbour Bank", accountType: "checking", last4: "6789" },
    });
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
    expect(await world.bookedFor(payment?.paymentId ?? "")).toMatchObject([{ requests: 1 }]);
  });

  test("waits at a slow bank until the payment settles", async () => {
    const intent = await world.newIntent();
    await world.payAtBank(intent, { account: "savings" });
    const { payment } = await world.statusOf(intent);
    expect(payment).toMatchObject({ status: "pending", nextAction: null });
    expect(payment?.paymentMethod).toMatchObject({ last4: "0000" });
    world.clock.advance(8_000);
    await recover();
    expect((await world.statusOf(intent)).status).toBe("success");
  });

  test.each([
    ["closed", "payer_account_unusable"],
    ["holiday", "bank_insufficient_funds"],
  ])("from the account %s sees why it was rejected, and can try again", async (account, code) => {
    const intent = await world.newIntent();
    await world.payAtBank(intent, { account });
    world.clock.advance(2_000);
    await recover();
    expect((await world.statusOf(intent)).payment).toMatchObject({
      status: "failed",
      messages: [{ code }],
      advice: { retry: true, with: "other_account" },
    });
    await world.payAtBank(intent);
    expect((await world.statusOf(intent)).status).toBe("success");
  });

  test.each([
    ["&locale=es", 'lang="es"', "Pagar $52.40"],
    ["&locale=en", 'lang="en"', "Pay $52.40"],
    ["&locale=moon", 'lang="en"', "Pay $52.40"],
  ])("reads the bank's pages in the language of the link (%s)", async (locale, lang, button) => {
    const intent = await world.newIntent();
    const { nextAction } = (await world.submit(intent)).body;
    if (nextAction?.type !== "redirect") throw new Error("no redirect");
    const left = await world.newBrowser().open(`${nextAction.url}${locale}`);
    const pages: string[] = [];
    await visitBank(left.location ?? "", { sees: (page) => pages.push(page) });
    expect(pages).toHaveLength(2);
    for (const page of pages) expect(page).toContain(lang);
    expect(pages[1]?.replaceAll(/\s/g, " ")).toContain(button);
  });

  test.each(["login", "consent"] as const)("can refuse at the %s", async (refuseAt) => {
    const intent = await world.newIntent();
    const back = await world.payAtBank(intent, { refuseAt });
    expect(back.body).toContain(backAtShop(intent));
    expect((await world.statusOf(intent)).payment).toMatchObject({
      status: "failed",
      messages: [{ code: "bank_access_denied" }],
      advice: { retry: true, with: "same" },
    });
  });

  test("has paid once when the bank takes the order but never responds", async () => {
    const intent = await world.newIntent();
    await world.payAtBank(intent, { account: "joint" });
    const { payment, status } = await world.statusOf(intent);
    expect(status).toBe("pending");
    await recover();
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(await world.bookedFor(payment?.paymentId ?? "")).toMatchObject([{ requests: 1 }]);
  });

  test("waits when the bank reports a different amount, and cannot start a second payment", async () => {
    const intent = await world.newIntent();
    await world.payAtBank(intent, { account: "business" });
    for (let round = 0; round < 4; round += 1) {
      world.clock.advance(20 * 60_000);
      await recover();
    }
    expect((await world.statusOf(intent)).status).toBe("pending");
    const repeat = await world.submit(intent);
    expect([repeat.statusCode, repeat.body.errorCode]).toEqual([409, "payment_in_progress"]);
  });
});

describe("a customer who does not return", () => {
  test("has 15 minutes; a later return only sends them back to the shop", async () => {
    const [intent, payer] = [await world.newIntent(), world.newBrowser()];
    const address = await visitBank(await world.leave(intent, payer));
    world.clock.advance(15 * 60_000);
    await recover();
    expect((await world.statusOf(intent)).payment).toMatchObject({
      status: "failed",
      nextAction: null,
      messages: [{ code: "bank_timed_out" }],
    });
    const late = await payer.open(address);
    expect(late.body).toContain(backAtShop(intent));
    const { payment } = await world.statusOf(intent);
    expect(payment?.status).toBe("failed");
    expect(await world.bookedFor(payment?.paymentId ?? "")).toEqual([]);
  });

  test("can go to the bank again with a new link, and the first return stops working", async () => {
    const [intent, payer] = [await world.newIntent(), world.newBrowser()];
    const first = await visitBank(await world.leave(intent, payer));
    const { payment } = await world.statusOf(intent);
    if (payment?.nextAction?.type !== "redirect") throw new Error("no redirect");
    const { location = "" } = await payer.open(payment.nextAction.url);
    expect((await payer.open(first)).statusCode).toBe(400);
    await payer.open(await visitBank(location));
    expect((await world.statusOf(intent)).status).toBe("success");
  });

  test("can cancel, and then pays nothing, whatever they do at the bank", async () => {
    const [intent, payer] = [await world.newIntent(), world.newBrowser()];
    const address = await visitBank(await world.leave(intent, payer));
    const { paymentId = "" } = (await world.statusOf(intent)).payment ?? {};
    expect(await world.cancel(intent, paymentId)).toMatchObject({
      status: "failed",
      messages: [{ code: "bank_canceled" }],
    });
    expect((await payer.open(address)).statusCode).toBe(200);
    expect((await world.statusOf(intent)).status).toBe("failed");
    expect(await world.bookedFor(paymentId)).toEqual([]);
    await world.payAtBank(intent);
    expect((await world.statusOf(intent)).status).toBe("success");
    const paid = (await world.statusOf(intent)).payment;
    expect(await world.cancel(intent, paid?.paymentId ?? "")).toMatchObject({ status: "success" });
  });
});

describe("a customer who returns again", () => {
  test("has paid once, even after simultaneous or repeated returns, or a return after success", async () => {
    const [intent, payer] = [await world.newIntent(), world.newBrowser()];
    const address = await visitBank(await world.leave(intent, payer));
    const pages = await Promise.all([1, 2, 3].map(() => payer.open(address)));
    pages.push(await payer.open(address));
    for (const page of pages) expect(page.body).toContain(backAtShop(intent));
    const { status, payment } = await world.statusOf(intent);
    expect(status).toBe("success");
    expect(await world.bookedFor(payment?.paymentId ?? "")).toMatchObject([{ requests: 1 }]);
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
  });
});

describe("the service does not trust", () => {
  test("a browser other than the one that left: somebody else may have agreed, so the redirect ends", async () => {
    const [intent, payer] = [await world.newIntent(), world.newBrowser()];
    const address = await visitBank(await world.leave(intent, payer));
    const other = await world.newBrowser().open(address);
    expect(other.statusCode).toBe(400);
    expect(other.body).not.toContain("shop.test");
    expect((await world.statusOf(intent)).status).toBe("pending");
    expect((await payer.open(address)).statusCode).toBe(400);
    const { status, payment } = await world.statusOf(intent);
    expect([status, await world.bookedFor(payment?.paymentId ?? "")]).toEqual(["pending", []]);
    // A new link is a new redirect.
    const next = payment?.nextAction;
    if (next?.type !== "redirect") throw new Error("no new link");
    const { location = "" } = await payer.open(next.url);
    await payer.open(await visitBank(location));
    expect((await world.statusOf(intent)).status).toBe("success");
  });

  test("a request that opens no page, such as a link preview, which changes nothing", async () => {
    const [intent, payer] = [await world.newIntent(), world.newBrowser()];
    const { nextAction } = (await world.submit(intent)).body;
    if (nextAction?.type !== "redirect") throw new Error("no redirect");
    const preview = (address: URL) =>
      world.call("HEAD", address.pathname + address.search, { token: null });
    expect((await preview(new URL(nextAction.url))).statusCode).toBe(400);
    const { location = "" } = await payer.open(nextAction.url);
    const address = await visitBank(location);
    expect((await preview(address)).statusCode).toBe(400);
    expect((await payer.open(address)).statusCode).toBe(200);
    expect((await world.statusOf(intent)).status).toBe("success");
  });

  test("a state that it never issued, or a missing one", async () => {
    for (const query of ["?state=made-up&code=1", "?code=1", ""]) {
      const page = await world.newBrowser().open(`http://x.test/v1/bank-payments/return${query}`);
      expect(page.statusCode).toBe(400);
    }
  });

  test.each([
    ["code", "forged"],
    ["iss", "http://evil.localhost"],
  ])("another %s", async (name, value) => {
    const [intent, payer] = [await world.newIntent(), world.newBrowser()];
    const address = await visitBank(await world.leave(intent, payer));
    address.searchParams.set(name, value);
    await payer.open(address);
    const { payment } = await world.statusOf(intent);
    expect(payment).toMatchObject({ status: "failed", messages: [{ code: "bank_unavailable" }] });
    expect(await world.bookedFor(payment?.paymentId ?? "")).toEqual([]);
  });
});

describe("a link to the bank", () => {
  test("works once, and for a minute", async () => {
    const intent = await world.newIntent();
    const { nextAction } = (await world.submit(intent)).body;
    if (nextAction?.type !== "redirect") throw new Error("no redirect");
    expect(nextAction.window).toBe("redirect");
    const later = (await world.statusOf(intent)).payment?.nextAction;
    if (later?.type !== "redirect") throw new Error("no redirect");

    expect((await world.newBrowser().open(nextAction.url)).statusCode).toBe(303);
    for (const { url } of [nextAction, later]) {
      expect((await world.newBrowser().open(url)).statusCode).toBe(400);
    }
    world.clock.advance(1);
    const fresh = (await world.statusOf(intent)).payment?.nextAction;
    world.clock.advance(60_001);
    if (fresh?.type !== "redirect") throw new Error("no redirect");
    expect((await world.newBrowser().open(fresh.url)).statusCode).toBe(400);
  });

  test("does not redirect if it is made up or for another payment", async () => {
    const links = [];
    for (let count = 0; count < 2; count += 1) {
      const { nextAction } = (await world.submit(await world.newIntent())).body;
      links.push(new URL(nextAction?.type === "redirect" ? nextAction.url : ""));
    }
    const [mine, others] = links as [URL, URL];
    others.search = mine.search;
    expect((await world.newBrowser().open(others)).statusCode).toBe(400);
    mine.searchParams.set("link", "made-up");
    expect((await world.newBrowser().open(mine)).statusCode).toBe(400);
    mine.pathname = "/v1/bank-payments/start/pay_none";
    expect((await world.newBrowser().open(mine)).statusCode).toBe(400);
  });

  test("opened in a popup, closes it at the end", async () => {
    const intent = await world.newIntent();
    const back = await world.payAtBank(intent, {}, { window: "popup" });
    expect(back.body).toContain("<script>window.close();</script>");
    expect(back.body).not.toContain("shop.test");
  });

  test("first shows a waiting page, which closes itself when its opener is gone", async () => {
    const page = await world.newBrowser().open("http://x.test/v1/bank-payments/wait");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<script>window.opener||window.close();</script>");
  });

  test("uses the kind of window that it was opened in", async () => {
    const [intent, payer] = [await world.newIntent(), world.newBrowser()];
    const { nextAction } = (await world.submit(intent, { window: "popup" })).body;
    if (nextAction?.type !== "redirect") throw new Error("no redirect");
    const { location = "" } = await payer.open(`${nextAction.url}&window=redirect`);
    const back = await payer.open(await visitBank(location));
    expect(back.body).toContain(backAtShop(intent));
  });
});

test.each([
  [undefined, "return_url_missing"],
  ["http://evil.test/", "return_url_not_allowed"],
  ["http://shop.test:8080/", "return_url_not_allowed"],
  ["http://me:secret@shop.test/", "return_url_not_allowed"],
  ["javascript:alert(1)", "return_url_not_allowed"],
  ["blob:http://shop.test/2f0f6a5e", "return_url_not_allowed"],
  ["/checkout", "return_url_not_allowed"],
])("a customer is not sent back to %s", async (returnUrl, errorCode) => {
  const intent = await world.newIntent();
  const { statusCode, body } = await world.submit(intent, { returnUrl });
  expect([
    statusCode,
    (body as { errors?: { errorCode: string }[] }).errors?.[0]?.errorCode,
  ]).toEqual([400, errorCode]);
  expect((await world.statusOf(intent)).status).toBe("no-payment");
});

test("secrets are sealed, erased at the end, and never logged", async () => {
  const rows = await world.service.deps.database.kysely
    .selectFrom("bank_payments")
    .selectAll()
    .execute();
  expect(rows.length).toBeGreaterThan(10);
  expect(JSON.stringify(rows)).not.toContain(new URL(shopPage).pathname);
  for (const row of rows.filter(({ status }) => status === "settled")) {
    expect([row.token_sealed, row.verifier_sealed, row.next_check_at]).toEqual([null, null, null]);
  }
  expect(world.logLines.join()).not.toMatch(/cart=7|[?&](code|state|link)=/);
});
