import type { PlayNetwork, PlayTransfer } from "./play-network.ts";

export interface SentTransfer extends PlayTransfer {
  network: PlayNetwork;
  transactionHash: string;
}

const maxKept = 20;

/** The wallet's transfers, newest first. */
export class SentTransfers {
  readonly #sent: SentTransfer[] = [];

  add(transfer: SentTransfer): void {
    this.#sent.unshift(transfer);
    this.#sent.length = Math.min(this.#sent.length, maxKept);
  }

  newest(): readonly SentTransfer[] {
    return this.#sent;
  }
}
