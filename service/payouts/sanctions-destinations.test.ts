/** Reviews also hold crypto addresses on the list, and ACH credits in the queue. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { changeOperator } from "../operators/accounts/index.ts";
import type { TestPerson } from "../providers/sanctions/testing/list-file.ts";
import { methods, minimalSettings } from "./testing/payout-world.ts";
import {
  createSanctionsWorld,
  listed,
  nobody,
  refusesUs,
  type SanctionsWorld,
  viktor,
} from "./testing/sanctions-world.ts";

let world: SanctionsWorld;
beforeAll(async () => {
  world = await createSanctionsWorld();
});
afterAll(() => world.close());

describe("a payout to a listed crypto address", () => {
  const eth = "0x7e55e2A100000000000000000000000000000001";
  const tron = "TJD6WM4vKoEGKoJi3Zi6Fw8P7XZJwQ3oVa";
  const bech32 = "bc1qtfsksmmk0kzghy5e5zn6adduc09drkxldqn2m7";
  const company: TestPerson = {
    uid: 9,
    given: "",
    family: "BLUE LAGOON TRADING",
    type: "Entity",
    ids: [
      ["Digital Currency Address - ETH", eth.toLowerCase()],
      ["Digital Currency Address - XBT", bech32.toUpperCase()],
      ["Digital Currency Address - TRX", tron],
    ],
  };
  const paysTo = (asset: string, network: string, address: string) => ({
    type: "crypto",
    crypto: { asset, network, address },
  });
  const nameless = () => world.newCustomer();
  test.each([
    ["in another case than listed, on another EVM network", "USDC", "base", eth],
    ["in lower case, where the list has capitals", "BTC", "bitcoin", bech32],
    ["exactly as listed", "USDT", "tron", tron],
  ])("is held: %s", async (_, asset, network, address) => {
    await world.publish(company, nobody);
    const externalCustomerId = await nameless();
    const intent = await world.submitted({ externalCustomerId }, paysTo(asset, network, address));
    const refused = await world.proceed(intent, true);
    expect(refused).toMatchObject({ statusCode: 400, body: { errorCode: "payout_on_hold" } });
    const all = await world.waiting();
    expect(all).toMatchObject([
      {
        kind: "address",
        review: { score: 100, entry_id: "9", kind: "address" },
        evidence: { addresses: [{ used: { use: "payout", network, address } }] },
      },
    ]);
    // Only sealed columns contain the address.
    expect(JSON.stringify(all[0]?.review)).not.toContain(address);
    await world.decide("clear");
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 200 });
    await world.idle();
    // The same address of the same entry does not open another review.
    const again = await world.submitted({ externalCustomerId }, paysTo(asset, network, address));
    expect(await world.waiting()).toEqual([]);
    expect(await world.proceed(again, true)).toMatchObject({ statusCode: 200 });
    await world.idle();
  });

  test("another address of the same entry is reviewed on its own", async () => {
    await world.publish(company, nobody);
    const externalCustomerId = await nameless();
    const first = await world.submitted({ externalCustomerId }, paysTo("USDT", "tron", tron));
    await world.decide("clear");
    expect(await world.proceed(first, true)).toMatchObject({ statusCode: 200 });
    await world.idle();
    const second = await world.submitted({ externalCustomerId }, paysTo("USDC", "base", eth));
    expect(await world.waiting()).toMatchObject([
      { evidence: { addresses: [{ used: { address: eth } }] } },
    ]);
    await world.decide("confirm");
    expect((await world.statusOf(second)).status).toBe("rejected");
  });

  test("a new list holds an approved one that was not sent", async () => {
    await world.publish(nobody);
    const externalCustomerId = await nameless();
    world.payouts.next(refusesUs);
    const intent = await world.approved({ externalCustomerId }, paysTo("USDC", "base", eth));
    await world.publish(company, nobody);
    await world.runJob("sanctions.rescreen");
    for (let round = 0; round < 3; round += 1) await world.recover();
    expect(await world.callsOf(intent)).toBe(1);
    await world.decide("confirm");
    expect((await world.statusOf(intent)).disbursement?.status).toBe("voided");
  });

  test("a customer with the name of a listed person and a listed address has a review of each", async () => {
    await world.publish({ ...viktor, ids: [["Digital Currency Address - ETH", eth]] }, nobody);
    const externalCustomerId = await world.newCustomer(listed);
    const intent = await world.submitted({ externalCustomerId }, paysTo("USDC", "base", eth));
    expect((await world.waiting()).map(({ kind }) => kind).sort()).toEqual(["address", "name"]);
    await world.decide("clear");
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 400 });
    await world.decide("clear");
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 200 });
    await world.idle();
  });
});

describe("an ACH credit that waits for the next file", () => {
  const queued = async () => {
    await changeOperator(world.service.deps, world.operator.operatorId, {
      settings: { ...minimalSettings, bankPayoutRail: "nacha" },
    });
    await world.publish(nobody);
    const externalCustomerId = await world.newCustomer(listed);
    const intent = await world.approved({ externalCustomerId });
    await world.publish(viktor, nobody);
    return intent;
  };
  const entryOf = async (intent: CreatedDisbursementIntent) => {
    const key = (await world.statusOf(intent)).disbursement?.disbursementId ?? "";
    return world.service.disbursements.deps.ach.find(world.operator.operatorId, key);
  };
  const closeFile = () => world.service.disbursements.deps.ach.closeFile();

  test("is in no file while a review is open, and in the next one after it was cleared", async () => {
    const intent = await queued();
    await world.runJob("sanctions.rescreen");
    expect(await world.waiting()).toHaveLength(1);
    await closeFile();
    expect(await entryOf(intent)).toMatchObject({ status: "queued", held_at: expect.any(Date) });
    expect((await world.eventsOf(intent)).slice(2)).toEqual(["approved", "held"]);
    await world.decide("clear");
    expect((await world.eventsOf(intent)).slice(2)).toEqual(["approved", "held", "released"]);
    expect(await closeFile()).toBe(true);
    expect(await entryOf(intent)).toMatchObject({ status: "filed", held_at: null });
  });

  test("is not ordered once a review is open, although its sending had begun before", async () => {
    await changeOperator(world.service.deps, world.operator.operatorId, {
      settings: { ...minimalSettings, bankPayoutRail: "nacha" },
    });
    await world.publish(nobody);
    const { ach, rails } = world.service.disbursements.deps;
    // The process stops after it recorded the try, before it orders the credit.
    const order = vi.spyOn(ach, "order").mockRejectedValueOnce(new Error("killed"));
    const intent = await world.approved({
      externalCustomerId: await world.newCustomer(listed),
    });
    order.mockRestore();
    await world.publish(viktor, nobody);
    await world.runJob("sanctions.rescreen");
    const { operatorId } = world.operator;
    const key = (await world.statusOf(intent)).disbursement?.disbursementId ?? "";
    const outcome = await rails.byName("ach")?.send(
      {
        operatorId,
        merchantReference: key,
        amountMinor: 5_000,
        currency: "USD",
        destination: { type: "bank", ...methods.bank.bank },
        descriptor: "Test",
        payee: { externalCustomerId: intent.externalCustomerId, email: null },
      },
      key,
    );
    expect(outcome).toEqual({ type: "unreached" });
    expect(await entryOf(intent)).toBeUndefined();
    await world.decide("clear");
    await world.recover();
    await world.recover(10 * 60_000);
    expect(await entryOf(intent)).toMatchObject({ status: "queued", held_at: null });
  });

  test("is canceled when the match is confirmed, and nobody outside learns why", async () => {
    const intent = await queued();
    await world.runJob("sanctions.rescreen");
    await world.decide("confirm");
    await world.runJob("ach.report_outcomes");
    const status = await world.statusOf(intent);
    expect(status).toMatchObject({
      status: "failed",
      disbursement: { status: "voided", messages: [{ code: "canceled" }] },
    });
    expect(JSON.stringify(status)).not.toMatch(/sanction|ofac|compliance|\bheld|\bhold/i);
    expect(await entryOf(intent)).toMatchObject({ status: "canceled", held_at: null });
  });

  test("keeps its outcome if it is in a file already", async () => {
    const intent = await queued();
    expect(await closeFile()).toBe(true);
    await world.runJob("sanctions.rescreen");
    expect(await entryOf(intent)).toMatchObject({ status: "filed", held_at: null });
    expect((await world.eventsOf(intent)).slice(2)).toEqual(["approved"]);
    await world.decide("confirm");
    await world.runJob("ach.report_outcomes");
    expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
  });
});
