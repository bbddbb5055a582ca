import type {
  BatchSummary,
  BreakAge,
  BreakPage,
  BreakSummary,
  ComparedField,
} from "#contract/console/reconciliation";
import { toMajor } from "#contract/money";
import { staffNames } from "../../../operators/staff/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { showText } from "../../../platform/secrets/show-text.ts";
import { factsOf, rowFactsOf } from "../break-actions.ts";
import { allowedActions, type BreakActor } from "../break-states.ts";
import type { StoredBreak } from "../break-store.ts";
import { isNear, openPayouts } from "../match-bank.ts";
import { presentBreak } from "../present.ts";
import { allowedResolutions } from "../resolutions.ts";
import { notePlace } from "../sealed-columns.ts";
import type { SettlementDeps } from "../settlement-deps.ts";
import { type BreakPart, splitResolutions } from "../split-break.ts";
import { maxItems, subsetsWithSum } from "../suggest-batches.ts";
import type { BreakFields } from "../tables.ts";
import { findBatch, readEntry, summariesOf } from "./read-batches.ts";

const dayMs = 86_400_000;

/** The first day of each age. */
const maxNotes = 200;

export const ageStarts: Readonly<Record<BreakAge, number>> = {
  "0-1": 0,
  "2-3": 2,
  "4-7": 4,
  "8-30": 8,
  "31+": 31,
};

/** Shows breaks with their owners' names. */
export async function presentBreaks(
  deps: Pick<SettlementDeps, "database" | "keyring" | "clock">,
  operatorId: string,
  breaks: readonly StoredBreak[],
): Promise<BreakSummary[]> {
  await deps.keyring.load(operatorId);
  const ids = breaks.flatMap(({ owner_staff_id: id }) => (id === null ? [] : [id]));
  const nameOf = await staffNames({ ...deps, database: deps.database }, operatorId, ids);
  return breaks.map((found) => {
    const endMs = found.closed_at?.getTime() ?? deps.clock.nowMs();
    const ageDays = Math.max(0, Math.floor((endMs - found.opened_at.getTime()) / dayMs));
    return {
      ...presentBreak(found),
      age: ageOf(ageDays),
      ageDays,
      owner: found.owner_staff_id === null ? null : nameOf(found.owner_staff_id),
      isProposed: found.proposal !== null,
      version: found.version,
    };
  });
}

function ageOf(days: number): BreakAge {
  const ages = Object.entries(ageStarts) as [BreakAge, number][];
  return ages.findLast(([, start]) => days >= start)?.[0] ?? "0-1";
}

/** A break with both records. Throws 404 for another operator's. */
export async function readBreak(
  deps: SettlementDeps,
  operatorId: string,
  settlementBreakId: string,
  actor: BreakActor,
): Promise<BreakPage> {
  const { kysely } = deps.database;
  const found = await kysely
    .selectFrom("settlement_breaks")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("settlement_break_id", "=", settlementBreakId)
    .executeTakeFirst();
  if (!found) throw new ApiError("resource_not_found");
  const [summary] = await presentBreaks(deps, operatorId, [found]);
  const batch =
    found.settlement_batch_id === null
      ? undefined
      : await findBatch(deps, operatorId, found.settlement_batch_id);
  const [batchSummary] = await summariesOf(deps, operatorId, batch ? [batch] : []);
  const bankEntry =
    batch?.kind === "bank" && found.row_no !== null
      ? await readEntry(deps, operatorId, batch.settlement_batch_id, found.row_no)
      : null;
  const facts = factsOf(found, await rowFactsOf(kysely, found));
  return {
    summary: summary as BreakSummary,
    fields: compare(found),
    notes: await readNotes(deps, operatorId, settlementBreakId),
    batch: batchSummary ?? null,
    bankEntry,
    paymentIntentId: await intentOf(deps, operatorId, found),
    suggestions: await suggest(deps, operatorId, found),
    actions: allowedActions(facts, actor),
    resolutions: [...allowedResolutions(facts)],
    splitResolutions: splitResolutions(facts).filter(
      (splitResolution) => splitResolution !== "write_off" || actor.canWriteOff,
    ),
    parts: shownParts(found, found.closing?.parts),
    proposal: found.proposal && {
      action: found.proposal.action,
      resolution: found.proposal.resolution ?? null,
      parts: shownParts(found, found.proposal.parts),
      by: (await staffNames(deps, operatorId, [found.proposal.staffId]))(found.proposal.staffId)
        .name,
      isOwn: found.proposal.staffId === actor.staffId,
    },
  };
}

