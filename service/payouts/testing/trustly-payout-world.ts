import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import type { BankLogin, StartedBankLogin } from "#contract/client/bank-logins";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox } from "../../../sandbox/create-sandbox.ts";
import { type BankVisit, visitBank } from "../../../sandbox/testing/bank-customer.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { createPayoutWorld, type PayoutWorld } from "./payout-world.ts";
import { startStandInPayouts } from "./stand-in-payouts.ts";
import {
  type SandboxPayout,
  sandboxFaults,
  type VendorPayoutWorld,
} from "./vendor-payout-world.ts";

/** A deposit in the books of the sandbox's Trustly. */
export interface TrustlyDeposit extends SandboxPayout {
  /** Trustly's id of the consent. */
  readonly consentId: string;
}

/** Customers log in at the sandbox's Trustly, which pays out. A stand-in pays to typed accounts. */
export interface TrustlyPayoutWorld extends Omit<VendorPayoutWorld, "books"> {
  books(vendor: "trustly"): Promise<readonly TrustlyDeposit[]>;
  /** Trustly's events so far, which the test delivers. */
  trustlyEvents(): Promise<
    readonly { readonly body: string; readonly headers: Record<string, string> }[]
  >;
}

export async function createTrustlyPayoutWorld(
  settings: Record<string, unknown> = {},
): Promise<TrustlyPayoutWorld> {
  const clock = createTestClock();
  const sandbox = await createSandbox({ port: 0, chainProgram: null, deps: { now: clock.nowMs } });
  const standIn = await startStandInPayouts();
  const trustly = {
    type: "trustly",
    url: `${sandbox.url}/vendors/trustly`,
    accessId: "TesseraSandbox01",
    accessKey: sandboxCredentials.trustly,
    merchantId: "1002463580",
  };
  const env = {
    SANDBOX_URL: sandbox.url,
    BANK_LOGIN: JSON.stringify({ name: "trustly", ...trustly }),
    PAYOUT_PROCESSOR: JSON.stringify([
      { name: "trustly-payouts", ...trustly, ...settings },
      {
        name: "tidewater",
        url: `${standIn.url}/payouts/tidewater`,
        key: sandboxCredentials.tidewater,
      },
    ]),
  };
  const paymentMethodTypes = ["card", "bank", "crypto", "pay_by_bank"] as const;
  const world = await createPayoutWorld({
    clock,
    env,
    settings: { paymentMethodTypes: [...paymentMethodTypes] },
  });
  const { admin, ...faults } = sandboxFaults(sandbox.url);
  return {
    ...world,
    payouts: standIn,
    sandboxUrl: sandbox.url,
    env,
    ...faults,
    books: async (vendor) => (await admin<{ data: TrustlyDeposit[] }>(`payouts/${vendor}`)).data,
    async trustlyEvents() {
      type Event = { body: string; headers: Record<string, string> };
      return (await admin<{ data: Event[] }>("trustly/events")).data;
    },
    async close() {
      // The sandbox closes first, so that calls without a response end.
      await sandbox.close();
      await standIn.close();
      await world.close();
    },
  };
}

