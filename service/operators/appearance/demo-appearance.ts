import type { Appearance } from "#contract/appearance/appearance";
import { ApiError } from "../../platform/http/api-error.ts";
import { findDemoOperator, type OperatorsDeps } from "../accounts/index.ts";
import type { Appearances } from "./appearances.ts";

/** The colors of demo/shop/page/shop.css. */
const purple: Partial<Appearance> = { brandColor: "#2b1b4d", brandColorDark: "#b9a2f2" };

/** Publishes the demo operator's first appearance, in the sandbox. */
export async function ensureDemoAppearance(
  { database }: Pick<OperatorsDeps, "database">,
  appearances: Appearances,
): Promise<void> {
  const operatorId = await findDemoOperator(database);
  if (operatorId === undefined) return;
  const { versions } = await appearances.read(operatorId);
  if (versions.length > 0) return;
  try {
    await appearances.publish({ operatorId, actor: { kind: "service" }, version: 0 }, purple);
  } catch (error) {
    // Another service published it at the same time.
    if (!(error instanceof ApiError && error.code === "conflicting_state")) throw error;
  }
}
