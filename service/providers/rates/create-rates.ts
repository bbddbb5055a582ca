import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import { createAgreeingRates } from "./agreeing-rates.ts";
import { createExchangeRates } from "./exchange-rates.ts";
import { createHttpRates } from "./http-rates.ts";
import type { RatesProvider } from "./rates-provider.ts";
import { nameOf, type RatesConfig } from "./rates-settings.ts";

export function createRates(
  { http, clock, log }: { http: OutgoingHttp; clock: Clock; log: Log },
  { sources, minimum }: RatesConfig,
): RatesProvider {
  const calls = { clock, http: callsTo("rates", http) };
  const named = sources.map((source) => ({
    name: nameOf(source),
    rates:
      source.type === "tessera"
        ? createHttpRates(calls, source.connector)
        : createExchangeRates(calls, source),
  }));
  const minimums: Readonly<Record<string, number>> = minimum;
  return createAgreeingRates(named, (asset) => minimums[asset] ?? sources.length, log);
}
