/** All lists (docs/keys-and-environments.md): newest first, `page` from 1, `size` 1 to 100. */
import * as z from "zod/mini";
import { largestMajorAmount } from "./money.ts";

/** The page and its size, as decimal text in the query string. Unknown parameters are ignored. */
export const pageQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
});

export type PageQuery = z.infer<typeof pageQuery>;

/** Orders by time. The first is the default. */
export const timeSorts = ["newest", "oldest"] as const;
/** Orders by time or amount. Amounts are compared within each currency. */
export const amountSorts = [...timeSorts, "highest", "lowest"] as const;
export type ListSort = (typeof amountSorts)[number];

/** An amount in major units, from the query string. */
export const amountBound = z.optional(z.coerce.number().check(z.gte(0), z.lte(largestMajorAmount)));

/** How a list is sorted. Rows with equal values are sorted by id, in the same direction. */
export function orderOf(sort: ListSort): { by: "time" | "amount"; direction: "asc" | "desc" } {
  return {
    by: sort === "newest" || sort === "oldest" ? "time" : "amount",
    direction: sort === "newest" || sort === "highest" ? "desc" : "asc",
  };
}

/** The schema `{ data, page, size, total }` of a list. */
export function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ data: z.array(item), page: z.number(), size: z.number(), total: z.number() });
}
