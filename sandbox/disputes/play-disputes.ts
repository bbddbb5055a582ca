import * as z from "zod/mini";
import { noticedStages } from "#contract/connectors/processor";
import type { DisputeScript } from "../catalogue/scripts.ts";
import type { BookedCharge } from "../processors/charge-book.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import {
  type BookedAnswer,
  type BookedDispute,
  type DisputeBook,
  noticeOf,
} from "./dispute-book.ts";
import type { NoticeSender } from "./send-notice.ts";

const dayMs = 24 * 60 * 60_000;
/** Time from the approval of a test card's charge to its dispute. */
const opensAfterMs = 2_000;
/** Time from an answer with one of {@link decidingTexts} to the decision. */
const decidesAfterMs = 1_500;
/** How often overdue disputes are closed. */
const sweepEveryMs = 5_000;
const chargebackFeeMinor = 1_500;
const arbitrationFeeMinor = 60_000;
const daysToRespond = 14;
const maxDaysToRespond = 365;
/** Visa's fraud type for the use of an account number without the card. */
const fraudType = "6";

/** One of these texts in any field of the evidence decides the dispute. */
export const decidingTexts = { winning_evidence: "won", losing_evidence: "lost" } as const;

/** Body of `POST /admin/disputes`. */
export const disputeOrder = z.strictObject({
  chargeId: z.string(),
  /** Default: the card network's code for fraud. */
  reasonCode: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/))),
  category: z.optional(z.string().check(z.regex(/^[a-z_]{1,32}$/))),
  stage: z._default(z.enum(noticedStages), "chargeback"),
  /** Default: the whole charge. */
  amountMinor: z.optional(z.int().check(z.positive())),
  /** Days until the deadline; null for no deadline. */
  days: z._default(z.nullable(z.number().check(z.gt(0), z.lte(maxDaysToRespond))), daysToRespond),
});
export type DisputeOrder = z.infer<typeof disputeOrder>;

/** What the issuer can do. `win` and `lose` are from the operator's view. */
export const issuerActs = [
  "win",
  "lose",
  "withdraw",
  "chargeback",
  "pre_arbitrate",
  "arbitrate",
] as const;
export type IssuerAct = (typeof issuerActs)[number];

export interface DisputePlay {
  /** Opens a dispute. Returns undefined if the charge has no address for notices. */
  open(charge: BookedCharge, order: Omit<DisputeOrder, "chargeId">): BookedDispute | undefined;
  /** Plays a test card's script for a charge. */
  playCard(charge: BookedCharge, script: DisputeScript): void;
  /** Sends a fraud report. Returns false if the charge has no address for notices. */
  reportFraud(charge: BookedCharge): boolean;
  act(dispute: BookedDispute, act: IssuerAct): BookedDispute;
  closeOverdue(): void;
  answer(dispute: BookedDispute, answer: BookedAnswer): void;
}

