import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readCryptoAddress } from "#contract/crypto-address";
import { sanctionedAddresses } from "../catalogue/sanctioned-addresses.ts";
import { sanctionedPersons } from "../catalogue/sanctioned-persons.ts";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { call } from "../testing/sandbox-client.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

const setFault = (fault: unknown) => call(`${sandbox.url}/admin/sanctions`, { body: { fault } });
const read = async () => {
  const response = await fetch(`${sandbox.url}/sanctions/sdn.xml`);
  const text = await response.text();
  const announced = Number(/<Record_Count>(\d+)</.exec(text)?.[1]);
  const entries = text.match(/<\/sdnEntry>/g)?.length ?? 0;
  return { status: response.status, text, announced, entries };
};
afterEach(() => setFault(null));

test("publishes the invented persons, and as many entries as it announces", async () => {
  const { status, text, announced, entries } = await read();
  expect(status).toBe(200);
  expect(entries).toBe(announced);
  expect(text.trimEnd().endsWith("</sdnList>")).toBe(true);
  for (const { lastName, uid } of sanctionedPersons) {
    expect(text).toContain(`<uid>${uid}</uid>`);
    expect(text).toContain(`<lastName>${lastName}</lastName>`);
  }
  for (const { currency, address } of sanctionedAddresses) {
    expect(text).toContain(
      `<idType>Digital Currency Address - ${currency}</idType><idNumber>${address}</idNumber>`,
    );
    const networks = ["ethereum", "bitcoin", "tron"] as const;
    expect(networks.some((network) => readCryptoAddress(address, network).address !== null)).toBe(
      true,
    );
  }
});

test("simulates a publisher's faults", async () => {
  const whole = await read();
  await setFault("shrunken");
  expect(await read()).toMatchObject({ announced: whole.entries / 2, entries: whole.entries / 2 });
  await setFault("truncated");
  const cut = await read();
  expect(cut.text).not.toContain("</sdnList>");
  expect(cut.entries).toBeLessThan(cut.announced);
  await setFault("down");
  expect((await read()).status).toBe(503);
  expect((await setFault("other")).status).toBe(400);
});
