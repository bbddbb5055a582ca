import type { CoinsDeps } from "../coins-deps.ts";

/**
 * Payments on networks that are no longer configured neither succeed nor end until the network is back or their
 * customers cancel. Each network is logged once and counted at `/metrics`.
 */
export function createUnwatchedReport({
  database,
  chains,
  gauges,
  log,
}: Pick<CoinsDeps, "database" | "chains" | "gauges" | "log">): () => Promise<void> {
  const logged = new Set<string>();
  return async () => {
    const found = await database.kysely
      .selectFrom("crypto_deposits")
      .select((eb) => ["network", eb.fn.countAll<string>().as("payments")])
      .where("watched_closely", "=", true)
      .$if(chains.size > 0, (query) => query.where("network", "not in", [...chains.keys()]))
      .groupBy("network")
      .execute();
    const counts = new Map(found.map(({ network, payments }) => [network, Number(payments)]));
    for (const network of new Set([...logged, ...counts.keys()])) {
      const count = counts.get(network) ?? 0;
      gauges.unwatched(network, count);
      if (count > 0 && !logged.has(network)) {
        log.error(
          "payments wait, or can be taken back, on a network that is no longer in CRYPTO_CHAINS and is not watched",
          { type: network, count },
        );
      }
      logged.add(network);
    }
  };
}
