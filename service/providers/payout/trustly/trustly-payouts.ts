import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { type Exchange, runExchange } from "../../kit/exchange.ts";
import { readTrustlyNotice } from "../../trustly/index.ts";
import { createPayoutProvider, type PayoutDeadlines } from "../kit/payout-connector.ts";
import type { PayoutCapabilities, PayoutProvider } from "../payout-provider.ts";
import { deposit, endConsent, lookUpDeposit, maxMinor, minMinor } from "./trustly-deposits.ts";
import type { TrustlyPayoutSettings } from "./trustly-payout-settings.ts";

const hourMs = 60 * 60_000;

/**
 * Payouts that Trustly sends to accounts of owners who logged in at Trustly. docs/connectors/trustly.md says what is
 * proven.
 *
 * It must guarantee that
 * - a deposit's reference is our key, stored before anything is sent;
 * - a request that may have arrived is never repeated (`sendsOnce`). Trustly compares references only for applications
 *   with that check, and only with deposits in some states, and no document says when a list shows a deposit;
 * - only responses in a table prove that nothing was sent.
 */
export function trustlyPayouts(
  settings: TrustlyPayoutSettings & { readonly name: string; readonly url: string },
  http: OutgoingHttp,
  deadlines: PayoutDeadlines,
): PayoutProvider {
  const { lookUpDeadlineMs } = deadlines;
  const connector = {
    capabilities: capabilitiesOf(settings),
    send: (order, key) => deposit(settings, order, key, deadlines),
    lookUp: (key, expected) => lookUpDeposit(settings, key, expected, lookUpDeadlineMs),
  } satisfies Parameters<typeof createPayoutProvider>[1];
  const run = <Outcome>(exchange: Exchange<Outcome>) => runExchange(exchange, settings.url, http);
  const seen = new RecentNotices(maxRemembered);
  return {
    ...createPayoutProvider(settings, connector, http),
    endConsent: (consent) => run(endConsent(settings, consent, lookUpDeadlineMs)),
    readsForms: true,
    readNotice(received) {
      const event = readTrustlyNotice(settings, received);
      if (event === "forged") return { type: "forged" };
      if (event === "malformed") return { type: "malformed", paths: ["objectId"] };
      // A notice has no timestamp to check, so one that was accepted before causes no look-up.
      if (event === "of_another" || seen.has(event.signature)) {
        return { type: "valid", payoutIds: [] };
      }
      // Before its response is stored, only our reference identifies a deposit.
      const keys = /^dis_[0-9A-Za-z]{24}$/.test(event.merchantReference)
        ? [event.merchantReference]
        : [];
      const accepted = () => seen.add(event.signature);
      return { type: "valid", payoutIds: [event.transactionId], keys, accepted };
    },
  };
}

/** Notices per process: Trustly repeats one every five minutes for 12 hours, until it is accepted. */
const maxRemembered = 10_000;

/**
 * The newest notices. Identified by signature, because a repeat can move one field into another without changing it.
 */
class RecentNotices {
  readonly #signatures = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  has(signature: string): boolean {
    return this.#signatures.has(signature);
  }

  add(signature: string): void {
    this.#signatures.add(signature);
    const [oldest] = this.#signatures;
    if (this.#signatures.size > this.#most && oldest !== undefined) {
      this.#signatures.delete(oldest);
    }
  }
}

function capabilitiesOf({ bankSpeed }: TrustlyPayoutSettings): PayoutCapabilities {
  return {
    arrivals: {
      bank_login:
        bankSpeed === "instant"
          ? { unit: "minutes", least: 1, most: 30 }
          : { unit: "business_days", least: 1, most: 3 },
    },
    currencies: ["USD"],
    minMinor,
    maxMinor,
    sendsOnce: true,
    lookUps: { firstMs: 30_000, maxMs: 6 * hourMs, atOnce: true, showReturns: true },
  };
}
