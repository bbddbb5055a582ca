import { HDKey } from "@scure/bip32";
import { expect, test } from "vitest";
import { sandboxBitcoin, sandboxChain } from "#contract/connectors/sandbox-chain";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { strongKey, strongSecret } from "../platform/testing/strong-secrets.ts";
import { readConfig } from "./read-config.ts";

const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(9));
const key = master.derive("m/44'/60'/0'");
const chain = { network: "base", url: "https://node.example/v2/secret" };
const connector = { name: "acquirer", url: "https://acquirer.example", key: strongSecret };
const production = {
  TESSERA_ENV: "production",
  TESSERA_KEY_ENCRYPTION_KEY: strongKey(),
  PUBLIC_URL: "https://pay.example",
  PROCESSORS: JSON.stringify(connector),
  DIRECTORY_SERVER: JSON.stringify(connector),
};
const crypto = {
  CRYPTO_CHAINS: JSON.stringify([chain]),
  CRYPTO_RATES: JSON.stringify(connector),
  CRYPTO_XPUB: key.publicExtendedKey,
};
const read = (changes: Record<string, string>) => readConfig({ ...production, ...changes }).coins;

test("the sandbox watches its own chain; production watches only configured ones", () => {
  expect(readConfig({}).coins).toMatchObject({
    chains: [
      { network: "ethereum", chainId: "eip155:31337", url: "http://127.0.0.1:4200/chain/rpc" },
      {
        network: "bitcoin",
        coin: "BTC",
        confirmations: 2,
        xpub: sandboxBitcoin.xpub,
        url: `http://tessera:${sandboxCredentials.bitcoinNode}@127.0.0.1:4200/bitcoin/rpc`,
      },
    ],
    paymentMs: 15 * 60_000,
  });
  expect(readConfig({ CRYPTO_CHAINS: "[]" }).coins).toBeUndefined();
  expect(read({})).toBeUndefined();
});

