import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { repositoryRoot } from "../http/public-files.ts";
import type { PlayAsset } from "../networks/play-network.ts";
import { askChain, quantity } from "./rpc.ts";

/** An asset of the sandbox's wallet. `token` is null for the chain's own coin. */
export interface SandboxAsset extends PlayAsset {
  name: "ETH" | "USDC" | "USDT" | "DAI";
  token: string | null;
}

/** The wallet's assets. DAI lets testers send the wrong asset. */
export const sandboxAssets: readonly SandboxAsset[] = [
  { name: "USDC", token: sandboxChain.tokens.USDC, decimals: 6 },
  { name: "USDT", token: sandboxChain.tokens.USDT, decimals: 6 },
  { name: "ETH", token: null, decimals: 18 },
  { name: "DAI", token: sandboxChain.otherToken, decimals: 18 },
];

/** Deploys each token at its published address, and funds the payer. */
export async function deployTokens(url: string, payer: string, deployer: string): Promise<void> {
  const tokens = sandboxAssets.flatMap(({ name, token, decimals }) =>
    token === null ? [] : [{ name, token, decimals }],
  );
  const first = tokens[0]?.token;
  if ((await askChain(url, "eth_getCode", [first, "latest"])) !== "0x") return;
  const file = join(repositoryRoot(), "sandbox", "chain", "token", "test-token.json");
  const { bytecode } = JSON.parse(readFileSync(file, "utf8")) as { bytecode: string };
  for (const { name, decimals } of tokens) {
    const text = Buffer.from(name);
    const data = [bytecode, word(64), word(decimals), word(text.length), textWord(text)].join("");
    await askChain(url, "eth_sendTransaction", [{ from: deployer, data }]);
  }
  await askChain(url, "anvil_mine", [quantity(1)]);
  for (const { token, decimals } of tokens) {
    const data = `0x40c10f19${addressWord(payer)}${word(10n ** BigInt(decimals + 9))}`;
    await askChain(url, "eth_sendTransaction", [{ from: payer, to: token, data }]);
  }
  await askChain(url, "anvil_mine", [quantity(1)]);
  if ((await askChain(url, "eth_getCode", [first, "latest"])) === "0x") {
    throw new Error("the test tokens were not deployed at their addresses");
  }
}

/** Call data of `transfer(to, value)`. */
export function transferData(to: string, value: bigint): string {
  return `0xa9059cbb${addressWord(to)}${word(value)}`;
}

function word(value: number | bigint): string {
  return value.toString(16).padStart(64, "0");
}

function addressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, "0");
}

function textWord(text: Buffer): string {
  return text.toString("hex").padEnd(64, "0");
}