export function trustlySteps(world: TrustlyPayoutWorld) {
  const { kysely } = world.service.deps.database;
  const transactions = async () => {
    const response = await fetch(`${world.sandboxUrl}/admin/trustly/transactions`);
    type Booked = Readonly<
      Record<"transactionId" | "type" | "paymentId" | "authorisationReference", string>
    > & { readonly consent?: string };
    return ((await response.json()) as { data: Booked[] }).data;
  };
  const submitted = async (body: object = {}, account = "everyday", save = false) => {
    const intent = await world.newIntent({ ...body });
    const { bankLoginId } = await logInAtTrustly(world, intent, { account });
    const chosen = await world.choose(intent, { type: "pay_by_bank", bankLoginId, save });
    if (chosen.statusCode !== 201) throw new Error(JSON.stringify(chosen.body));
    return intent;
  };
  const approve = async (intent: Intent) => {
    const { statusCode, body } = await world.proceed(intent, true);
    if (statusCode !== 200) throw new Error(JSON.stringify(body));
    await world.idle();
    return intent;
  };
  return {
    transactions,
    submitted,
    approve,
    approved: async (...how: Parameters<typeof submitted>) => approve(await submitted(...how)),
    async depositsOf(intent: Pick<Intent, "disbursementIntentId">) {
      const { disbursement } = await world.statusOf(intent);
      const books = await world.books("trustly");
      return books.filter(({ idempotencyKey }) => idempotencyKey === disbursement?.disbursementId);
    },
    /** Chooses the customer's saved account. */
    async chooseSaved(intent: Intent) {
      const [saved] = (await world.session(intent)).savedPayoutMethods;
      const { savedPayoutMethodId = "" } = saved ?? {};
      const chosen = await world.choose(intent, { type: "saved", savedPayoutMethodId });
      if (chosen.statusCode !== 201) throw new Error(JSON.stringify(chosen.body));
      return savedPayoutMethodId;
    },
    /** Their states at Trustly, oldest first: 1 is not given, 2 open, 7 declined, 13 ended. */
    consents: async () =>
      (await transactions()).flatMap(({ type, consent }) =>
        type === "1" && consent ? [consent] : [],
      ),
    endConsents: () => world.runJob("disbursements.end_consents"),
    keptConsents: () => kysely.selectFrom("payout_consents").selectAll().execute(),
    /** Ends the look-ups of payouts that arrived, so that none of them gets a fault. */
    async watchNoOther() {
      await kysely
        .updateTable("disbursement_intents")
        .set({ next_check_at: null })
        .where("operator_id", "=", world.operator.operatorId)
        .where("step", "=", "success")
        .execute();
    },
    /** The customer withdraws the consent, as at Trustly's own page. */
    async endAtTrustly(transactionId: string) {
      const provider = world.service.deps.payoutProcessors.byName("trustly-payouts");
      const ended = await provider?.endConsent?.({
        transactionId,
        paymentId: "",
        reference: "withdrawn",
      });
      if (ended?.state !== "ended") throw new Error("not ended");
    },
  };
}

type Intent = CreatedDisbursementIntent;

/** Goes to Trustly and back, in one browser. `back`: the service that the customer returns to. */
export async function logInAtTrustly(
  world: Pick<PayoutWorld, "call" | "callAsClient">,
  { clientSecretKey }: CreatedDisbursementIntent,
  does: BankVisit = {},
  back: Pick<PayoutWorld, "call"> | "nowhere" = world,
): Promise<{ readonly bankLoginId: string; readonly login: BankLogin }> {
  const { bankLoginId, bankUrl, cookie } = await leaveForTrustly(world, clientSecretKey);
  const address = await visitBank(bankUrl, does);
  if (back !== "nowhere") await open(back, address, cookie);
  const read = await world.callAsClient(
    "GET",
    `/v1/client/bank-logins/${bankLoginId}`,
    clientSecretKey,
  );
  return { bankLoginId, login: read.json() as BankLogin };
}

export async function leaveForTrustly(
  world: Pick<PayoutWorld, "call" | "callAsClient">,
  clientSecretKey: string,
) {
  const begun = (
    await world.callAsClient("POST", "/v1/client/bank-logins", clientSecretKey, {
      body: { locale: "en" },
    })
  ).json() as StartedBankLogin;
  const left = await open(world, new URL(begun.authorizationUrl));
  const [cookie = ""] = String(left.headers["set-cookie"]).split(";");
  return { bankLoginId: begun.bankLoginId, bankUrl: String(left.headers["location"]), cookie };
}

function open(world: Pick<PayoutWorld, "call">, { pathname, search }: URL, cookie = "") {
  return world.call("GET", pathname + search, {
    token: null,
    headers: { host: "pay.localhost:4000", ...(cookie && { cookie }) },
  });
}
