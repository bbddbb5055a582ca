import { toDecimalText } from "#contract/money";
import type { Tx } from "../../platform/database/transaction.ts";
import { fitsGap, inOrder, readStatementsAround, type StatementEnds } from "./late-statement.ts";
import { FileRefused, type SettlementBatch } from "./readers/settlement-items.ts";
import type { LockedSource, Source } from "./sources.ts";

/**
 * Requires that each new statement's balance and number follow the previous one. Stores its end. Throws {@link
 * FileRefused} with `opening_differs`, `sequence_gap` or `out_of_order`.
 *
 * A source's first statement may begin anywhere. So may one after a gap that a person accepted by closing its break: a
 * bank may skip numbers, or no longer have a statement. A statement of that gap may still arrive; the newest end stays.
 * `acceptedBatches` are the numbers of the batches that such gaps precede.
 */
export async function requireContinuity(
  tx: Tx,
  operatorId: string,
  fresh: readonly { batch: SettlementBatch; source: Source }[],
  locked: ReadonlyMap<string, LockedSource>,
  acceptedBatches: ReadonlySet<number>,
): Promise<void> {
  const ends = new Map<
    string,
    Pick<LockedSource, "last_closing_minor" | "last_sequence" | "last_date">
  >();
  // Late statements that are not stored yet.
  const lateOnes = new Map<string, StatementEnds[]>();
  for (const { batch, source } of fresh) {
    if (batch.kind !== "bank") continue;
    const last = ends.get(source.source) ?? locked.get(source.source);
    const { openingMinor, sequence, lineNo } = batch;
    const inMajor = (minor: number) => `${toDecimalText(minor, batch.currency)} ${batch.currency}`;
    const date = batch.valueDate ?? "";
    const isOlder = last?.last_date != null && date < last.last_date;
    const closedAt = last?.last_closing_minor ?? null;
    // Two statements of one day can end a gap, in either order.
    const isEarlierThatDay =
      date === last?.last_date && closedAt !== null && openingMinor !== closedAt;
    if (isOlder || isEarlierThatDay) {
      const late = { date, openingMinor, closingMinor: batch.closingMinor };
      const stored = await readStatementsAround(tx, operatorId, source.source, batch);
      const ofFile = lateOnes.get(source.source) ?? [];
      if (fitsGap(late, inOrder([...stored, ...ofFile]))) {
        lateOnes.set(source.source, [...ofFile, late]);
        continue;
      }
      if (isOlder) {
        throw new FileRefused(
          "out_of_order",
          lineNo,
          `The statement of ${date} is older than the newest one, of ${last.last_date}.`,
        );
      }
    }
    const isAccepted = acceptedBatches.has(batch.batchNo);
    const lastSequence = last?.last_sequence ?? null;
    if (
      !isAccepted &&
      sequence !== null &&
      lastSequence !== null &&
      // Numbers restart each year; several pages share one.
      ![lastSequence, lastSequence + 1, 1].includes(sequence)
    ) {
      throw new FileRefused(
        "sequence_gap",
        lineNo,
        `Statement ${sequence} follows ${lastSequence}: statements are missing.`,
      );
    }
    if (!isAccepted && closedAt !== null && openingMinor !== null && openingMinor !== closedAt) {
      throw new FileRefused(
        "opening_differs",
        lineNo,
        `The statement opens with ${inMajor(openingMinor)}, and the one before closed with ${inMajor(closedAt)}.`,
      );
    }
    ends.set(source.source, {
      last_closing_minor: batch.closingMinor,
      last_sequence: sequence,
      last_date: date,
    });
  }
  for (const [source, end] of ends) {
    await tx
      .updateTable("settlement_sources")
      .set(end)
      .where("operator_id", "=", operatorId)
      .where("source", "=", source)
      .execute();
  }
}
