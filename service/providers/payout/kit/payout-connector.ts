import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { type Exchange, runExchange } from "../../kit/exchange.ts";
import type {
  ExpectedPayout,
  PayoutCapabilities,
  PayoutOrder,
  PayoutOutcome,
  PayoutProvider,
} from "../payout-provider.ts";

/**
 * A vendor's API as exchanges. {@link PayoutProvider} documents what each operation must guarantee, and
 * `testing/conformance.ts` tests it. Secrets may change: read them for each call.
 */
export interface PayoutConnector {
  readonly capabilities: PayoutCapabilities;
  send(order: PayoutOrder, key: string): Exchange<PayoutOutcome>;
  lookUp(key: string, expected: ExpectedPayout): Exchange<PayoutOutcome>;
}

/** Deadlines of a connector's calls. */
export interface PayoutDeadlines {
  readonly sendDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
}

/** The provider that speaks the vendor's API at this address. `name` is the operator's name for it. */
export function createPayoutProvider(
  { name, url }: { readonly name: string; readonly url: string },
  connector: PayoutConnector,
  http: OutgoingHttp,
): PayoutProvider {
  const run = (exchange: Exchange<PayoutOutcome>) => runExchange(exchange, url, http);
  return {
    name,
    capabilities: connector.capabilities,
    send: (order, key) => run(connector.send(order, key)),
    lookUp: (key, expected) => run(connector.lookUp(key, expected)),
  };
}
