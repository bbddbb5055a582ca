import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { outcomeWithoutResponse } from "../../kit/exchange.ts";
import type { PayoutConnector, PayoutDeadlines } from "../kit/payout-connector.ts";
import type { PayoutCapabilities } from "../payout-provider.ts";
import { idOf, readCreated, readFound, transactionOf, unreadable } from "./read-transaction.ts";
import type { TabapaySettings } from "./tabapay-settings.ts";
import { transactionRequest } from "./transaction-request.ts";

/** Maximum length of a `referenceID`. */
export const tabapayReferenceLength = 15;

const hourMs = 60 * 60_000;

/**
 * TabaPay's Create Transaction and Retrieve Transaction. docs/connectors/tabapay.md says what is proven.
 *
 * TabaPay makes one transaction per `referenceID`. It asks for 90 seconds between a request without an outcome
 * and the look-up, and for no polling, so look-ups have long pauses. The key is already the short reference here.
 */
export function tabapayPayouts(
  settings: TabapaySettings,
  { sendDeadlineMs, lookUpDeadlineMs }: PayoutDeadlines,
): PayoutConnector {
  const base = `/v1/clients/${encodeURIComponent(settings.clientId)}/transactions`;
  const headers = () => ({
    authorization: `Bearer ${settings.token}`,
    accept: "application/json",
  });
  const get = (path: string) =>
    ({ method: "GET", path, headers: headers(), deadlineMs: lookUpDeadlineMs }) as const;

  return {
    capabilities: capabilitiesOf(settings),

    *send(order, reference) {
      const body = transactionRequest(order, reference, settings);
      if (typeof body === "string")
        return { type: "rejected", reason: body, isAboutOurAccount: false };
      const response = yield {
        method: "POST",
        path: base,
        headers: { ...headers(), "content-type": "application/json" },
        // TabaPay refuses JSON with spaces or line ends.
        body: JSON.stringify(body),
        deadlineMs: sendDeadlineMs,
      };
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readCreated(response);
    },

    *lookUp(reference, expected) {
      let payoutId = expected.payoutId ?? null;
      if (payoutId === null) {
        const response = yield get(`${base}?referenceID=${encodeURIComponent(reference)}`);
        if (response instanceof OutgoingCallFailed)
          return { type: "unknown", reason: response.code };
        const found = transactionOf(response);
        if (found && response.statusCode === 404) return { type: "not_found" };
        if (!found || ![200, 201, 207].includes(response.statusCode)) return unreadable(response);
        payoutId = idOf(found);
        if (payoutId === null) return { type: "unknown", reason: "no_transaction" };
      }
      const answer = yield get(`${base}/${encodeURIComponent(payoutId)}`);
      if (answer instanceof OutgoingCallFailed) return { type: "unknown", reason: answer.code };
      const found = transactionOf(answer);
      if (!found || answer.statusCode !== 200) return unreadable(answer);
      return readFound(found, payoutId, reference, expected);
    },
  };
}

function capabilitiesOf({ bankSpeed }: TabapaySettings): PayoutCapabilities {
  return {
    arrivals: {
      card: { unit: "minutes", least: 1, most: 30 },
      bank:
        bankSpeed === "real-time"
          ? { unit: "minutes", least: 1, most: 5 }
          : { unit: "business_days", least: 1, most: bankSpeed === "same-day" ? 2 : 3 },
    },
    currencies: ["USD"],
    // Only TabaPay's exceptions report shows returned ACH credits.
    lookUps: { firstMs: 90_000, maxMs: 6 * hourMs, atOnce: false, showReturns: false },
  };
}
