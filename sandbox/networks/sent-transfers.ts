import type { PlayNetwork, PlayTransfer } from "./play-network.ts";

/** A transfer that the wallet sent. */
export interface SentTransfer extends PlayTransfer {
  network: PlayNetwork;
  transactionHash: string;
}

const mostKept = 20;

/** Transfers of the wallet, newest first. */
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