/** Plays the customers' banks. Closes disputes that were not answered in time. */
export function playDisputes(
  deps: SandboxDeps,
  book: DisputeBook,
  notices: NoticeSender,
): DisputePlay {
  const respondBy = (days: number | null) =>
    days === null ? null : new Date(deps.now() + days * dayMs).toISOString();

  function change(dispute: BookedDispute, changes: Partial<BookedDispute>): BookedDispute {
    const changed: BookedDispute = {
      ...dispute,
      ...changes,
      sequence: dispute.sequence + 1,
      changedAt: new Date(deps.now()).toISOString(),
    };
    book.save(changed);
    notices.send(changed.processor, changed.notificationUrl, noticeOf(changed, deps.randomUuid()));
    return changed;
  }

  const open: DisputePlay["open"] = (charge, order) => {
    if (charge.notificationUrl === undefined) return undefined;
    const network = charge.network ?? "visa";
    const now = new Date(deps.now()).toISOString();
    return change(
      {
        processor: charge.processor,
        disputeId: `dp_${String(book.size + 1).padStart(6, "0")}${deps.randomBytes(4).toString("hex")}`,
        chargeId: charge.chargeId,
        notificationUrl: charge.notificationUrl,
        sequence: 0,
        stage: order.stage,
        status: "needs_response",
        network,
        reasonCode: order.reasonCode ?? fraudCodeOf(network),
        ...(order.category !== undefined && { category: order.category }),
        amountMinor: order.amountMinor ?? charge.amountMinor,
        currency: charge.currency,
        feeMinor: order.stage === "inquiry" ? 0 : chargebackFeeMinor,
        respondBy: respondBy(order.days),
        answers: [],
        changedAt: now,
        createdAt: now,
      },
      {},
    );
  };

  const act: DisputePlay["act"] = (dispute, wanted) => {
    const nextRound = { status: "needs_response", respondBy: respondBy(daysToRespond) } as const;
    switch (wanted) {
      case "win":
        return change(dispute, { status: "won", respondBy: null });
      case "lose":
        return change(dispute, { status: "lost", respondBy: null });
      case "withdraw":
        return change(dispute, { status: "withdrawn", respondBy: null });
      case "chargeback":
        return change(dispute, { ...nextRound, stage: "chargeback", feeMinor: chargebackFeeMinor });
      case "pre_arbitrate":
        return change(dispute, { ...nextRound, stage: "pre_arbitration" });
      case "arbitrate":
        return change(dispute, {
          ...nextRound,
          stage: "arbitration",
          feeMinor: arbitrationFeeMinor,
        });
    }
  };

  const reportFraud: DisputePlay["reportFraud"] = (charge) => {
    if (charge.notificationUrl === undefined) return false;
    notices.send(charge.processor, charge.notificationUrl, {
      type: "fraud_report",
      eventId: deps.randomUuid(),
      reportId: `fr_${deps.randomBytes(6).toString("hex")}`,
      chargeId: charge.chargeId,
      at: new Date(deps.now()).toISOString(),
      network: charge.network ?? "visa",
      fraudType,
      amountMinor: charge.amountMinor,
      currency: charge.currency,
    });
    return true;
  };

  const closeOverdue = () => {
    for (const dispute of book.all()) {
      const { status, respondBy: deadline } = dispute;
      const isLate = deadline !== null && Date.parse(deadline) <= deps.now();
      if (status === "needs_response" && isLate)
        change(dispute, { status: "lost", respondBy: null });
    }
  };
  const sweep = () => {
    deps.schedule(sweepEveryMs, () => {
      closeOverdue();
      sweep();
    });
  };
  sweep();

  return {
    open,
    act,
    closeOverdue,
    reportFraud,
    playCard(charge, script) {
      deps.schedule(opensAfterMs, () => {
        if (script.fraudReport) reportFraud(charge);
        if (script.reasonCode === undefined) return;
        const { reasonCode, stage = "chargeback" } = script;
        open(charge, { reasonCode, stage, days: daysToRespond });
      });
    },
    answer(dispute, answer) {
      const answers = [...dispute.answers, answer];
      if (answer.kind === "acceptance") {
        change(dispute, { answers, status: "accepted", respondBy: null });
        return;
      }
      const { disputeId } = change(dispute, { answers, status: "under_review", respondBy: null });
      const texts = Object.values(answer.fields).join("\n");
      const decided = Object.entries(decidingTexts).find(([text]) => texts.includes(text));
      if (!decided) return;
      deps.schedule(decidesAfterMs, () => {
        const latest = book.findAnywhere(disputeId);
        if (latest?.status === "under_review") act(latest, decided[1] === "won" ? "win" : "lose");
      });
    },
  };
}

/** The network's code for fraud with the card absent. */
function fraudCodeOf(network: string): string {
  const codes: Record<string, string> = {
    visa: "10.4",
    mastercard: "4837",
    amex: "F29",
    discover: "UA02",
  };
  return codes[network] ?? "10.4";
}
