import * as z from "zod/mini";

/**
 * Protocol of the rate provider: `GET {url}?currency=USD` with `Authorization: Bearer <key>`. `price` is the price of
 * one whole unit of the asset at the time `at`, as decimal text. Assets without a price in the currency are absent.
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
