/**
 * Messages between the room *Appearance* and its previews (`/console/preview/?show=…&lang=…`), frames on the
 * console's own origin. Each ignores messages from any other window or origin.
 */
import * as z from "zod/mini";
import { appearanceSchema } from "../appearance/appearance.ts";

/** The previewed widgets. */
export const previewNames = [
  "payment",
  "disbursement",
  "kyc",
  "challenge",
  "refund",
  "w9",
] as const;
/** One of {@link previewNames}. */
export type PreviewName = (typeof previewNames)[number];

/** From the room: how the widget looks now; null is Tessera's own look. */
export const previewLook = z.object({
  type: z.literal("look"),
  appearance: z.nullable(appearanceSchema),
});

/** From the preview: it can be drawn, or its height has changed. */
export const previewHeight = z.object({
  type: z.literal("height"),
  heightPx: z.number().check(z.gte(0), z.lte(20_000)),
});
