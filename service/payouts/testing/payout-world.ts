import type { CreatedDisbursementIntent, DisbursementIntent } from "#contract/api/disbursements";
import type { ClientDisbursement, DisbursementSession } from "#contract/client/disbursements";
import { newId } from "../../platform/randomness.ts";
import { signedByJane } from "../../tax/w9/testing/w9-world.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import type { PayoutTimes } from "../index.ts";
import { type StandInPayouts, startStandInPayouts } from "./stand-in-payouts.ts";

type ServiceOptions = NonNullable<Parameters<typeof createTestService>[0]>;

/** Deadlines that a busy machine can meet. Tests with a hanging processor shorten the first. */
const longDeadlines: Partial<PayoutTimes> = { sendDeadlineMs: 60_000, lookUpDeadlineMs: 15_000 };

/** With these, a payout needs only a method and an approval. */
export const minimalSettings: NonNullable<ServiceOptions["settings"]> = {
  paymentMethodTypes: ["card", "bank", "crypto"],
  verifyOnFirstDisbursement: false,
  smsVerification: "off",
  w9Policy: "over-threshold",
};

export const methods = {
  bank: {
    type: "bank",
    bank: {
      routingNumber: "110000000",
      accountNumber: "000123456789",
      accountType: "checking",
      holderName: "Ada Lovelace",
    },
  },
  card: {
    type: "card",
    card: {
      number: "4000056655665556",
      expiryMonth: 12,
      expiryYear: 2030,
      holderName: "Ada Lovelace",
    },
  },
  crypto: {
    type: "crypto",
    crypto: {
      asset: "USDC",
      network: "base",
      address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    },
  },
} as const;

export interface ClientResponse<Body> {
  statusCode: number;
  replayed: boolean;
  body: Body & { errorCode?: string; message?: string };
}

export interface PayoutWorld extends TestService {
  payouts: StandInPayouts;
  /** Returns the customer's id. */
  newCustomer(data?: object): Promise<string>;
  /** Creates an intent, for a new customer unless the body has one. */
  newIntent(body?: Record<string, unknown>): Promise<CreatedDisbursementIntent>;
  session(intent: CreatedDisbursementIntent): Promise<DisbursementSession>;
  choose(
    intent: CreatedDisbursementIntent,
    method?: object,
    headers?: Record<string, string>,
  ): Promise<ClientResponse<ClientDisbursement>>;
  proceed(
    intent: Pick<CreatedDisbursementIntent, "disbursementIntentId">,
    allow: boolean,
    headers?: Record<string, string>,
  ): Promise<ClientResponse<DisbursementIntent>>;
  submitted(body?: Record<string, unknown>, method?: object): Promise<CreatedDisbursementIntent>;
  /** Chooses a method, approves, and waits until the payout has been sent. */
  approved(body?: Record<string, unknown>, method?: object): Promise<CreatedDisbursementIntent>;
  statusOf(
    intent: Pick<CreatedDisbursementIntent, "disbursementIntentId">,
  ): Promise<DisbursementIntent>;
  /** The statuses of the intent's events, oldest first. */
  eventsOf(intent: Pick<CreatedDisbursementIntent, "disbursementIntentId">): Promise<string[]>;
  /** Marks the customer's identity as verified now. */
  verify(externalCustomerId: string): Promise<void>;
  /** Completes the W-9 behind the URL. */
  signW9(w9CaptureUrl: string | undefined, changes?: object): Promise<void>;
  /** Resolves when no call is in progress. */
  idle(): Promise<void>;
  /** Runs one round of recovery after `afterMs`. */
  recover(afterMs?: number): Promise<void>;
}

let serial = 0;

/** Creates the world. Close it in `afterAll`. */
export async function createPayoutWorld(options: ServiceOptions = {}): Promise<PayoutWorld> {
  const payouts = await startStandInPayouts();
  const service = await createTestService({
    payoutTimes: longDeadlines,
    ...options,
    settings: { ...minimalSettings, ...options.settings },
    env: { SANDBOX_URL: payouts.url, ...options.env },
  });
  return openPayoutWorld(service, payouts);
}

