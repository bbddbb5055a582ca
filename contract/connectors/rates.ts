import * as z from "zod/mini";

/**
 * The wire of the provider of rates: `GET {url}?currency=USD` with `Authorization: Bearer <key>`.
 * `price` is what one whole unit of the asset costs in the currency, decimal text; `at` is when that was
 * so. Assets that have no price in that currency are left out.
 */
export const rates = z.object({
  currency: z.string(),
  rates: z.array(
    z.object({
      asset: z.string(),
      price: z.string().check(z.regex(/^\d{1,12}(\.\d{1,12})?$/)),
      at: z.iso.datetime(),
    }),
  ),
});
export type Rates = z.infer<typeof rates>;
