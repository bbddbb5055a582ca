import type { Kysely } from "kysely";
import type { PrizeRecord, PrizeStatus } from "#contract/api/prizes";
import type { PageQuery } from "#contract/lists";
import {
  findShownCustomer,
  isIdentityVerified,
  loadVerifications,
  lockCustomers,
} from "../../customers/profile/index.ts";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { dateIn } from "../../platform/date-in.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { captureLinkOf, payeesOf } from "../w9/index.ts";
import { presentPrize, type Winner } from "./present-prize.ts";
import type { Prize, PrizesDeps } from "./prizes-deps.ts";
import { nextPrizeStatus, type PrizeEvent, prizeStatusesBefore } from "./states/prize-status.ts";

export interface PrizeFilter {
  readonly externalCustomerId?: string | undefined;
  readonly taxYear?: number | undefined;
  readonly status?: PrizeStatus | undefined;
}

/** Lists prizes, newest first, with the total count. */
export async function listPrizes(
  { database }: Pick<PrizesDeps, "database">,
  operatorId: string,
  filter: PrizeFilter,
  { page, size }: PageQuery,
): Promise<{ prizes: Prize[]; total: number }> {
  const { externalCustomerId, taxYear, status } = filter;
  let query = database.kysely.selectFrom("prizes").where("operator_id", "=", operatorId);
  if (externalCustomerId !== undefined)
    query = query.where("external_customer_id", "=", externalCustomerId);
  if (taxYear !== undefined) query = query.where("tax_year", "=", taxYear);
  if (status !== undefined) query = query.where("status", "=", status);
  const [prizes, { total }] = await Promise.all([
    query
      .selectAll()
      .orderBy("prize_id", "desc")
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    query.select((of) => of.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { prizes, total: Number(total) };
}

/**
 * The customer's prizes of one tax year, by default the current one. `hasLink`: includes the W-9 link, which can act
 * for the customer. Throws `resource_not_found`.
 */
export async function prizesOfCustomer(
  deps: PrizesDeps,
  operatorId: string,
  externalCustomerId: string,
  query: PageQuery & { taxYear?: number | undefined },
  { hasLink }: { hasLink: boolean },
): Promise<{ data: PrizeRecord[]; page: number; size: number; total: number }> {
  const { settings } = await deps.operators.get(operatorId);
  const thisYear = Number(dateIn(settings.timeZone, deps.clock.nowMs()).slice(0, 4));
  const { page, size, taxYear = thisYear } = query;
  const subject = { operatorId, externalCustomerId };
  const customer = await findShownCustomer(deps, operatorId, externalCustomerId);
  if (!customer) throw new ApiError("resource_not_found");
  const winner = await loadWinner(deps, operatorId, externalCustomerId);
  const filter = { externalCustomerId, taxYear };
  const { prizes, total } = await listPrizes(deps, operatorId, filter, { page, size });
  const link = hasLink && prizes.length > 0 ? await captureLinkOf(deps, subject) : null;
  return {
    data: prizes.map((prize) => presentPrize(prize, winner, link?.w9CaptureUrl)),
    page,
    size,
    total,
  };
}

/** Loads a winner. Throws ApiError `resource_not_found`. */
export async function loadWinner(
  deps: PrizesDeps,
  operatorId: string,
  externalCustomerId: string,
): Promise<Winner> {
  const { kysely } = deps.database;
  const winners = await winnersOf(deps, kysely, operatorId, [externalCustomerId]);
  const winner = winners.get(externalCustomerId);
  if (!winner) throw new ApiError("resource_not_found");
  return winner;
}

/** Like {@link winnersOf}, and locks the customers. Includes erased ones, whose prizes must still be filed. */
export async function lockWinners(
  deps: PrizesDeps,
  tx: Tx,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Map<string, Winner>> {
  const ids = [...new Set(externalCustomerIds)];
  if (ids.length === 0) return new Map();
  await lockCustomers(tx, operatorId, ids);
  return winnersOf(deps, tx, operatorId, ids);
}

/** Winners by customer id, in three statements. Omits unknown customers. */
export async function winnersOf(
  deps: PrizesDeps,
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Map<string, Winner>> {
  const ids = [...new Set(externalCustomerIds)];
  const payees = await payeesOf(deps, db, operatorId, ids);
  const verifications = await loadVerifications(db, operatorId, ids);
  return new Map(
    [...payees].map(([id, { payee, w9 }]) => {
      const newest = verifications.find(
        (row) => row.external_customer_id === id && row.decided_at !== null,
      );
      const isVerified = newest !== undefined && isIdentityVerified({ kycVerifications: [newest] });
      const photoDocument = isVerified ? newest.document_type : null;
      return [id, { w9, maskedTin: payee?.maskedTin ?? null, photoDocument }];
    }),
  );
}

/**
 * Moves prizes and writes an audit entry. Prizes whose status does not allow the event stay. Returns the ids that
 * moved.
 */
export async function movePrizes(
  deps: PrizesDeps,
  tx: Tx,
  operatorId: string,
  change: {
    readonly prizeIds: readonly string[];
    readonly event: PrizeEvent;
    readonly actor: AuditActor;
  },
): Promise<string[]> {
  const { prizeIds, event, actor } = change;
  if (prizeIds.length === 0) return [];
  const now = new Date(deps.clock.nowMs());
  const rows = await tx
    .selectFrom("prizes")
    .select(["prize_id", "status"])
    .where("operator_id", "=", operatorId)
    .where("prize_id", "=", anyOf(prizeIds))
    .where("status", "in", prizeStatusesBefore(event))
    .orderBy("prize_id")
    .forUpdate()
    .execute();
  for (const before of new Set(rows.map(({ status }) => status))) {
    const status = nextPrizeStatus(before, event);
    if (status === undefined) throw new Error("a prize's status does not allow this event");
    const ids = rows.filter((row) => row.status === before).map(({ prize_id }) => prize_id);
    await tx
      .updateTable("prizes")
      .set((row) => ({
        status,
        version: row("version", "+", 1),
        updated_at: now,
        ...(status === "submitted" ? { submitted_at: now } : { filed_at: now }),
      }))
      .where("operator_id", "=", operatorId)
      .where("prize_id", "=", anyOf(ids))
      .execute();
  }
  const moved = rows.map(({ prize_id }) => prize_id);
  if (moved.length > 0) {
    const action = event === "accepted" ? "prizes.filed" : "prizes.submitted";
    const subject = { type: "operator", id: operatorId };
    await appendAudit(deps, tx, operatorId, { actor, action, subject, details: { moved } });
  }
  return moved;
}
