import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { ClientPayment, ClientStatus } from "#contract/client/payments";
import { createSandbox, type Sandbox } from "../../../../sandbox/create-sandbox.ts";
import { type BankVisit, visitBank } from "../../../../sandbox/testing/bank-customer.ts";
import type { SettingsPatch } from "../../../operators/accounts/index.ts";
import { browser, createCustomer } from "../../../payments/testing/payment-world.ts";
import type { Database } from "../../../platform/database/database.ts";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { createTestClock } from "../../../testing/test-clock.ts";

/** Response of one of our pages. */
interface Page {
  readonly statusCode: number;
  readonly location: string | undefined;
  readonly body: string;
}

/** A browser that keeps the cookies of our pages. */
export interface CustomerBrowser {
  open(address: string | URL, at?: Pick<TestService, "call">): Promise<Page>;
}

/** How a request is sent: by default to the world's first process, without an idempotency key. */
interface Sending {
  readonly at?: Pick<TestService, "callAsClient">;
  readonly key?: string;
}

/** A service, the sandbox's bank, and customers who pay there. */
export interface BankWorld extends TestService {
  readonly sandbox: Sandbox;
  newIntent(): Promise<CreatedPaymentIntent>;
  submit(
    intent: CreatedPaymentIntent,
    body?: Record<string, unknown>,
    sending?: Sending,
  ): Promise<{ statusCode: number; body: ClientPayment & { errorCode?: string } }>;
  cancel(
    intent: CreatedPaymentIntent,
    paymentId: string,
    sending?: Sending,
  ): Promise<ClientPayment>;
  /** Opens a process on another connection to the same store. */
  anotherProcess(database: Database): Promise<TestService>;
  newBrowser(): CustomerBrowser;
  /** Submits and opens the link to the bank. Returns the bank's address. */
  leave(intent: CreatedPaymentIntent, browser: CustomerBrowser, body?: object): Promise<string>;
  /** Submits, acts at the bank as `does` says, and returns. */
  payAtBank(intent: CreatedPaymentIntent, does?: BankVisit, body?: object): Promise<Page>;
  statusOf(intent: CreatedPaymentIntent): Promise<ClientStatus>;
  eventsOf(intent: CreatedPaymentIntent): Promise<string[]>;
  /** The bank's payments for this attempt. */
  bookedFor(paymentId: string): Promise<{ key: string; requests: number }[]>;
}

/** The page that customers return to. */
export const shopPage = "http://shop.test/checkout?cart=7#pay";

let serial = 0;