function shownParts({ currency }: StoredBreak, parts: readonly BreakPart[] = []) {
  return parts.map(({ resolution, amountMinor }) => ({
    resolution,
    amount: toMajor(amountMinor, currency),
  }));
}

/**
 * Compares both sides field by field. Fields that only one side has do not differ. Amounts are in their side's
 * currency, or else in the break's; the agreed fee is always in the break's, which is that of the row.
 */
function compare({ ours: own, theirs: other, currency }: StoredBreak): ComparedField[] {
  const names = [...new Set([...Object.keys(own), ...Object.keys(other)])];
  return names.flatMap((name) => {
    const ours = shown(name === "feeMinor" ? { ...own, currency } : own, name, currency);
    const theirs = shown(other, name, currency);
    if (ours === null && theirs === null) return [];
    const differs = ours !== null && theirs !== null && ours !== theirs;
    return [{ name: name.replace(/Minor$/, ""), ours, theirs, differs }];
  });
}

function shown(fields: BreakFields, name: string, defaultCurrency: string): string | number | null {
  const value = fields[name] ?? null;
  const currency = fields["currency"];
  if (typeof value !== "number" || !name.endsWith("Minor")) return value;
  return toMajor(value, typeof currency === "string" ? currency : defaultCurrency);
}

/** Reads the newest notes, oldest first. */
async function readNotes(
  deps: Pick<SettlementDeps, "database" | "keyring">,
  operatorId: string,
  settlementBreakId: string,
): Promise<BreakPage["notes"]> {
  const rows = await deps.database.kysely
    .selectFrom("settlement_break_notes")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("settlement_break_id", "=", settlementBreakId)
    .orderBy("note_no", "desc")
    .limit(maxNotes)
    .execute();
  rows.reverse();
  const ids = rows.flatMap(({ actor }) => (actor["staffId"] ? [actor["staffId"]] : []));
  const nameOf = await staffNames(deps, operatorId, ids);
  return rows.map((row) => ({
    at: row.at.toISOString(),
    by: row.actor["staffId"] ? nameOf(row.actor["staffId"]).name : "Tessera",
    action: row.action,
    text: showText(
      deps.keyring,
      notePlace(operatorId, settlementBreakId, row.note_no),
      row.text_sealed,
    ),
  }));
}

async function intentOf(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
  { subject_type: type, subject_id: id }: StoredBreak,
): Promise<string | null> {
  if (id === null || (type !== "payment" && type !== "refund" && type !== "dispute")) return null;
  const query =
    type === "payment"
      ? database.kysely
          .selectFrom("payments")
          .select("payment_intent_id")
          .where("operator_id", "=", operatorId)
          .where("payment_id", "=", id)
      : type === "refund"
        ? database.kysely
            .selectFrom("refunds")
            .select("payment_intent_id")
            .where("operator_id", "=", operatorId)
            .where("refund_id", "=", id)
        : database.kysely
            .selectFrom("disputes")
            .select("payment_intent_id")
            .where("operator_id", "=", operatorId)
            .where("dispute_id", "=", id);
  return (await query.executeTakeFirst())?.payment_intent_id ?? null;
}

/** Unpaid payouts of one processor that add up to a bank entry. */
async function suggest(
  deps: SettlementDeps,
  operatorId: string,
  found: StoredBreak,
): Promise<BatchSummary[][]> {
  if (found.class !== "bank_line_unknown" || found.closed_at !== null) return [];
  const amountMinor = Number(found.theirs["amountMinor"]);
  const date = String(found.theirs["date"] ?? "");
  const near = (await openPayouts(deps.database.kysely, operatorId)).filter(
    (batch) => batch.currency === found.currency && (date === "" || isNear(batch.value_date, date)),
  );
  const sources = [...new Set(near.map(({ source }) => source))];
  const sets = sources.flatMap((source) => {
    const items = near
      .filter((batch) => batch.source === source)
      .slice(0, maxItems)
      .map((batch) => ({ batch, amountMinor: batch.net_minor }));
    return subsetsWithSum(items, amountMinor);
  });
  return Promise.all(
    sets.slice(0, 5).map((set) =>
      summariesOf(
        deps,
        operatorId,
        set.map(({ batch }) => batch),
      ),
    ),
  );
}
