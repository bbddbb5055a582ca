import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import type { BankLogin, BegunBankLogin } from "#contract/client/bank-logins";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox } from "../../../sandbox/create-sandbox.ts";
import { type AtTheBank, visitBank } from "../../../sandbox/testing/bank-customer.ts";
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

/** A service whose customers log in at the sandbox's Trustly, which pays out. A stand-in pays to typed accounts. */
export interface TrustlyPayoutWorld extends Omit<VendorPayoutWorld, "books"> {
  books(vendor: "trustly"): Promise<readonly TrustlyDeposit[]>;
  /** Trustly's events so far, which the test delivers. */
  trustlyEvents(): Promise<
    readonly { readonly body: string; readonly headers: Record<string, string> }[]
  >;
}

/** Starts the sandbox, the stand-in and the service. */
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
      // First the sandbox, so that calls which it never answers end.
      await sandbox.close();
      await standIn.close();
      await world.close();
    },
  };
}

/** The customer's way to Trustly and back, in one browser. */
export async function logInAtTrustly(
  world: Pick<PayoutWorld, "call" | "callAsClient">,
  { clientSecretKey }: CreatedDisbursementIntent,
  does: AtTheBank = {},
  { returns = true } = {},
): Promise<{ readonly bankLoginId: string; readonly login: BankLogin }> {
  const begun = (
    await world.callAsClient("POST", "/v1/client/bank-logins", clientSecretKey, {
      body: { locale: "en" },
    })
  ).json() as BegunBankLogin;
  const open = ({ pathname, search }: URL, cookie = "") =>
    world.call("GET", pathname + search, {
      token: null,
      headers: { host: "pay.localhost:4000", ...(cookie && { cookie }) },
    });
  const left = await open(new URL(begun.authorizationUrl));
  const [cookie] = String(left.headers["set-cookie"]).split(";");
  const address = await visitBank(String(left.headers["location"]), does);
  if (returns) await open(address, cookie);
  const { bankLoginId } = begun;
  const read = await world.callAsClient(
    "GET",
    `/v1/client/bank-logins/${bankLoginId}`,
    clientSecretKey,
  );
  return { bankLoginId, login: read.json() as BankLogin };
}
