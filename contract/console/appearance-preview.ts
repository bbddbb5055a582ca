/**
 * Messages between the section *Appearance* and its previews (`/console/preview/?show=…&lang=…`), frames on the console's
 * own origin. Each ignores other windows and origins.
 */
import * as z from "zod/mini";
import { appearanceSchema } from "../appearance/appearance.ts";

export const previewNames = [
  "payment",
  "disbursement",
  "kyc",
  "challenge",
  "refund",
  "w9",
] as const;
export type PreviewName = (typeof previewNames)[number];

/** From the section: the look to show; null for Tessera's own. */
export const previewLook = z.object({
  type: z.literal("look"),
  appearance: z.nullable(appearanceSchema),
});

/** From the preview: it is ready for a look, or its height has changed. */
export const previewHeight = z.object({
  type: z.literal("height"),
  heightPx: z.number().check(z.gte(0), z.lte(20_000)),
});
