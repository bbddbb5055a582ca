import type { CryptoAsset } from "#contract/crypto-networks";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { ChainUnavailable } from "../../../providers/chain/index.ts";
import { assetDecimals } from "../amounts.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow } from "../tables.ts";

/** Checks the configured network, the chain that was read, and the expected tokens. */
export async function verifyChain(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
): Promise<void> {
  const { config, node } = chain;
  const chainId = await node.chainId();
  if (chainId !== config.chainId) {
    throw new ChainUnavailable(`the node is on chain ${chainId}, not ${config.chainId}`);
  }
  await verifyTokens(chain);
  const [genesis] = await node.headers([0]);
  if (!genesis) throw new ChainUnavailable("the node does not have the chain's first block");
  if (row.genesis_hash !== null && row.genesis_hash !== genesis.hash) {
    // A real chain with another first block is another chain; the sandbox's can start again.
    if (deps.config.environment !== "sandbox") {
      throw new ChainUnavailable("the node's chain has another first block than the one before");
    }
    await resetChain(deps, config.network);
    Object.assign(row, { head_number: null, head_hash: null });
  }
  await deps.database.kysely
    .updateTable("crypto_chains")
    .set({ genesis_hash: genesis.hash })
    .where("network", "=", config.network)
    .where("lease_token", "=", deps.leaseToken)
    .execute();
  chain.isVerified = true;
}

/** With a different number of decimals than the asset's, every amount would be wrong by powers of ten. */
async function verifyTokens({ config, node }: Chain): Promise<void> {
  const tokens = Object.entries(config.tokens) as [CryptoAsset, string][];
  const found = await node.tokenDecimals(tokens.map(([, contract]) => contract));
  for (const [index, [asset]] of tokens.entries()) {
    if (found[index] === assetDecimals[asset]) continue;
    throw new ChainUnavailable(
      `the contract for ${asset} has ${found[index] ?? "no"} decimals, not ${assetDecimals[asset]}`,
    );
  }
}

/** The new chain contains nothing of the old one. Paid deposits stay paid. */
async function resetChain(deps: CoinsDeps, network: string): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    await tx.deleteFrom("crypto_blocks").where("network", "=", network).execute();
    await tx
      .updateTable("crypto_watches")
      .set({ scanned_block: 0, coin_balance: "0", coin_block: 0, coin_sent: 0 })
      .where("network", "=", network)
      .execute();
    await tx
      .updateTable("crypto_transfers")
      .set({ state: "gone" })
      .where("network", "=", network)
      .where("crypto_deposit_id", "in", (eb) =>
        eb
          .selectFrom("crypto_deposits")
          .select("crypto_deposit_id")
          .where("network", "=", network)
          .where("status", "not in", ["confirmed", "shaken"]),
      )
      .execute();
    await tx
      .updateTable("crypto_deposits")
      .set({ watched_closely: false })
      .where("network", "=", network)
      .where("status", "in", ["confirmed", "shaken"])
      .execute();
    await tx
      .deleteFrom("crypto_watches")
      .where("network", "=", network)
      .where("crypto_deposit_id", "in", (eb) =>
        eb
          .selectFrom("crypto_deposits")
          .select("crypto_deposit_id")
          .where("network", "=", network)
          .where("status", "in", ["confirmed", "shaken"]),
      )
      .execute();
  });
}