/** The bank uses the test's clock. Close it in `afterAll`. */
export async function createBankWorld(
  settings: SettingsPatch = {},
  clock = createTestClock(),
  {
    payoutProcessor,
    payByBank,
    isScreened = false,
    ...bank
  }: {
    /** True for the sandbox's sanctions list, which the test refreshes. */
    readonly isScreened?: boolean;
    readonly bankRefunds?: boolean;
    /** A payout vendor that the sandbox plays; its address is a path of the sandbox. */
    readonly payoutProcessor?: object & { readonly url: string };
    /** A pay-by-bank vendor that the sandbox plays; by default the sandbox's bank. */
    readonly payByBank?: object & { readonly url: string };
  } = {},
): Promise<BankWorld> {
  const sandbox = await createSandbox({ port: 0, deps: { now: () => clock.nowMs() }, ...bank });
  const atSandbox = <Party extends { readonly url: string }>(party: Party | undefined) =>
    party && { ...party, url: new URL(party.url, sandbox.url).href };
  const payout = atSandbox(payoutProcessor);
  const vendor = atSandbox(payByBank);
  const open = (database?: Database) =>
    createTestService({
      clock,
      settings: {
        paymentMethodTypes: ["pay_by_bank"],
        allowedOrigins: ["http://shop.test"],
        ...settings,
      },
      bankTimes: { payDeadlineMs: 1_500, returnWaitMs: 60_000, lookUpDeadlineMs: 15_000 },
      env: {
        SANDBOX_URL: sandbox.url,
        ...(isScreened && { SANCTIONS_LIST: `${sandbox.url}/sanctions/sdn.xml` }),
        SANDBOX_PORT: new URL(sandbox.url).port,
        ...(payout && { PAYOUT_PROCESSOR: JSON.stringify(payout) }),
        ...(vendor && { PAY_BY_BANK: JSON.stringify(vendor) }),
      },
      ...(database && { database }),
    });
  const service = await open();
  await createCustomer(service);
  const { publishableKey } = service.operator;

  const world: BankWorld = {
    ...service,
    sandbox,
    anotherProcess: open,
    async newIntent() {
      serial += 1;
      const response = await service.call("POST", "/v1/payment-intents", {
        body: {
          externalPaymentIntentId: `bank-order-${serial}`,
          externalCustomerId: "ada",
          amount: 52.4,
          currency: "USD",
        },
      });
      if (response.statusCode !== 201) throw new Error(`no intent: ${response.body}`);
      return response.json();
    },
    async submit(intent, body = {}, { at = service, key } = {}) {
      const response = await at.callAsClient(
        "POST",
        "/v1/client/payments",
        intent.clientSecretKey,
        {
          publishableKey,
          headers: key === undefined ? {} : { "idempotency-key": key },
          body: {
            type: "pay_by_bank",
            window: "redirect",
            returnUrl: shopPage,
            total: intent.amount,
            browser,
            ...body,
          },
        },
      );
      return { statusCode: response.statusCode, body: response.json() };
    },
    async cancel(intent, paymentId, { at = service } = {}) {
      const response = await at.callAsClient(
        "POST",
        `/v1/client/payments/${paymentId}/continue`,
        intent.clientSecretKey,
        { publishableKey, body: { after: "redirect", outcome: "canceled" } },
      );
      return response.json();
    },
    newBrowser() {
      const cookies = new Map<string, string>();
      return {
        async open(address, at = service) {
          const { pathname, search } = new URL(address);
          const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
          const response = await at.call("GET", pathname + search, {
            token: null,
            headers: { host: "pay.localhost:4000", ...(cookie && { cookie }) },
          });
          const setCookie = response.headers["set-cookie"];
          for (const each of [setCookie ?? []].flat()) {
            const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
            cookies.set(name, value);
          }
          const { statusCode, body } = response;
          return { statusCode, location: response.headers.location as string | undefined, body };
        },
      };
    },
    async leave(intent, payer, body) {
      const { body: payment } = await world.submit(intent, { ...body });
      const { nextAction } = payment;
      if (nextAction?.type !== "redirect") throw new Error(`no redirect: ${payment.errorCode}`);
      const { location } = await payer.open(nextAction.url);
      if (location === undefined) throw new Error("the link does not redirect");
      return location;
    },
    async payAtBank(intent, does = {}, body = {}) {
      const payer = world.newBrowser();
      return payer.open(await visitBank(await world.leave(intent, payer, body), does));
    },
    async statusOf(intent) {
      clock.advance(2_000);
      const { clientSecretKey } = intent;
      return (await service.callAsClient("GET", "/v1/client/status", clientSecretKey)).json();
    },
    async eventsOf(intent) {
      const rows = await service.service.deps.database.kysely
        .selectFrom("events")
        .select("status")
        .where("resource_id", "=", intent.paymentIntentId)
        .orderBy("sequence")
        .execute();
      return rows.map((row) => row.status);
    },
    async bookedFor(paymentId) {
      const { http } = service.service.deps;
      const url = `${sandbox.url}/admin/bank-payments`;
      const { text } = await http.call({ method: "GET", url, deadlineMs: 15_000 });
      const { data } = JSON.parse(text) as { data: { key: string; requests: number }[] };
      return data.filter((payment) => payment.key === paymentId);
    },
    async close() {
      await service.close();
      await sandbox.close();
    },
  };
  return world;
}
