import type { DisputeNotice, noticedStages, noticedStatuses } from "#contract/connectors/processor";
import type { Journal } from "../http/journal.ts";

type Stage = (typeof noticedStages)[number];
type Status = (typeof noticedStatuses)[number];

export interface BookedAnswer {
  answerId: string;
  idempotencyKey: string;
  /** Digest of the request. A different request with the same key is refused. */
  fingerprint: string;
  kind: "evidence" | "acceptance";
  stage: Stage;
  /** The merchant's texts, and the names of the files. */
  fields: Record<string, string>;
  files: string[];
  receivedAt: string;
}

export interface BookedDispute {
  processor: string;
  disputeId: string;
  chargeId: string;
  notificationUrl: string;
  sequence: number;
  stage: Stage;
  status: Status;
  network: string;
  reasonCode: string;
  category?: string;
  amountMinor: number;
  currency: string;
  feeMinor: number;
  /** ISO time; null if no answer is expected. */
  respondBy: string | null;
  answers: BookedAnswer[];
  changedAt: string;
  createdAt: string;
  /** When the processor took the amount (negative) and gave it back, for the settlement file. */
  money?: { at: string; minor: number }[];
}

/**
 * The disputes of all processors, in memory. Each change appends the whole dispute to the journal; its newest line
 * counts.
 */
export class DisputeBook {
  readonly #byId = new Map<string, BookedDispute>();
  readonly #journal: Pick<Journal<BookedDispute>, "append">;

  constructor(journal: Pick<Journal<BookedDispute>, "append" | "remembered">) {
    this.#journal = journal;
    for (const dispute of journal.remembered) this.#byId.set(dispute.disputeId, dispute);
  }

  get size(): number {
    return this.#byId.size;
  }

  find(processor: string, disputeId: string): BookedDispute | undefined {
    const dispute = this.#byId.get(disputeId);
    return dispute?.processor === processor ? dispute : undefined;
  }

  /** The dispute with this id, at any processor. */
  findAnywhere(disputeId: string): BookedDispute | undefined {
    return this.#byId.get(disputeId);
  }

  findAnswer(processor: string, idempotencyKey: string): [BookedDispute, BookedAnswer] | undefined {
    for (const dispute of this.#byId.values()) {
      if (dispute.processor !== processor) continue;
      const answer = dispute.answers.find((answer) => answer.idempotencyKey === idempotencyKey);
      if (answer) return [dispute, answer];
    }
    return undefined;
  }

  /** Whether a dispute that took the charge's money is open. */
  isDisputed({ processor, chargeId }: Pick<BookedDispute, "processor" | "chargeId">): boolean {
    return this.all().some(
      (dispute) =>
        dispute.processor === processor &&
        dispute.chargeId === chargeId &&
        dispute.stage !== "inquiry" &&
        ["needs_response", "under_review"].includes(dispute.status),
    );
  }

  /** What decided disputes took of the charge. */
  lostMinor({ processor, chargeId }: Pick<BookedDispute, "processor" | "chargeId">): number {
    return this.all()
      .filter((dispute) => dispute.processor === processor && dispute.chargeId === chargeId)
      .filter((dispute) => isTaken(dispute) && ["lost", "accepted"].includes(dispute.status))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  }

  save(changed: BookedDispute): void {
    const before = this.#byId.get(changed.disputeId);
    const wasTaken = before !== undefined && isTaken(before);
    const { changedAt: at, amountMinor } = changed;
    const moved = isTaken(changed) ? [{ at, minor: -amountMinor }] : [{ at, minor: amountMinor }];
    const money = before?.money ?? [];
    const dispute: BookedDispute =
      wasTaken === isTaken(changed)
        ? { ...changed, money }
        : { ...changed, money: [...money, ...moved] };
    this.#byId.set(dispute.disputeId, dispute);
    this.#journal.append(dispute);
  }

  all(): BookedDispute[] {
    return [...this.#byId.values()].reverse();
  }
}

/** Whether the processor has the amount: from a chargeback until the merchant wins. */
function isTaken({ stage, status }: Pick<BookedDispute, "stage" | "status">): boolean {
  return stage !== "inquiry" && status !== "won" && status !== "withdrawn";
}

/** The notice about a dispute as it is now. */
export function noticeOf(dispute: BookedDispute, eventId: string): DisputeNotice {
  const { disputeId, chargeId, sequence, stage, status, network, reasonCode, category } = dispute;
  const { amountMinor, currency, feeMinor, respondBy, changedAt: at } = dispute;
  return {
    type: "dispute",
    eventId,
    disputeId,
    chargeId,
    sequence,
    at,
    stage,
    status,
    network,
    reasonCode,
    ...(category === undefined ? {} : { category }),
    amountMinor,
    currency,
    feeMinor,
    respondBy,
    defendable: true,
  };
}
