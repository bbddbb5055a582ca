import { HDKey } from "@scure/bip32";
import { expect, test } from "vitest";
import { sandboxChain } from "../../contract/connectors/sandbox-chain.ts";
import { sandboxCredentials } from "../../contract/connectors/sandbox-credentials.ts";
import { readConfig } from "./config.ts";

const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(9));
const chain = { network: "base", url: "https://node.example/v2/secret" };
const connector = { name: "acquirer", url: "https://acquirer.example", key: "k" };
const production = {
  TESSERA_ENV: "production",
  PUBLIC_URL: "https://pay.example",
  PROCESSORS: JSON.stringify(connector),
  DIRECTORY_SERVER: JSON.stringify(connector),
};
const crypto = {
  CRYPTO_CHAINS: JSON.stringify([chain]),
  CRYPTO_RATES: JSON.stringify(connector),
  CRYPTO_XPUB: key.publicExtendedKey,
};
const read = (changes: Record<string, string>) => readConfig({ ...production, ...changes }).crypto;

test("the sandbox watches its own chain; production none until one is named", () => {
  expect(readConfig({}).crypto).toMatchObject({
    chains: [{ network: "ethereum", chainId: 31_337, url: "http://127.0.0.1:4200/chain/rpc" }],
    paymentMs: 15 * 60_000,
  });
  expect(readConfig({ CRYPTO_CHAINS: "[]" }).crypto).toBeUndefined();
  expect(read({})).toBeUndefined();
});

test("a public network brings its tokens and depths, and any of it may be set otherwise", () => {
  expect(read(crypto)?.chains).toMatchObject([
    {
      ...chain,
      ...{ chainId: 8453, confirmations: 20 },
      tokens: { USDC: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" },
    },
  ]);
  const own = {
    ...chain,
    chainId: 84_532,
    confirmations: 2,
    tokens: { USDC: `0x${"ab".repeat(20)}` },
  };
  const [found] = read({ ...crypto, CRYPTO_CHAINS: JSON.stringify(own) })?.chains ?? [];
  expect(found).toMatchObject({ chainId: 84_532, confirmations: 2 });
  expect(found?.tokens.USDC?.toLowerCase()).toBe(`0x${"ab".repeat(20)}`);
});

test.each<[Record<string, string>, RegExp]>([
  [{ CRYPTO_CHAINS: "base" }, /CRYPTO_CHAINS must be JSON/],
  [{ CRYPTO_CHAINS: JSON.stringify({ ...chain, network: "bitcoin" }) }, /can be watched are/],
  [{ CRYPTO_CHAINS: JSON.stringify({ network: "base" }) }, /base needs a url/],
  [{ CRYPTO_CHAINS: JSON.stringify([chain, chain]) }, /names a network twice/],
  [{ CRYPTO_CHAINS: JSON.stringify({ ...chain, confirmations: 0 }) }, /confirmations of base/],
  [{ CRYPTO_CHAINS: JSON.stringify({ ...chain, tokens: { BTC: "0x1" } }) }, /BTC of base needs/],
  [{ CRYPTO_CHAINS: JSON.stringify({ ...chain, chainId: 31_337 }) }, /sandbox's chain/],
  [{ CRYPTO_RATES: "" }, /go together/],
  [{ CRYPTO_XPUB: "" }, /go together/],
  [
    { CRYPTO_RATES: JSON.stringify({ ...connector, key: sandboxCredentials.rates }) },
    /CRYPTO_RATES/,
  ],
  [{ CRYPTO_XPUB: sandboxChain.xpub }, /CRYPTO_XPUB is the sandbox's/],
  [{ CRYPTO_XPUB: "xpub123" }, /must be an extended public key/],
  [{ CRYPTO_XPUB: key.privateExtendedKey }, /a private one has no place here/],
  [{ CRYPTO_PAYMENT_MINUTES: "0" }, /CRYPTO_PAYMENT_MINUTES/],
])("%o is refused, and no secret is told", (changes, message) => {
  const refused = () => read({ ...crypto, ...changes });
  expect(refused).toThrow(message);
  expect(refused).not.toThrow(/secret|xprv/);
});
