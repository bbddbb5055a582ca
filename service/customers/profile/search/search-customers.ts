import { type Expression, sql } from "kysely";
import type { CustomerData } from "#contract/api/customers";
import { type ListSort, orderOf, type PageQuery } from "#contract/lists";
import { workThrough } from "../../../platform/jobs/work-through.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { openListedProfile, openProfile } from "../customer-row.ts";
import type { CustomerDeps } from "../customers.ts";
import { comparableEmail } from "../email-rules.ts";
import { loadVerifications } from "../kyc-history.ts";
import type { CustomerRow } from "../tables.ts";
import { tokensOf, wordsOf, wordsOfSearch } from "./search-tokens.ts";

export interface FoundCustomer {
  externalCustomerId: string;
  /** Only for display: data that cannot be decrypted is missing. */
  data: CustomerData;
  kycStatus: string | null;
  createdAt: Date;
}

/**
 * A page of the operator's customers, newest first by default. `search` matches id and e-mail at once, phone number and
 * words of the name after the indexing job.
 */
export async function searchCustomers(
  deps: CustomerDeps,
  operatorId: string,
  {
    page,
    size,
    search,
    sort = "newest",
  }: PageQuery & { search: string; sort?: ListSort | undefined },
): Promise<{ data: FoundCustomer[]; page: number; size: number; total: number }> {
  await deps.keyring.load(operatorId);
  const found = matching(deps, operatorId, search);
  const { total } = await found
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy("customer_id", orderOf(sort).direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { data: await toFound(deps, operatorId, rows), page, size, total: Number(total) };
}

/** A query for the ids of all customers that {@link searchCustomers} finds. */
export async function idsOfSearch(
  deps: CustomerDeps,
  operatorId: string,
  search: string,
): Promise<Expression<string>> {
  await deps.keyring.load(operatorId);
  return sql<string>`${matching(deps, operatorId, search).select("external_customer_id")}`;
}

/** Needs the operator's keys. */
function matching({ database, keyring }: CustomerDeps, operatorId: string, search: string) {
  const all = database.kysely
    .selectFrom("customers")
    .where("operator_id", "=", operatorId)
    .where("erased_at", "is", null);
  const text = search.trim();
  if (text === "") return all;
  const words = wordsOfSearch(text);
  return all.where((where) =>
    where.or([
      where("external_customer_id", "=", text),
      where(
        "email_index",
        "=",
        keyring.blindIndex(operatorId, "customers.email", comparableEmail(text)),
      ),
      ...(words
        ? [
            where("customer_id", "in", (select) =>
              select
                .selectFrom("customer_search")
                .select("customer_id")
                .where("operator_id", "=", operatorId)
                // Kysely would pass a list of values instead of one array.
                .where(sql<boolean>`tokens @> ${tokensOf(keyring, operatorId, words)}::text[]`),
            ),
          ]
        : []),
    ]),
  );
}

/**
 * At most `most` customers who have this e-mail address, or an id or name that begins like the text. Each condition
 * reads its own index, and nothing is counted.
 */
export async function suggestCustomers(
  deps: CustomerDeps,
  operatorId: string,
  text: string,
  most: number,
): Promise<FoundCustomer[]> {
  const { keyring } = deps;
  await keyring.load(operatorId);
  const own = deps.database.kysely
    .selectFrom("customers")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("erased_at", "is", null)
    .limit(most);
  const words = wordsOfSearch(text);
  const found = await Promise.all([
    own
      .where("external_customer_id", ">=", text)
      .where("external_customer_id", "<", `${text}\u{10ffff}`)
      .orderBy("external_customer_id")
      .execute(),
    own
      .where(
        "email_index",
        "=",
        keyring.blindIndex(operatorId, "customers.email", comparableEmail(text)),
      )
      .execute(),
    words
      ? own
          .where("customer_id", "in", (select) =>
            select
              .selectFrom("customer_search")
              .select("customer_id")
              .where("operator_id", "=", operatorId)
              .where(sql<boolean>`tokens @> ${tokensOf(keyring, operatorId, words)}::text[]`)
              .limit(most),
          )
          .execute()
      : [],
  ]);
  const byId = new Map(found.flat().map((row) => [row.customer_id, row]));
  return toFound(deps, operatorId, [...byId.values()].slice(0, most));
}

/** Finds customers by id. Omits unknown and erased ones. */
export async function findCustomers(
  deps: CustomerDeps,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Map<string, FoundCustomer>> {
  if (externalCustomerIds.length === 0) return new Map();
  const rows = await deps.database.kysely
    .selectFrom("customers")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "in", [...new Set(externalCustomerIds)])
    .where("erased_at", "is", null)
    .execute();
  const customers = await toFound(deps, operatorId, rows);
  return new Map(
    customers.map((foundCustomer) => [foundCustomer.externalCustomerId, foundCustomer]),
  );
}

async function toFound(
  deps: CustomerDeps,
  operatorId: string,
  rows: readonly CustomerRow[],
): Promise<FoundCustomer[]> {
  await deps.keyring.load(operatorId);
  const ids = rows.map((row) => row.external_customer_id);
  const history = await loadVerifications(deps.database.kysely, operatorId, ids);
  // The order is reversed, so that the newest remains in the map.
  const statuses = new Map(
    history.toReversed().map((row) => [row.external_customer_id, row.status]),
  );
  return rows.map((row) => ({
    externalCustomerId: row.external_customer_id,
    data: openListedProfile(deps.keyring, row),
    kycStatus: statuses.get(row.external_customer_id) ?? null,
    createdAt: row.created_at,
  }));
}

/**
 * One round of the job that indexes changed customers, which are then searchable within a second. A customer
 * who cannot be decrypted does not block the others.
 */
export async function indexCustomers(
  deps: CustomerDeps & Pick<PlatformDeps, "log">,
  signal: AbortSignal,
): Promise<undefined> {
  await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("customers")
        .selectAll()
        .whereRef("search_version", "<>", "version")
        .where("erased_at", "is", null)
        .orderBy("customer_id")
        .limit(most)
        .offset(skip)
        .execute(),
    work: (row) => indexCustomer(deps, row),
    // The customer's id can be an e-mail address, so it is not logged.
    onFailure: ({ operator_id: operatorId, customer_id: resourceId }, error) =>
      deps.log.errorHourly("a customer could not be indexed for the search", {
        operatorId,
        resourceId,
        error,
      }),
  });
}

/** False if the customer changed in the meantime; the next round indexes the new version. */
async function indexCustomer(
  { database, keyring }: CustomerDeps,
  row: CustomerRow,
): Promise<boolean> {
  const { operator_id: operatorId, customer_id, version } = row;
  await keyring.load(operatorId);
  const words = wordsOf(row.external_customer_id, openProfile(keyring, row));
  const tokens = tokensOf(keyring, operatorId, words);
  const { numInsertedOrUpdatedRows } = await database.kysely
    .with("indexed", (query) =>
      query
        .updateTable("customers")
        .set({ search_version: version })
        .where("operator_id", "=", operatorId)
        .where("customer_id", "=", customer_id)
        .where("version", "=", version)
        .returning(["customer_id", "operator_id"]),
    )
    .insertInto("customer_search")
    .columns(["customer_id", "operator_id", "tokens"])
    .expression((query) =>
      query
        .selectFrom("indexed")
        .select(["customer_id", "operator_id", sql<string[]>`${tokens}::text[]`.as("tokens")]),
    )
    .onConflict((conflict) => conflict.column("customer_id").doUpdateSet({ tokens }))
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
