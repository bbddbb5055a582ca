import { hex } from "@scure/base";
import { Script } from "@scure/btc-signer/script.js";

export const regtestNetwork = { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

/** Regtest's difficulty in compact form: every second hash is a proof of work. */
export const regtestBits = 0x207fffff;
/** Regtest's difficulty relative to Bitcoin's first block. */
export const regtestDifficulty = 4.656542373906925e-10;
export const workOfBlock = 2;

const subsidy = 5_000_000_000n;
const halvingInterval = 150;
/** Blocks before a miner's reward can be spent. */
export const coinbaseMaturity = 100;

/** Maximum reward without fees, in satoshi. */
export function subsidyAt(height: number): bigint {
  return subsidy >> BigInt(Math.min(Math.floor(height / halvingInterval), 63));
}

/** The first block of every regtest network (Bitcoin Core, `CreateGenesisBlock`). */
export const genesis = {
  hash: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
  version: 1,
  time: 1_296_688_602,
  nonce: 2,
  coinbase: {
    version: 1,
    script: Script.encode([
      hex.decode("ffff001d"),
      hex.decode("04"),
      new TextEncoder().encode(
        "The Times 03/Jan/2009 Chancellor on brink of second bailout for banks",
      ),
    ]),
    amount: subsidy,
    outputScript: Script.encode([
      hex.decode(
        "04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f",
      ),
      "CHECKSIG",
    ]),
  },
};
