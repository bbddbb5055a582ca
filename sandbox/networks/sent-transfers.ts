import type { PlayNetwork, PlayTransfer } from "./play-network.ts";

/** A transfer that the wallet handed in. */
export interface SentTransfer extends PlayTransfer {
  network: PlayNetwork;
  transactionHash: string;
}

const mostKept = 20;

/** What the wallet has sent, newest first. */
export class SentTransfers {
  readonly #sent: SentTransfer[] = [];

  add(transfer: SentTransfer): void {
    this.#sent.unshift(transfer);
    this.#sent.length = Math.min(this.#sent.length, mostKept);
  }

  newest(): readonly SentTransfer[] {
    return this.#sent;
  }
}
