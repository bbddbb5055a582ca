import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { type Exchange, runExchange } from "../../kit/exchange.ts";
import type {
  ExpectedPayout,
  PayoutCapabilities,
  PayoutOrder,
  PayoutOutcome,
  PayoutProvider,
} from "../payout-provider.ts";
import type { PayoutReferences } from "./payout-references.ts";

/**
 * A vendor's API as exchanges, with the guarantees of {@link PayoutProvider} (tests: `testing/conformance.ts`). Secrets
 * may change: read them for each call.
 */
export interface PayoutConnector {
  readonly capabilities: PayoutCapabilities;
  send(order: PayoutOrder, key: string): Exchange<PayoutOutcome>;
  lookUp(key: string, expected: ExpectedPayout): Exchange<PayoutOutcome>;
}

export interface PayoutDeadlines {
  readonly sendDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
}

/**
 * The provider for the vendor's API at this address. `name` is the operator's name for it. With `references`, the
 * connector gets a payout's stored reference instead of its key.
 */
export function createPayoutProvider(
  { name, url }: { readonly name: string; readonly url: string },
  connector: PayoutConnector,
  http: OutgoingHttp,
  references?: PayoutReferences,
): PayoutProvider {
  const run = (exchange: Exchange<PayoutOutcome>) => runExchange(exchange, url, http);
  if (references) {
    return {
      name,
      capabilities: connector.capabilities,
      async send(order, key) {
        return run(connector.send(order, await references.reserve(order.operatorId, key)));
      },
      async lookUp(key, expected) {
        const reference = await references.find(expected.operatorId, key);
        // The reference is stored before the first request, so there was none.
        if (reference === undefined) return { type: "not_found" };
        return run(connector.lookUp(reference, expected));
      },
    };
  }
  return {
    name,
    capabilities: connector.capabilities,
    send: (order, key) => run(connector.send(order, key)),
    lookUp: (key, expected) => run(connector.lookUp(key, expected)),
  };
}
