import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";

const to = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const link = `bitcoin:${to}?amount=0.0125`;

let sandbox: Sandbox;
beforeAll(async () => {
  // Without the other chain: Bitcoin does not need it.
  sandbox = await createSandbox({ port: 0, chainProgram: "/nowhere/anvil" });
  await submit({ network: "bitcoin", action: "by_hand" });
});
afterAll(() => sandbox.close());

/** The page after the form was sent. */
async function submit(fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(fields);
  return (await fetch(`${sandbox.url}/wallet`, { method: "POST", body })).text();
}

const rowsOf = (page: string) =>
  [...page.matchAll(/<tr>\n<td>([\s\S]*?)<\/td>\n<td>[\s\S]*?<\/td>\n<td>([^<]*)/g)].map(
    ([, amount, where]) => `${amount} ${where}`,
  );
const waitingIn = (page: string) => /name="transaction" value="(\w{64})"/.exec(page)?.[1] ?? "";

test("a link of Bitcoin's is paid on Bitcoin, with no other chain there", async () => {
  const page = await submit({ link, action: "half" });
  expect(page).toContain("Sent.");
  expect(rowsOf(page)).toEqual(["0.00625 BTC waits for a block"]);
  expect(page).toContain("no chain on this machine");
  const mined = await submit({ network: "bitcoin", action: "mine_3" });
  expect(rowsOf(mined)).toEqual([expect.stringMatching(/^0\.00625 BTC in block \d+, 3 deep$/)]);
});

test("real money, other assets and other texts are refused in words", async () => {
  const real = "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.01";
  expect(await submit({ link: real, action: "pay" })).toContain("Bitcoin’s real network");
  expect(await submit({ link, action: "other" })).toContain("not on the network of this address");
  expect(await submit({ link, asset: "USDC", action: "pay" })).toContain("not on the network");
  expect(await submit({ link: to, action: "pay" })).toContain("Say how much");
  expect(await submit({ link: "bcrt1nonsense", action: "pay" })).toContain("no payment link");
  const tooMuch = await submit({ link: to, amount: "9000000", action: "pay" });
  expect(tooMuch).toContain("The network refused");
});

test("a payment that waits is replaced, and another forgotten", async () => {
  const first = waitingIn(await submit({ link: to, amount: "0.5", asset: "BTC", action: "pay" }));
  const on = { network: "bitcoin", link };
  const replaced = await submit({ ...on, action: "replace", transaction: first });
  expect(replaced).toContain("Paid again");
  expect(rowsOf(replaced).slice(0, 2)).toEqual([
    "0.5 BTC waits for a block",
    "0.5 BTC gone from the chain",
  ]);
  const second = waitingIn(replaced);
  expect(second).not.toBe(first);
  expect(await submit({ ...on, action: "replace", transaction: first })).toContain("refused");
  const dropped = await submit({ ...on, action: "drop", transaction: second });
  expect(dropped).toContain("Forgotten");
  expect(rowsOf(dropped)[0]).toBe("0.5 BTC gone from the chain");
});
