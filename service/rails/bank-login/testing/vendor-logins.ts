import { expect } from "vitest";
import type { BankLogin, StartedBankLogin } from "#contract/client/bank-logins";
import { createSandbox, type Sandbox } from "../../../../sandbox/create-sandbox.ts";
import { type BankVisit, visitBank } from "../../../../sandbox/testing/bank-customer.ts";
import {
  minimalSettings,
  openPayoutWorld,
  type PayoutWorld,
} from "../../../payouts/testing/payout-world.ts";
import { startStandInPayouts } from "../../../payouts/testing/stand-in-payouts.ts";
import { createTestService } from "../../../testing/create-test-service.ts";

/** Customers log in at a vendor that the sandbox plays, over HTTP. */
export interface VendorLogins {
  world: PayoutWorld;
  sandbox: Sandbox;
  close: () => Promise<void>;
}

/** `vendor` returns the value of `BANK_LOGIN` for the sandbox's address. */
export async function openVendorLogins(
  vendor: (sandboxUrl: string) => Record<string, string>,
  awaitOthers?: () => Promise<void>,
): Promise<VendorLogins> {
  const sandbox = await createSandbox({ port: 0, chainProgram: null });
  const payouts = await startStandInPayouts();
  const service = await createTestService({
    settings: { ...minimalSettings, paymentMethodTypes: ["card", "bank", "pay_by_bank"] },
    env: { SANDBOX_URL: payouts.url, BANK_LOGIN: JSON.stringify(vendor(sandbox.url)) },
    ...(awaitOthers && { awaitOthers }),
  });
  const world = openPayoutWorld(service, payouts);
  return {
    world,
    sandbox,
    close: async () => {
      await world.close();
      await sandbox.close();
    },
  };
}

/** Keeps the cookies of the service's pages. */
export function newBrowser(world: PayoutWorld) {
  const cookies: string[] = [];
  return async (address: URL | string) => {
    const { pathname, search } = new URL(address);
    const headers = {
      host: "pay.localhost:4000",
      ...(cookies[0] && { cookie: cookies.join("; ") }),
    };
    const response = await world.call("GET", pathname + search, { token: null, headers });
    const [cookie] = String(response.headers["set-cookie"] ?? "").split(";");
    if (cookie) cookies.push(cookie);
    return response;
  };
}

/** Begins a login in one browser and has a customer act at the vendor. `open` opens addresses in that browser. */
export async function visitVendor(
  world: PayoutWorld,
  { clientSecretKey }: { clientSecretKey: string },
  does: BankVisit = {},
) {
  const body = { locale: "es" };
  const login = (
    await world.callAsClient("POST", "/v1/client/bank-logins", clientSecretKey, { body })
  ).json() as StartedBankLogin;
  const open = newBrowser(world);
  const left = await open(login.authorizationUrl);
  expect(left.statusCode, left.body).toBe(303);
  const address = await visitBank(String(left.headers["location"]), does);
  const { bankLoginId } = login;
  const url = `/v1/client/bank-logins/${bankLoginId}`;
  const read = async () =>
    (await world.callAsClient("GET", url, clientSecretKey)).json() as BankLogin;
  return { bankLoginId, address, open, read };
}

/** Logs in with one browser. `back` is the response to the return to `address`. */
export async function logIn(...visit: Parameters<typeof visitVendor>) {
  const { bankLoginId, address, open, read } = await visitVendor(...visit);
  const back = await open(address);
  return { bankLoginId, address, back, login: await read() };
}
