import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharedAccount } from "#contract/connectors/bank-login";
import { createSandbox, type Sandbox } from "../../../../sandbox/create-sandbox.ts";
import { type BankVisit, visitBank } from "../../../../sandbox/testing/bank-customer.ts";
import {
  createOutgoingHttp,
  type OutgoingHttp,
  type OutgoingRequest,
} from "../../../platform/outgoing-http.ts";
import { type FaultName, faults, faultyHttp } from "../../kit/testing/faulty-http.ts";
import type { BankLoginProvider } from "../bank-login-provider.ts";

export interface BankLoginCase {
  /** Connects to the sandbox's party. */
  connect(sandbox: Sandbox, http: OutgoingHttp): BankLoginProvider;
  /** Whether a login succeeds without a response to this call. */
  isOptional?(request: OutgoingRequest): boolean;
  /** Secrets that must appear in no address. */
  readonly secrets: readonly string[];
}

const returnUrl = "http://pay.localhost:4000/v1/bank-return";

/** What every provider of bank logins must guarantee. */
export function testBankLoginConformance(
  name: string,
  { connect, isOptional = () => false, secrets }: BankLoginCase,
): void {
  const outside = createOutgoingHttp();
  const http = faultyHttp(outside);
  let sandbox: Sandbox;
  let bank: BankLoginProvider;
  let serial = 0;
  beforeAll(async () => {
    sandbox = await createSandbox({ port: 0, chainProgram: null });
    bank = connect(sandbox, http.client);
  });
  afterAll(async () => {
    await sandbox.close();
    await outside.close();
  });

  const purpose = "payout" as const;
  async function begin() {
    serial += 1;
    const state = `state-${serial}`;
    const reference = `login-${serial}`;
    const redirect = await bank.begin({ state, returnUrl, language: "en", reference, purpose });
    return { ...redirect, state };
  }
  /** Logs in at the bank as the customer. Returns what `finish` needs. */
  async function visit(does: BankVisit = {}) {
    const { authorizationUrl, proof, state } = await begin();
    return { callbackUrl: await visitBank(authorizationUrl, does), proof, state, purpose };
  }
  const cases = (calls: readonly OutgoingRequest[]) =>
    calls.flatMap((request, index) =>
      (Object.keys(faults) as FaultName[]).map((fault) => ({ request, index, fault })),
    );

  describe(`${name}: what every provider of bank logins guarantees`, () => {
    test("an account that the customer shares is complete", async () => {
      http.spoil(0, null);
      const outcome = await bank.finish(await visit({ account: "savings" }));
      expect(outcome).toMatchObject({
        type: "confirmed",
        account: { accountNumber: "000123450000", accountType: "savings" },
      });
      if (outcome.type !== "confirmed") throw new Error(outcome.type);
      expect(sharedAccount.parse(outcome.account)).toEqual(outcome.account);
      const addresses = http.calls().map(({ url }) => url);
      for (const secret of secrets) expect(addresses.join("\n")).not.toContain(secret);
      expect(http.calls().every(({ deadlineMs }) => deadlineMs <= 15_000)).toBe(true);
    });

    test.each(["login", "consent"] as const)("a customer can give up at the %s", async (place) => {
      expect(await bank.finish(await visit({ refuseAt: place }))).toEqual({ type: "refused" });
    });

    test("a return with the state of another login shares nothing", async () => {
      const returned = await visit();
      const outcome = await bank.finish({ ...returned, state: "state-of-another" });
      expect(outcome.type).toBe("failed");
    });

    test("a return from another login shares nothing, even with this login's state", async () => {
      const [mine, theirs] = [await begin(), await visit()];
      const forged = new URL(theirs.callbackUrl);
      forged.searchParams.set("state", mine.state);
      const { state, proof } = mine;
      const outcome = await bank.finish({ callbackUrl: forged, state, proof, purpose });
      expect(outcome.type).toBe("failed");
    });

    test("a forged return shares nothing if the customer never logged in", async () => {
      const { state, proof } = await begin();
      for (const query of [`state=${state}`, `state=${state}&code=forged`]) {
        const callbackUrl = new URL(`${returnUrl}?${query}`);
        expect((await bank.finish({ callbackUrl, state, proof, purpose })).type).toBe("failed");
      }
    });

    test("a return cannot be used twice", async () => {
      const returned = await visit();
      expect((await bank.finish(returned)).type).toBe("confirmed");
      expect((await bank.finish(returned)).type).toBe("failed");
    });

    test("no bad response shares an account or throws", async () => {
      const first = await visit();
      http.spoil(0, null);
      await bank.finish(first);
      for (const { request, index, fault } of cases(http.calls())) {
        const returned = await visit();
        http.spoil(index, fault);
        const { type } = await bank.finish(returned);
        expect({ url: request.url, fault, type }).toEqual({
          url: request.url,
          fault,
          type: isOptional(request) ? "confirmed" : "failed",
        });
      }
      http.spoil(0, null);
    });

    test("no login starts after a bad response", async () => {
      http.spoil(0, null);
      bank = connect(sandbox, http.client);
      await begin();
      for (const { index, fault } of cases(http.calls())) {
        // A new provider has no cached response, so it makes every call again.
        bank = connect(sandbox, http.client);
        http.spoil(index, fault);
        await expect(begin(), fault).rejects.toThrow();
      }
      http.spoil(0, null);
    });
  });
}
