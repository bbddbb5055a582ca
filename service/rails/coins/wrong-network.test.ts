import { expect, test } from "vitest";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { createSandbox } from "../../../sandbox/create-sandbox.ts";
import { createCoinsWorld } from "./testing/coins-world.ts";

test("money on another watched network is found there, and pays nothing", async () => {
  const other = await createSandbox({ port: 0 });
  const { chainId, tokens } = sandboxChain;
  const own = { chainId, confirmations: 3, pollMs: 1_000, tokens };
  const world = await createCoinsWorld((sandboxUrl) => ({
    CRYPTO_CHAINS: JSON.stringify([
      { ...own, network: "ethereum", url: `${sandboxUrl}/chain/rpc` },
      { ...own, network: "base", url: `${other.url}/chain/rpc`, tokens: { USDC: tokens.USDC } },
    ]),
  }));
  try {
    expect(world.coins.offered()[0]).toEqual({ asset: "USDC", networks: ["ethereum", "base"] });
    const deposit = await world.open(4_000);
    await world.round();
    await fetch(`${other.url}/chain/payments`, {
      method: "POST",
      body: JSON.stringify({ to: deposit.uri, mine: 3 }),
    });
    await world.round(16_000);
    expect(world.newest(deposit)).toMatchObject({
      status: "waiting",
      hasWrongAsset: true,
      received: "0",
    });
    const { data } = await world.coins.listStrays(world.operator.operatorId, { page: 1, size: 9 });
    expect(data).toMatchObject([
      { reasons: ["wrong_asset"], transfers: [{ network: "base", asset: "USDC" }] },
    ]);
  } finally {
    await world.close();
    await other.close();
  }
});

test("a network is not offered if its contract has different decimals than the asset", async () => {
  const { chainId, tokens } = sandboxChain;
  const own = { chainId, confirmations: 3, pollMs: 1_000, network: "ethereum" };
  const named = (contracts: object) => (sandboxUrl: string) => ({
    CRYPTO_CHAINS: JSON.stringify([{ ...own, url: `${sandboxUrl}/chain/rpc`, tokens: contracts }]),
  });
  // The sandbox's DAI has eighteen decimals. The last address has no contract.
  for (const wrong of [
    { USDC: sandboxChain.otherToken },
    { USDC: tokens.USDC, USDT: `0x${"12".repeat(20)}` },
  ]) {
    const world = await createCoinsWorld(named(wrong));
    expect(world.coins.offered()).toEqual([]);
    expect(world.logLines.join("\n")).toContain("cannot be followed now");
    await world.close();
  }
});
