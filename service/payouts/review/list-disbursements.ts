import { type Expression, type ExpressionBuilder, sql } from "kysely";
import { orderOf, type PageQuery } from "#contract/lists";
import { findShownCustomer } from "../../customers/profile/index.ts";
import { amountIsIn } from "../../platform/database/amount-range.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type {
  DisbursementFilter,
  ListDisbursements,
  PageOf,
  StreamDisbursements,
} from "../console-types.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import type { MethodOwner } from "../methods/saved-methods.ts";
import { presentIntent } from "../present.ts";
import type { PayoutRecord } from "../records.ts";
import { toPayout } from "../store/rows.ts";

const table = "disbursement_intents";
const batchSize = 500;

/** The customer's payout intents, newest first. Throws 404 for an unknown customer. */
export async function listOfCustomer(
  deps: DisbursementsDeps,
  { operatorId, externalCustomerId }: MethodOwner,
  { page, size }: PageQuery,
): Promise<PageOf<PayoutRecord>> {
  if (!(await findShownCustomer(deps, operatorId, externalCustomerId))) {
    throw new ApiError("resource_not_found");
  }
  const ofCustomer = deps.database.kysely
    .selectFrom(table)
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("disbursement_id", "is not", null);
  const { total } = await ofCustomer
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await ofCustomer
    .selectAll()
    .orderBy("disbursement_intent_id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const data = rows.map((row) => toPayout(deps.keyring, row));
  return { data, page, size, total: Number(total) };
}

/** Lists payout intents, by default newest first, including those without a disbursement. */
export const listDisbursements: ListDisbursements<DisbursementsDeps> = async (
  deps,
  operatorId,
  query,
) => {
  const { page, size, sort = "newest" } = query;
  const { by, direction } = orderOf(sort);
  const matching = deps.database.kysely
    .selectFrom(table)
    .where("operator_id", "=", operatorId)
    .where((row) => row.and(conditions(row, query)));
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const ordered =
    by === "time" ? matching : matching.orderBy("currency").orderBy("amount_minor", direction);
  const rows = await ordered
    .selectAll()
    .orderBy("disbursement_intent_id", direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const data = rows.map((row) => ({
    ...presentIntent(toPayout(deps.keyring, row)),
    isHeld: row.held_at !== null,
  }));
  return { data, page, size, total: Number(total) };
};

/** Streams payout intents, oldest first. Reads each batch when the consumer asks for it. */
export const streamDisbursements: StreamDisbursements<DisbursementsDeps> = async function* (
  deps,
  operatorId,
  filter,
  after = "",
) {
  await deps.keyring.load(operatorId);
  for (let last = after; ; ) {
    const rows = await deps.database.kysely
      .selectFrom(table)
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("disbursement_intent_id", ">", last)
      .where((row) => row.and(conditions(row, filter)))
      .orderBy("disbursement_intent_id")
      .limit(batchSize)
      .execute();
    if (rows.length > 0) yield rows.map((row) => presentIntent(toPayout(deps.keyring, row)));
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.disbursement_intent_id ?? last;
  }
};

function conditions(row: ExpressionBuilder<Tables, typeof table>, filter: DisbursementFilter) {
  const { statuses, types, taxCategories, externalCustomerId, search } = filter;
  const { isHeld, createdFrom, createdBefore, minAmount, maxAmount } = filter;
  return [
    ...(statuses ? [row("status", "in", [...statuses])] : []),
    ...(types ? [row("type", "in", [...types])] : []),
    ...(taxCategories
      ? [row("tax_category", "in", taxCategories as ("winnings" | "prize")[])]
      : []),
    ...(isHeld ? [row("held_at", "is not", null)] : []),
    ...(externalCustomerId === undefined
      ? []
      : [row("external_customer_id", "=", externalCustomerId)]),
    ...(createdFrom === undefined ? [] : [row("created_at", ">=", new Date(createdFrom))]),
    ...(createdBefore === undefined ? [] : [row("created_at", "<", new Date(createdBefore))]),
    ...(minAmount === undefined && maxAmount === undefined
      ? []
      : [amountIsIn(sql.ref("amount_minor"), { minAmount, maxAmount })]),
    ...(search === undefined || search === ""
      ? []
      : [beginsWith(row, search, filter.foundCustomerIds)]),
  ];
}

/** The beginning of one of our ids or the operator's. */
function beginsWith(
  row: ExpressionBuilder<Tables, typeof table>,
  search: string,
  foundCustomerIds: Expression<string> | undefined,
) {
  const pattern = `${search.replace(/[\\%_]/g, "\\$&")}%`;
  return row.or([
    row("disbursement_intent_id", "like", pattern),
    row("disbursement_id", "like", pattern),
    row("external_disbursement_intent_id", "like", pattern),
    row("external_customer_id", "like", pattern),
    row("payout_id", "like", pattern),
    ...(foundCustomerIds ? [row("external_customer_id", "in", foundCustomerIds)] : []),
  ]);
}
