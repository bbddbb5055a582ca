import type { Clock } from "../../platform/clock.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import { type Exchange, runExchange } from "../kit/exchange.ts";
import { avataxConnector } from "./avatax/avatax-connector.ts";
import type { TaxService } from "./sales-tax-settings.ts";
import type { TaxedSale, TaxQuote, TaxVendor } from "./tax-vendor.ts";

/** Within one visit, the session, the total and the payment need the same price. */
const rememberedForMs = 60_000;
const maxRemembered = 2_000;

/** Creates the client of a tax service. `machineClock` measures the age of quotes. */
export function openTaxVendor(
  service: TaxService,
  { http, machineClock }: { readonly http: OutgoingHttp; readonly machineClock: Clock },
): TaxVendor {
  const connector = avataxConnector(service);
  const calls = callsTo(service.type, http);
  const run = <Outcome>(exchange: Exchange<Outcome>) => runExchange(exchange, service.url, calls);
  const quotes = new Map<string, { readonly quote: TaxQuote; readonly untilMs: number }>();
  const pending = new Map<string, Promise<TaxQuote | { readonly problem: string }>>();

  const remembered = (sale: TaxedSale) => {
    const found = quotes.get(keyOf(sale));
    return found && found.untilMs > machineClock.nowMs() ? found.quote : null;
  };
  const remember = (sale: TaxedSale, quote: TaxQuote) => {
    const key = keyOf(sale);
    quotes.delete(key);
    quotes.set(key, { quote, untilMs: machineClock.nowMs() + rememberedForMs });
    // A Map iterates in insertion order.
    const [oldest] = quotes.keys();
    if (quotes.size > maxRemembered && oldest !== undefined) quotes.delete(oldest);
  };
  return {
    type: service.type,
    whenUnavailable: service.whenUnavailable,
    remembered,
    async quote(sale) {
      const known = remembered(sale);
      if (known) return known;
      const key = keyOf(sale);
      const running = pending.get(key);
      if (running) return running;
      const request = run(connector.quote(sale)).finally(() => pending.delete(key));
      pending.set(key, request);
      const quote = await request;
      if (!("problem" in quote)) remember(sale, quote);
      return quote;
    },
    commit: (document, mayExist) => run(connector.commit(document, mayExist)),
    withdraw: (document) => run(connector.withdraw(document)),
  };
}

function keyOf({
  operatorId,
  externalCustomerId,
  baseMinor,
  currency,
  place,
  onDate,
}: TaxedSale): string {
  const { line1, line2, city, state, postalCode } = place;
  return JSON.stringify([
    operatorId,
    externalCustomerId,
    baseMinor,
    currency,
    line1,
    line2,
    city,
    state,
    postalCode,
    onDate,
  ]);
}
