import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { BrowserInfo } from "#contract/client/browser-info";
import type { ClientPayment } from "#contract/client/payments";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { type StandInParties, startStandInParties } from "../../testing/stand-in-parties.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import type { PaymentTimes } from "../index.ts";

type ServiceOptions = NonNullable<Parameters<typeof createTestService>[0]>;

export const browser: BrowserInfo = {
  javaEnabled: false,
  language: "en-US",
  colorDepth: 24,
  screenHeightPx: 900,
  screenWidthPx: 1440,
  timeZoneOffsetMinutes: 300,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
};

/** A card that is not enrolled in 3-D Secure. */
export const goodCard = {
  number: "4242424242424242",
  expiryMonth: 12,
  expiryYear: 2030,
  cvc: "737",
  holderName: "Ada Lovelace",
};

/** Times that a busy machine can meet. Tests with a hanging processor shorten the charge's deadline. */
export const generousTimes: PaymentTimes = {
  chargeDeadlineMs: 60_000,
  lookUpDeadlineMs: 15_000,
  versioningDeadlineMs: 15_000,
  // Ranges are never cached, because tests enrol cards as they go.
  cardRangesFreshMs: 0,
  cardRangesStaleMs: 0,
  authenticationDeadlineMs: 15_000,
  methodTimeoutMs: 10_000,
  challengeMs: 600_000,
  resultsWaitMs: 200,
  lateChargeWatchMs: 3_600_000,
  // A check without a notice ends at once.
  checkNoticeMs: 0,
  pollingCooldownMs: 2_000,
};

/** A service with a customer, and stand-ins for all outside parties. */
export interface PaymentWorld extends TestService {
  parties: StandInParties;
  createIntent(body?: Record<string, unknown>): Promise<CreatedPaymentIntent>;
  pay(
    intent: CreatedPaymentIntent,
    options?: { card?: object; key?: string; total?: number },
  ): Promise<{
    statusCode: number;
    replayed: boolean;
    body: ClientPayment & { errorCode?: string };
  }>;
  continuePayment(
    intent: CreatedPaymentIntent,
    paymentId: string,
    body: object,
  ): Promise<{ statusCode: number; body: ClientPayment & { errorCode?: string } }>;
  /** The operator's status response for the intent. */
  statusOf(intent: CreatedPaymentIntent): Promise<Record<string, never>>;
  /** Statuses of the intent's events, in order. */
  eventsOf(intent: CreatedPaymentIntent): Promise<string[]>;
}

let serial = 0;

/** Creates the world. Close it in `afterAll`. */
export async function createPaymentWorld(options: ServiceOptions = {}): Promise<PaymentWorld> {
  const parties = await startStandInParties();
  const service = await createTestService({
    paymentTimes: generousTimes,
    ...options,
    env: { SANDBOX_URL: parties.url, ...options.env },
  });
  await createCustomer(service);
  return openPaymentWorld(service, parties);
}

/** Opens a process on the world's database and parties; only for races, which run on PostgreSQL. */
export async function openSecondProcess(
  world: TestService & { readonly parties: StandInParties },
): Promise<TestService> {
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  return createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url },
  });
}

/** The customer of every intent of {@link PaymentWorld.createIntent}. */
export async function createCustomer(service: TestService): Promise<void> {
  const response = await service.call("POST", "/v1/customers", {
    body: { externalCustomerId: "ada", data: { email: "ada@example.com" } },
  });
  if (response.statusCode !== 201) throw new Error(`no customer: ${response.body}`);
}

/** Opens a world over an existing service, such as a second one on the same database. */
export function openPaymentWorld(service: TestService, parties: StandInParties): PaymentWorld {
  return {
    ...service,
    parties,
    async createIntent(body = {}) {
      serial += 1;
      const response = await service.call("POST", "/v1/payment-intents", {
        body: {
          externalPaymentIntentId: `order-${serial}`,
          amount: 49.99,
          currency: "USD",
          externalCustomerId: "ada",
          ...body,
        },
      });
      if (response.statusCode !== 201) throw new Error(`no intent: ${response.body}`);
      return response.json();
    },
    async pay(intent, { card = {}, key, total = intent.amount } = {}) {
      const response = await service.callAsClient(
        "POST",
        "/v1/client/payments",
        intent.clientSecretKey,
        {
          body: { type: "card", card: { ...goodCard, ...card }, total, browser },
          headers: { ...(key ? { "idempotency-key": key } : {}), accept: "application/json" },
        },
      );
      const replayed = response.headers["idempotent-replayed"] === "true";
      return { statusCode: response.statusCode, replayed, body: response.json() };
    },
    async continuePayment(intent, paymentId, body) {
      const response = await service.callAsClient(
        "POST",
        `/v1/client/payments/${paymentId}/continue`,
        intent.clientSecretKey,
        { body },
      );
      return { statusCode: response.statusCode, body: response.json() };
    },
    async statusOf(intent) {
      service.clock.advance(2_000);
      const url = `/v1/payment-intents/${intent.paymentIntentId}/status`;
      return (await service.call("GET", url)).json();
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
    async close() {
      parties.release();
      await service.close();
      await parties.close();
    },
  };
}
