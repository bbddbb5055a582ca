import type { TesseraClient } from "tessera/server";
import { findWinning } from "../winnings.ts";
import { ensureCustomer } from "./customers.ts";

export interface Payout {
  payoutId: string;
  title: string;
  /** The amount in US dollars. */
  amount: number;
  externalCustomerId: string;
  /** The newest intent's secret: an intent that expired without a choice is replaced. */
  clientSecretKey: string;
  disbursementIntentIds: string[];
}

/** What the page requests: an entry of the winnings list, or a custom amount for demonstrations. */
export interface NewPayout {
  winningId?: string;
  amount?: number;
}

/** The shop's payouts, in memory only. */
export class Payouts {
  readonly #payouts = new Map<string, Payout>();
  readonly #tessera: TesseraClient;
  readonly #randomId: () => string;

  constructor(tessera: TesseraClient, randomId: () => string) {
    this.#tessera = tessera;
    this.#randomId = randomId;
  }

  async collect(wanted: NewPayout, externalCustomerId: string): Promise<Payout | undefined> {
    const winning = wanted.winningId === undefined ? undefined : findWinning(wanted.winningId);
    if (wanted.winningId !== undefined && !winning) return undefined;
    const payout: Payout = {
      payoutId: this.#randomId(),
      title: winning?.name ?? "Custom amount",
      amount: winning?.amount ?? wanted.amount ?? 0,
      externalCustomerId,
      clientSecretKey: "",
      disbursementIntentIds: [],
    };
    await ensureCustomer(this.#tessera, externalCustomerId);
    await this.#openIntent(payout);
    this.#payouts.set(payout.payoutId, payout);
    return payout;
  }

  find(payoutId: string): Payout | undefined {
    return this.#payouts.get(payoutId);
  }

  /** Payouts of a customer, whose identity and tax events concern all of them. */
  ofCustomer(externalCustomerId: unknown): readonly Payout[] {
    return [...this.#payouts.values()].filter(
      (payout) => payout.externalCustomerId === externalCustomerId,
    );
  }

  /** Creates a new intent for the same payout after the old one expired. */
  async renew(payout: Payout): Promise<Payout> {
    await this.#openIntent(payout);
    return payout;
  }

  /**
   * Sends the operator's decision, which staff otherwise make in the console.
   * @throws TesseraApiError if the service refuses: nothing to decide, no W-9, or no verified
   * identity.
   */
  async decide(payout: Payout, allow: boolean): Promise<void> {
    const disbursementIntentId = payout.disbursementIntentIds.at(-1) ?? "";
    await this.#tessera.proceedWithDisbursement({ disbursementIntentId, allow });
  }

  async #openIntent(payout: Payout): Promise<void> {
    const attempt = payout.disbursementIntentIds.length + 1;
    const externalDisbursementIntentId = `${payout.payoutId}-${attempt}`;
    const { disbursementIntentId, clientSecretKey } = await this.#tessera.createDisbursementIntent(
      {
        externalDisbursementIntentId,
        externalCustomerId: payout.externalCustomerId,
        amount: payout.amount,
        currency: "USD",
        description: payout.title,
      },
      { idempotencyKey: externalDisbursementIntentId },
    );
    payout.clientSecretKey = clientSecretKey;
    payout.disbursementIntentIds.push(disbursementIntentId);
  }
}
