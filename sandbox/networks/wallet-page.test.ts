import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";

const to = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const link = `bitcoin:${to}?amount=0.0125`;

let sandbox: Sandbox;
beforeAll(async () => {
  // Bitcoin does not need anvil.
  sandbox = await createSandbox({ port: 0, chainProgram: "/nowhere/anvil" });
  await submit({ network: "bitcoin", action: "by_hand" });
});
afterAll(() => sandbox.close());

/** Submits the form and returns the next page. */
async function submit(fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(fields);
  return (await fetch(`${sandbox.url}/wallet`, { method: "POST", body })).text();
}

const rowsOf = (page: string) =>
  [...page.matchAll(/<tr>\n<td>([\s\S]*?)<\/td>\n<td>[\s\S]*?<\/td>\n<td>([^<]*)/g)].map(
    ([, amount, where]) => `${amount} ${where}`,
  );
const waitingIn = (page: string) => /name="transaction" value="(\w{64})"/.exec(page)?.[1] ?? "";

test("a Bitcoin link is paid on Bitcoin, without the other chain", async () => {
  const page = await submit({ link, action: "half" });
  expect(page).toContain("Payment sent.");
  expect(rowsOf(page)).toEqual(["0.00625 BTC pending"]);
  expect(page).toContain("not available on this machine");
  const mined = await submit({ network: "bitcoin", action: "mine_3" });
  expect(rowsOf(mined)).toEqual([expect.stringMatching(/^0\.00625 BTC in block \d+, 3 deep$/)]);
});

test("real addresses, other assets and other text are refused with an explanation", async () => {
  const real = "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.01";
  expect(await submit({ link: real, action: "pay" })).toContain("real Bitcoin network");
  expect(await submit({ link, action: "other" })).toContain("not on this address’s network");
  expect(await submit({ link, asset: "USDC", action: "pay" })).toContain(
    "not on this address’s network",
  );
  expect(await submit({ link: to, action: "pay" })).toContain("Enter an amount");
  expect(await submit({ link: "bcrt1nonsense", action: "pay" })).toContain("not a payment link");
  const tooMuch = await submit({ link: to, amount: "9000000", action: "pay" });
  expect(tooMuch).toContain("The network refused");
});

test("a pending payment is replaced, and another dropped", async () => {
  const first = waitingIn(await submit({ link: to, amount: "0.5", asset: "BTC", action: "pay" }));
  const on = { network: "bitcoin", link };
  const replaced = await submit({ ...on, action: "replace", transaction: first });
  expect(replaced).toContain("Payment replaced");
  expect(rowsOf(replaced).slice(0, 2)).toEqual(["0.5 BTC pending", "0.5 BTC not on the chain"]);
  const second = waitingIn(replaced);
  expect(second).not.toBe(first);
  expect(await submit({ ...on, action: "replace", transaction: first })).toContain("refused");
  const dropped = await submit({ ...on, action: "drop", transaction: second });
  expect(dropped).toContain("Payment dropped");
  expect(rowsOf(dropped)[0]).toBe("0.5 BTC not on the chain");
});
