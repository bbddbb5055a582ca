import * as z from "zod/mini";
import { brandOf } from "#contract/card-brand";
import { type ProcessorNotice, processorNotice } from "#contract/connectors/processor";
import { minorOfDecimal } from "../kit/decimal-amount.ts";
import { unnamedReason } from "../kit/notices.ts";

/** A chargeback in a batch event. NMI does not document what its id identifies. */
const chargeback = z.object({
  id: z.union([z.string(), z.int()]),
  /** `3/29/2020`: month, day, year. */
  date: z.string(),
  /** The card number with its middle hidden: `411111******1111`. */
  cc_number: z.string(),
  amount: z.string(),
  /** The network's code and words: `101: Introductory chargeback`. */
  reason: z.catch(z.optional(z.string()), undefined),
});

const batch = z.object({ chargebacks: z.array(z.unknown()).check(z.maxLength(1_000)) });

/** 2020-01-01, in seconds: a sequence from here on fits until 2088. */
const sequenceStart = 1_577_836_800;

/**
 * The chargebacks of `chargeback.batch.complete`. The id counts as the charge's, as in all of NMI's samples; the card's
 * last digits must agree, or staff name the payment. NMI reports neither deadline nor outcome, so a chargeback counts
 * as lost: the money is gone. NMI does not state a currency either.
 */
export function chargebacksOf(
  eventId: string,
  body: unknown,
  currency: string,
): { readonly reports: readonly ProcessorNotice[]; readonly unread: readonly string[] } {
  const parsed = batch.safeParse(body);
  if (!parsed.success) return { reports: [], unread: ["event_body.chargebacks"] };
  const reports: ProcessorNotice[] = [];
  const unread: string[] = [];
  // How often the event has named each charge. Each time is its own report.
  const seen = new Map<string, number>();
  for (const [index, each] of parsed.data.chargebacks.entries()) {
    const read = chargeback.safeParse(each);
    const report = read.success ? reportOf(eventId, read.data, currency) : undefined;
    if (!report) {
      unread.push(`event_body.chargebacks.${index}`);
      continue;
    }
    const times = (seen.get(report.eventId) ?? 0) + 1;
    seen.set(report.eventId, times);
    reports.push(times === 1 ? report : { ...report, eventId: `${report.eventId}.${times}` });
  }
  return { reports, unread };
}

function reportOf(
  eventId: string,
  { id, date, cc_number: number, amount, reason = "" }: z.infer<typeof chargeback>,
  currency: string,
): ProcessorNotice | undefined {
  const atMs = dayOf(date);
  const last4 = /(\d{4})$/.exec(number)?.[1];
  if (atMs === null || last4 === undefined) return undefined;
  const { name: brand } = brandOf(number.replace(/\D.*$/, ""));
  const parsed = processorNotice.safeParse({
    type: "dispute",
    eventId: `${eventId}-${id}`,
    disputeId: String(id),
    chargeId: String(id),
    cardLast4: last4,
    sequence: atMs / 1000 - sequenceStart,
    at: new Date(atMs).toISOString(),
    stage: "chargeback",
    status: "lost",
    network: brand === "american-express" ? "amex" : (brand?.replaceAll("-", "_") ?? "unknown"),
    reasonCode: /^([A-Za-z0-9._-]{1,32}):/.exec(reason.trim())?.[1] ?? unnamedReason,
    amountMinor: Math.abs(minorOfDecimal(amount, currency) ?? 0),
    currency,
    respondBy: null,
  });
  return parsed.success ? parsed.data : undefined;
}

/** Midnight of the day in UTC; null if it is not a date. */
function dayOf(text: string): number | null {
  const [, month = "", day = "", year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(date) ? null : ms;
}
