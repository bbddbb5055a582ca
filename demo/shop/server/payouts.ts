import { findWinning } from "../winnings.ts";
import type { TesseraApi } from "./tessera-api.ts";

/** What somebody collects. The client secret goes to that winner's page only. */
export interface Payout {
  payoutId: string;
  title: string;
  /** US dollars */
  amount: number;
  externalCustomerId: string;
  /** The newest intent; one that expired with nothing chosen is replaced. */
  clientSecretKey: string;
  disbursementIntentIds: string[];
}

/** What the page asks for: a winning, or an amount of its own for trying things out. */
export interface NewPayout {
  winningId?: string;
  amount?: number;
}

/** The shop's payouts, in memory: a demo shop forgets. */
export class Payouts {
  readonly #payouts = new Map<string, Payout>();
  readonly #api: TesseraApi;
  readonly #randomId: () => string;

  constructor(api: TesseraApi, randomId: () => string) {
    this.#api = api;
    this.#randomId = randomId;
  }

  /**
   * Makes the customer's record and a disbursement intent. Undefined for a winning that nobody won.
   * @throws TesseraApiError when the service refuses.
   */
  async collect(wanted: NewPayout, externalCustomerId: string): Promise<Payout | undefined> {
    const winning = wanted.winningId === undefined ? undefined : findWinning(wanted.winningId);
    if (wanted.winningId !== undefined && !winning) return undefined;
    const payout: Payout = {
      payoutId: this.#randomId(),
      title: winning?.name ?? "An amount of your choice",
      amount: winning?.amount ?? wanted.amount ?? 0,
      externalCustomerId,
      clientSecretKey: "",
      disbursementIntentIds: [],
    };
    await this.#api.ensureCustomer(externalCustomerId, `${externalCustomerId}@example.com`);
    await this.#openIntent(payout);
    this.#payouts.set(payout.payoutId, payout);
    return payout;
  }

  find(payoutId: string): Payout | undefined {
    return this.#payouts.get(payoutId);
  }

  /** Those of a customer: what is learnt of a customer matters to all of them. */
  ofCustomer(externalCustomerId: unknown): readonly Payout[] {
    return [...this.#payouts.values()].filter(
      (payout) => payout.externalCustomerId === externalCustomerId,
    );
  }

  /** A fresh intent for the same payout, when the window of the old one has closed. */
  async renew(payout: Payout): Promise<Payout> {
    await this.#openIntent(payout);
    return payout;
  }

  /**
   * The operator's decision, which staff make in the console in earnest.
   * @throws TesseraApiError when the service refuses: nothing to decide, no W-9, no verified identity.
   */
  async decide(payout: Payout, allow: boolean): Promise<void> {
    const intent = payout.disbursementIntentIds[payout.disbursementIntentIds.length - 1] ?? "";
    await this.#api.decideDisbursement(intent, allow);
  }

  async #openIntent(payout: Payout): Promise<void> {
    const attempt = payout.disbursementIntentIds.length + 1;
    const { disbursementIntentId, clientSecretKey } = await this.#api.createDisbursementIntent({
      externalDisbursementIntentId: `${payout.payoutId}-${attempt}`,
      externalCustomerId: payout.externalCustomerId,
      amount: payout.amount,
      currency: "USD",
      description: payout.title,
    });
    payout.clientSecretKey = clientSecretKey;
    payout.disbursementIntentIds.push(disbursementIntentId);
  }
}