test("a public network has default tokens and confirmations, and each can be overridden", () => {
  expect(read(crypto)?.chains).toMatchObject([
    {
      ...chain,
      chainId: "eip155:8453",
      confirmations: 20,
      coin: "ETH",
      xpub: key.publicExtendedKey,
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
  expect(found).toMatchObject({ chainId: "eip155:84532", confirmations: 2 });
  expect(found?.tokens.USDC?.toLowerCase()).toBe(`0x${"ab".repeat(20)}`);
});

// BIP-84's test vector.
const zpub =
  "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const bitcoin = { network: "bitcoin", url: "https://user:secret@bitcoin.example" };

test("Bitcoin needs its own account, and other networks use theirs only if they are configured", () => {
  const only = { ...crypto, CRYPTO_CHAINS: JSON.stringify([bitcoin]), CRYPTO_XPUB: "" };
  expect(read({ ...only, CRYPTO_BITCOIN_XPUB: zpub })?.chains).toMatchObject([
    {
      ...bitcoin,
      chainId: "bip122:000000000019d6689c085ae165831e93",
      coin: "BTC",
      xpub: zpub,
      confirmations: 2,
      tokens: {},
    },
  ]);
  const both = JSON.stringify([chain, { ...bitcoin, confirmations: 6 }]);
  const coinsConfig = read({ ...crypto, CRYPTO_CHAINS: both, CRYPTO_BITCOIN_XPUB: zpub });
  expect(coinsConfig?.chains).toMatchObject([
    { xpub: key.publicExtendedKey },
    { confirmations: 6 },
  ]);
  const fees = JSON.stringify({ ...bitcoin, leastFeeRate: 3, feeRateWithoutEstimate: 25 });
  const feeRates = { least: 3, withoutEstimate: 25 };
  const priced = { ...only, CRYPTO_CHAINS: fees, CRYPTO_BITCOIN_XPUB: zpub };
  expect(read(priced)?.chains).toMatchObject([{ feeRates }]);
  const signet = { ...bitcoin, chainId: "bip122:00000008819873e925422c1ff0f99f7c" };
  const trial = { ...only, CRYPTO_CHAINS: JSON.stringify(signet) };
  expect(() => read({ ...trial, CRYPTO_BITCOIN_XPUB: zpub })).toThrow(/another network/);
  const chains = readConfig({
    CRYPTO_CHAINS: JSON.stringify(signet),
    CRYPTO_BITCOIN_XPUB: sandboxBitcoin.xpub,
  }).coins?.chains;
  expect(chains).toMatchObject([{ chainId: signet.chainId }]);
});

test.each<[Record<string, string>, RegExp]>([
  [{ CRYPTO_CHAINS: "base" }, /CRYPTO_CHAINS must be JSON/],
  [{ CRYPTO_CHAINS: JSON.stringify({ ...chain, network: "tron" }) }, /supported networks are/],
  [{ CRYPTO_CHAINS: JSON.stringify(bitcoin) }, /needs CRYPTO_BITCOIN_XPUB/],
  [
    { CRYPTO_CHAINS: JSON.stringify({ ...bitcoin, chainId: 1 }), CRYPTO_BITCOIN_XPUB: zpub },
    /chainId of bitcoin/,
  ],
  [
    {
      CRYPTO_CHAINS: JSON.stringify({ ...bitcoin, chainId: sandboxBitcoin.chainId }),
      CRYPTO_BITCOIN_XPUB: sandboxBitcoin.xpub,
    },
    /sandbox's chain/,
  ],
  [
    { CRYPTO_CHAINS: JSON.stringify(bitcoin), CRYPTO_BITCOIN_XPUB: sandboxBitcoin.xpub },
    /another network/,
  ],
  [{ CRYPTO_CHAINS: JSON.stringify({ ...chain, chainId: "1" }) }, /chainId of base/],
  [{ CRYPTO_CHAINS: JSON.stringify({ network: "base" }) }, /base needs a url/],
  [{ CRYPTO_CHAINS: JSON.stringify([chain, chain]) }, /names a network twice/],
  [{ CRYPTO_CHAINS: JSON.stringify({ ...chain, confirmations: 0 }) }, /confirmations of base/],
  [{ CRYPTO_CHAINS: JSON.stringify({ ...bitcoin, leastFeeRate: 0 }) }, /leastFeeRate of bitcoin/],
  [{ CRYPTO_CHAINS: JSON.stringify({ ...chain, tokens: { BTC: "0x1" } }) }, /BTC of base needs/],
  [{ CRYPTO_CHAINS: JSON.stringify({ ...chain, chainId: 31_337 }) }, /sandbox's chain/],
  [{ CRYPTO_RATES: "" }, /needs CRYPTO_RATES/],
  [{ CRYPTO_XPUB: "" }, /base needs CRYPTO_XPUB/],
  [{ CRYPTO_XPUB: zpub }, /another network/],
  [
    { CRYPTO_RATES: JSON.stringify({ ...connector, key: sandboxCredentials.rates }) },
    /CRYPTO_RATES/,
  ],
  [{ CRYPTO_XPUB: sandboxChain.xpub }, /CRYPTO_XPUB is the sandbox's/],
  [{ CRYPTO_XPUB: master.publicExtendedKey }, /an account key.*has depth 0/],
  [{ CRYPTO_XPUB: key.deriveChild(0).publicExtendedKey }, /an account key.*has depth 4/],
  [{ CRYPTO_XPUB: "xpub123" }, /must be an extended public key/],
  [{ CRYPTO_XPUB: key.privateExtendedKey }, /not a private one/],
  [{ CRYPTO_PAYMENT_MINUTES: "0" }, /CRYPTO_PAYMENT_MINUTES/],
])("%o is refused without showing a secret", (changes, message) => {
  const refused = () => read({ ...crypto, ...changes });
  expect(refused).toThrow(message);
  expect(refused).not.toThrow(/secret|xprv/);
});
