import type { CoinsDeps } from "../coins-deps.ts";

/**
 * Tells of payments whose network is configured no more: nobody looks for their money, and they neither
 * succeed nor end until it is back, or their customers call them off. In the log once for each network, and
 * as a number at `/metrics`.
 */
export function createUnwatchedNote({
  database,
  chains,
  gauges,
  log,
}: Pick<CoinsDeps, "database" | "chains" | "gauges" | "log">): () => Promise<void> {
  const told = new Set<string>();
  return async () => {
    const found = await database.kysely
      .selectFrom("crypto_deposits")
      .select((eb) => ["network", eb.fn.countAll<string>().as("payments")])
      .where("watched_closely", "=", true)
      .$if(chains.size > 0, (query) => query.where("network", "not in", [...chains.keys()]))
      .groupBy("network")
      .execute();
    const counts = new Map(found.map(({ network, payments }) => [network, Number(payments)]));
    for (const network of new Set([...told, ...counts.keys()])) {
      const count = counts.get(network) ?? 0;
      gauges.unwatched(network, count);
      if (count > 0 && !told.has(network)) {
        log.error(
          "payments wait, or can be taken back, on a network that CRYPTO_CHAINS names no more: nobody looks",
          { type: network, count },
        );
      }
      told.add(network);
    }
  };
}
