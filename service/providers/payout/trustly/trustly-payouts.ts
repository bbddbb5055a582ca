import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { type Exchange, runExchange } from "../../kit/exchange.ts";
import { readTrustlyNotice } from "../../trustly/index.ts";
import { createPayoutProvider, type PayoutDeadlines } from "../kit/payout-connector.ts";
import type { PayoutCapabilities, PayoutProvider } from "../payout-provider.ts";
import { deposit, endConsent, leastMinor, lookUpDeposit, mostMinor } from "./trustly-deposits.ts";
import type { TrustlyPayoutSettings } from "./trustly-payout-settings.ts";

const hourMs = 60 * 60_000;

/**
 * Payouts that Trustly itself sends, to accounts whose owner logged in at Trustly. docs/connectors/trustly.md says what
 * is proven.
 *
 * It must guarantee that
 * - the reference of a deposit is our key, which is stored before anything is sent. Trustly refuses a second deposit with
 *   a reference that it has accepted (error 210), if the application has that check;
 * - the service sends again, after an hour, only if a list with the consent itself has no deposit that could be this one;
 * - only answers in a table prove that nothing was sent.
 */
export function trustlyPayouts(
  place: { readonly name: string; readonly url: string },
  settings: TrustlyPayoutSettings,
  http: OutgoingHttp,
  deadlines: PayoutDeadlines,
): PayoutProvider {
  const { lookUpDeadlineMs } = deadlines;
  const connector = {
    capabilities: capabilitiesOf(settings),
    send: (order, key) => deposit(settings, order, key, deadlines),
    lookUp: (key, expected) => lookUpDeposit(settings, key, expected, lookUpDeadlineMs),
  } satisfies Parameters<typeof createPayoutProvider>[1];
  const run = <Outcome>(exchange: Exchange<Outcome>) => runExchange(exchange, place.url, http);
  const heard = new RecentIds(mostRemembered);
  return {
    ...createPayoutProvider(place, connector, http),
    endConsent: (consent) => run(endConsent(settings, consent, lookUpDeadlineMs)),
    readsForms: true,
    readNotice(received) {
      const event = readTrustlyNotice(settings, received);
      if (event === "forged") return { type: "forged" };
      if (event === "malformed") return { type: "malformed", paths: ["objectId"] };
      // A notice has no time that could be checked, so one that was heard before makes no look-up due.
      if (event === "of_another" || !heard.isNew(event.eventId)) {
        return { type: "heard", payoutIds: [] };
      }
      // Before its answer is stored, a deposit is known by our reference only.
      const keys = /^dis_[0-9A-Za-z]{24}$/.test(event.merchantReference)
        ? [event.merchantReference]
        : [];
      return { type: "heard", payoutIds: [event.transactionId], keys };
    },
  };
}

/** Events that a process remembers: Trustly sends one again for 12 hours, every five minutes, until it was accepted. */
const mostRemembered = 10_000;

/** The newest ids, up to a number of them. */
class RecentIds {
  readonly #ids = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Remembers an id. False if it is known. One that is empty is always new. */
  isNew(id: string): boolean {
    if (id === "") return true;
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > this.#most && oldest !== undefined) this.#ids.delete(oldest);
    return true;
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
    leastMinor,
    mostMinor,
    lookUps: {
      firstMs: 30_000,
      mostMs: 6 * hourMs,
      atOnce: true,
      // The check of references depends on the application, and nobody says how soon a deposit is listed.
      againAfterMs: hourMs,
      showReturns: true,
    },
  };
}