/** Wraps a running service, such as a second one on the same database. */
export function openPayoutWorld(service: TestService, payouts: StandInPayouts): PayoutWorld {
  const { deps } = service.service.disbursements;
  const world: PayoutWorld = {
    ...service,
    payouts,
    async newCustomer(data = {}) {
      serial += 1;
      const externalCustomerId = `payee-${serial}`;
      const created = await service.call("POST", "/v1/customers", {
        body: { externalCustomerId, data: { email: `payee${serial}@example.com`, ...data } },
      });
      if (created.statusCode !== 201) throw new Error(`no customer: ${created.body}`);
      return externalCustomerId;
    },
    async newIntent(body = {}) {
      serial += 1;
      const created = await service.call("POST", "/v1/disbursement-intents", {
        body: {
          externalDisbursementIntentId: `payout-${serial}`,
          amount: 50,
          currency: "USD",
          externalCustomerId: body["externalCustomerId"] ?? (await world.newCustomer()),
          ...body,
        },
      });
      if (created.statusCode !== 201) throw new Error(`no intent: ${created.body}`);
      return created.json();
    },
    async session(intent) {
      const secret = intent.clientSecretKey;
      const response = await service.callAsClient("GET", "/v1/client/session", secret);
      if (response.statusCode !== 200) throw new Error(`no session: ${response.body}`);
      return response.json();
    },
    async choose(intent, method = methods.bank, headers = {}) {
      const body = { netAmount: intent.amount, ...method };
      const secret = intent.clientSecretKey;
      const options = { body, headers };
      return answered(
        await service.callAsClient("POST", "/v1/client/disbursements", secret, options),
      );
    },
    async proceed({ disbursementIntentId }, allow, headers = {}) {
      const url = `/v1/disbursements/${disbursementIntentId}/proceed/${allow}`;
      return answered(await service.call("POST", url, { headers }));
    },
    async submitted(body = {}, method = methods.bank) {
      const intent = await world.newIntent(body);
      const chosen = await world.choose(intent, method);
      if (chosen.statusCode !== 201) throw new Error(JSON.stringify(chosen.body));
      return intent;
    },
    async approved(body = {}, method = methods.bank) {
      const intent = await world.submitted(body, method);
      const decided = await world.proceed(intent, true);
      if (decided.statusCode !== 200) throw new Error(JSON.stringify(decided.body));
      await world.idle();
      return intent;
    },
    async statusOf({ disbursementIntentId }) {
      service.clock.advance(2_000);
      const url = `/v1/disbursement-intents/${disbursementIntentId}/status`;
      return (await service.call("GET", url)).json();
    },
    async eventsOf({ disbursementIntentId }) {
      const rows = await deps.database.kysely
        .selectFrom("events")
        .select("status")
        .where("resource_id", "=", disbursementIntentId)
        .orderBy("sequence")
        .execute();
      return rows.map((row) => row.status);
    },
    async verify(externalCustomerId) {
      const now = new Date(service.clock.nowMs());
      serial += 1;
      await deps.database.kysely
        .insertInto("kyc_verifications")
        .values({
          kyc_verification_id: newId(deps, "kycVerification"),
          operator_id: service.operator.operatorId,
          external_customer_id: externalCustomerId,
          status: "verified",
          origin: "self",
          version: 2,
          read_tries: 1,
          created_at: now,
          updated_at: now,
          decided_at: now,
          unreadable_before: 0,
          payment_secret_used: false,
        })
        .execute();
    },
    async signW9(w9CaptureUrl, changes = {}) {
      const token = w9CaptureUrl?.split("#")[1] ?? "";
      const body = { ...signedByJane, ...changes };
      const signed = await service.call("POST", "/v1/client/w9/complete", { token, body });
      if (signed.statusCode !== 200) throw new Error(signed.body);
    },
    idle: () => deps.outgoing.idle(),
    async recover(afterMs = 60_000) {
      service.clock.advance(afterMs);
      await service.runJob("disbursements.recover");
    },
    async close() {
      payouts.release();
      await service.close();
      await payouts.close();
    },
  };
  return world;
}

function answered<Body>(response: Awaited<ReturnType<TestService["call"]>>): ClientResponse<Body> {
  const replayed = response.headers["idempotent-replayed"] === "true";
  return { statusCode: response.statusCode, replayed, body: response.json() };
}
