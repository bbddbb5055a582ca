import * as z from "zod/mini";
import type { PlayAsset, PlayNetwork, PlayTransfer } from "./play-network.ts";

/** Body of `POST /chain/payments` and `POST /bitcoin/payments`. */
export const paymentOrder = z.strictObject({
  to: z.string().check(z.maxLength(500)),
  /** Default: the link's asset. */
  asset: z.optional(z.string()),
  /** Whole units as decimal text. Default: the link's amount. */
  amount: z.optional(z.string()),
  /** Factor of the amount: `0.5` is half, `2` is double. */
  times: z.optional(z.number().check(z.gt(0), z.maximum(100))),
  /** Blocks to mine right after the payment. */
  mine: z.optional(z.int().check(z.minimum(0), z.maximum(200))),
  /** Satoshi per virtual byte; Bitcoin only. */
  feeRate: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
});
export type PaymentOrder = z.infer<typeof paymentOrder>;

export type OrderRefusal = "no_address" | "real_money" | "no_asset" | "no_amount";

/** Reads the order; missing fields come from the link. */
export function readOrder<Asset extends PlayAsset>(
  network: PlayNetwork<Asset>,
  order: PaymentOrder,
): PlayTransfer<Asset> | { refusal: OrderRefusal } {
  const link = network.readLink(order.to);
  if (!link) return { refusal: "no_address" };
  if (link === "real_money") return { refusal: "real_money" };
  const asset = order.asset ? network.assets.find(({ name }) => name === order.asset) : link.asset;
  if (!asset) return { refusal: "no_asset" };
  // An asset other than the link's is sent in the same whole units.
  const amount =
    order.amount ??
    (link.baseUnits === null ? undefined : toWholeUnits(link.baseUnits, link.asset.decimals));
  const baseUnits = amount === undefined ? undefined : toBaseUnits(amount, asset.decimals);
  if (!baseUnits) return { refusal: "no_amount" };
  const parts = BigInt(Math.round((order.times ?? 1) * 10_000));
  return { to: link.to, asset, baseUnits: (baseUnits * parts) / 10_000n };
}

/** Converts whole units as decimal text; undefined for other text or too many decimal places. */
export function toBaseUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, part = ""] = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || part.length > decimals) return undefined;
  return BigInt(whole + part.padEnd(decimals, "0"));
}

/** Converts to decimal text without trailing zeros. */
export function toWholeUnits(baseUnits: bigint, decimals: number): string {
  const digits = baseUnits.toString().padStart(decimals + 1, "0");
  const part = digits.slice(-decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -decimals);
  return part === "" ? whole : `${whole}.${part}`;
}
