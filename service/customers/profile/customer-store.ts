import type { PageQuery } from "#contract/lists";
import { anyOf } from "../../platform/database/any-of.ts";
import { type Database, isUniqueViolation } from "../../platform/database/database.ts";
import type { CountedRows } from "../../platform/database/row-count.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { type ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { CustomerRow } from "./tables.ts";

/** Finds customers by id, also erased ones. */
export function findCustomerRows(
  database: Database,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<CustomerRow[]> {
  if (externalCustomerIds.length === 0) return Promise.resolve([]);
  return database.kysely
    .selectFrom("customers")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "in", [...externalCustomerIds])
    .execute();
}

/**
 * Locks customers, also erased ones, in one order, so that two transactions cannot wait for each other. New rows that
 * refer to them, such as payment intents, do not wait: an export of tax forms locks thousands for seconds.
 */
export async function lockCustomers(
  tx: Tx,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<void> {
  await tx
    .selectFrom("customers")
    .select("customer_id")
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", anyOf(externalCustomerIds))
    .orderBy("external_customer_id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks a customer; undefined for an erased one. */
export function lockCustomerRow(
  tx: Tx,
  operatorId: string,
  externalCustomerId: string,
): Promise<CustomerRow | undefined> {
  return tx
    .selectFrom("customers")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("erased_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** See platform/database/row-count.ts. */
export const countedCustomers: CountedRows = {
  kind: "customer",
  statement: {
    name: "customers.count",
    text: `select count(*) as total, count(*) filter (where customer_id < $3) as settled
    from customers where operator_id = $1 and customer_id >= $2`,
  },
};

/** Lists the operator's customers, newest first. */
export function listCustomerRows(
  database: Database,
  operatorId: string,
  { page, size }: PageQuery,
): Promise<CustomerRow[]> {
  // Ids begin with the creation time.
  return database.kysely
    .selectFrom("customers")
    .where("operator_id", "=", operatorId)
    .where("erased_at", "is", null)
    .selectAll()
    .orderBy("customer_id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
}

export async function countErased(database: Database, operatorId: string): Promise<number> {
  const { count } = await database.kysely
    .selectFrom("customer_erasures")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("operator_id", "=", operatorId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Refuses an id or e-mail that is taken, even by a concurrent request. */
export async function insertCustomer(tx: Tx, row: CustomerRow): Promise<void> {
  await refusingDuplicates("data.email", () => tx.insertInto("customers").values(row).execute());
}

/** Updates a locked row. Refuses a taken e-mail. */
export async function updateCustomer(
  tx: Tx,
  customerId: string,
  changes: Partial<CustomerRow>,
): Promise<void> {
  await refusingDuplicates("email", () =>
    tx.updateTable("customers").set(changes).where("customer_id", "=", customerId).execute(),
  );
}

/** Runs a write and refuses duplicates. The unique indexes decide between concurrent requests. */
async function refusingDuplicates(emailPath: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw toDuplicateRefusal(error, emailPath) ?? error;
  }
}

function toDuplicateRefusal(error: unknown, emailPath: string): ApiError | undefined {
  if (isUniqueViolation(error, "customers_external_id"))
    return fieldRefusal("duplicate_external_customer_id", "externalCustomerId");
  if (isUniqueViolation(error, "customers_email"))
    return fieldRefusal("duplicate_email", emailPath);
  return undefined;
}
