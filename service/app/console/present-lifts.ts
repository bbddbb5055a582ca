import { staffNames } from "../../operators/staff/index.ts";
import type { Lift } from "../../payments/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";

/** Adds the name of the staff member who lifted a card's stop or an account's bar. */
export async function presentLifts<Item extends { readonly lifted: Lift | null }>(
  deps: ConsoleDeps,
  operatorId: string,
  items: readonly Item[],
) {
  const staffIds = items.flatMap(({ lifted }) =>
    lifted?.actor?.kind === "staff" ? [lifted.actor.staffId] : [],
  );
  const nameOf = await staffNames(deps, operatorId, staffIds);
  return items.map(({ lifted, ...item }) => {
    if (!lifted) return { ...item, lifted };
    const { at, reason, actor } = lifted;
    const by = actor?.kind === "staff" ? nameOf(actor.staffId).name : (actor?.kind ?? null);
    return { ...item, lifted: { at, reason, by } };
  });
}
