/** Envelope of all lists (docs/keys-and-environments.md): newest first, `page` from 1, `size` 1 to 100. */
import * as z from "zod/mini";
import { largestMajorAmount } from "./money.ts";

/** `?page=&size=` as decimal text in the query string. Unknown parameters are ignored. */
export const pageQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
});

export type PageQuery = z.infer<typeof pageQuery>;

/** Orders of the console's lists by time. The first is the default. */
export const timeSorts = ["newest", "oldest"] as const;
/** Orders of lists with amounts. Amounts are compared within each currency. */
export const amountSorts = [...timeSorts, "highest", "lowest"] as const;
/** One of {@link amountSorts}. */
export type ListSort = (typeof amountSorts)[number];

/** Limit for an amount in major units, from the query string. */
export const amountBound = z.optional(z.coerce.number().check(z.gte(0), z.lte(largestMajorAmount)));

/** How a list is sorted: by which value, and in which direction. Rows with equal values follow by id, in the same direction. */
export function orderOf(sort: ListSort): { by: "time" | "amount"; direction: "asc" | "desc" } {
  return {
    by: sort === "newest" || sort === "oldest" ? "time" : "amount",
    direction: sort === "newest" || sort === "highest" ? "desc" : "asc",
  };
}

/** Returns the schema `{ data, page, size, total }` for an item schema. */
export function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ data: z.array(item), page: z.number(), size: z.number(), total: z.number() });
}
