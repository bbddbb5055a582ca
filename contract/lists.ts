/** The one envelope of lists (decisions §1): newest first, `page` from 1, `size` 1 to 100. */
import * as z from "zod/mini";

/** `?page=&size=` as the query string carries them: decimal text. Others are ignored, as everywhere. */
export const pageQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
});

export type PageQuery = z.infer<typeof pageQuery>;

/** `{ data, page, size, total }` of any item. */
export function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ data: z.array(item), page: z.number(), size: z.number(), total: z.number() });
}
