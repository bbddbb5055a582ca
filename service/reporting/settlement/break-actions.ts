import type { BreakResolution } from "#contract/api/settlement-files";
import {
  type BreakAction,
  type BreakPartShown,
  secondPersonAboveMinor,
} from "#contract/console/reconciliation";
import { parseAmount } from "#contract/money";
import { requireStaffStillAllowed } from "../../operators/accounts/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import { lookUpNow } from "../../payments/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { allowedActions, breakActorOf, stateAfter, writesOff } from "./break-states.ts";
import { addNotes, type StoredBreak } from "./break-store.ts";
import { bookClosing, undoClosing } from "./close-break.ts";
import { linkRecords } from "./link-records.ts";
import { lockMatching } from "./match-bank.ts";
import { allowedResolutions } from "./resolutions.ts";
import { notePlace } from "./sealed-columns.ts";
import type { SettlementDeps } from "./settlement-deps.ts";
import { type BreakPart, splitResolutions, sumOf } from "./split-break.ts";
import type { BreakClosing } from "./tables.ts";

export interface BreakRequest {
  readonly operatorId: string;
  readonly settlementBreakId: string;
  readonly staffId: string;
}

/**
 * Carries out a person's decision. One transaction writes the change, its note and its audit entry. Throws ApiError
 * `conflicting_state` if the break has changed since the person read it, or does not allow the action;
 * `role_not_allowed`; and what {@link requireStaffStillAllowed} throws.
 */
export async function actOnBreak(
  deps: SettlementDeps,
  request: BreakRequest,
  action: BreakAction,
): Promise<void> {
  const { operatorId, staffId } = request;
  await deps.keyring.load(operatorId);
  const found = await inTransaction(deps.database, async (tx) => {
    // Otherwise an import could compare an entry with a payout that this decision pays at the same moment.
    if (settles(action)) await lockMatching(tx, operatorId);
    const stored = await lockBreak(tx, request);
    const role = await requireStaffStillAllowed(tx, operatorId, staffId, "reconciliation.work");
    const actor = breakActorOf({ staffId, role });
    if (stored.version !== action.version) throw new ApiError("conflicting_state");
    const parts = action.action === "split" ? partsOf(stored, action.parts) : [];
    if (!actor.canWriteOff && writesOff(action.action, parts)) {
      throw new ApiError("role_not_allowed");
    }
    const facts = factsOf(stored, await rowFactsOf(tx, stored));
    if (!allowedActions(facts, actor).includes(action.action)) {
      throw new ApiError("conflicting_state");
    }
    if (action.action === "resolve" && !allowedResolutions(facts).includes(action.resolution)) {
      throw new ApiError("conflicting_state");
    }
    const fitting = splitResolutions(facts);
    if (!parts.every(({ resolution }) => fitting.includes(resolution))) {
      throw new ApiError("conflicting_state");
    }
    const change = await changeOf(deps, tx, request, stored, action);
    await tx
      .updateTable("settlement_breaks")
      .set((set) => ({
        ...change,
        updated_at: new Date(deps.clock.nowMs()),
        version: set("version", "+", 1),
      }))
      .where("operator_id", "=", operatorId)
      .where("settlement_break_id", "=", stored.settlement_break_id)
      .execute();
    const staff = { kind: "staff", staffId } as const;
    const done = change.proposal ? "propose" : action.action;
    await addNotes(deps, tx, operatorId, [stored.settlement_break_id], {
      actor: staff,
      action: done,
      seal: (breakId, noteNo) =>
        "text" in action
          ? deps.keyring.encryptField(notePlace(operatorId, breakId, noteNo), action.text)
          : null,
    });
    await appendAudit(deps, tx, operatorId, {
      actor: staff,
      action: `settlement_break.${pastOf[done]}`,
      subject: { type: "settlement_break", id: stored.settlement_break_id },
      details: {
        class: stored.class,
        amountMinor: stored.amount_minor,
        currency: stored.currency,
        ...(action.action === "link" ? { linked: action.ids } : {}),
        ...("resolution" in action ? { resolution: action.resolution } : {}),
        ...(parts.length > 0
          ? { parts: parts.map((part) => `${part.resolution}:${part.amountMinor}`) }
          : {}),
        ...(change.proposal ? { proposed: action.action } : {}),
      },
    });
    return stored;
  });
  if (action.action === "look_up" && found.subject_id !== null) {
    await lookUpNow(deps, { operatorId, paymentId: found.subject_id });
  }
}

/** Whether an action moves money, or marks rows or payouts. */
function settles({ action }: BreakAction): boolean {
  return !["assign", "explain", "ask", "reject", "look_up"].includes(action);
}

const pastOf: Readonly<Record<BreakAction["action"] | "propose", string>> = {
  assign: "assigned",
  explain: "explained",
  ask: "asked",
  link: "linked",
  resolve: "resolved",
  split: "split",
  write_off: "written_off",
  confirm: "confirmed",
  reject: "rejected",
  reopen: "reopened",
  look_up: "looked_up",
  propose: "proposed",
};

/** Parts in minor units. Throws 400 `invalid_value` unless they are in the break's currency and add up to it. */
function partsOf(
  { currency, amount_minor: wholeMinor }: StoredBreak,
  parts: readonly BreakPartShown[],
): BreakPart[] {
  const found = parts.map(({ resolution, amount }) => {
    const parsed = parseAmount(amount, currency);
    if (!parsed.ok) throw fieldRefusal("invalid_value", "parts");
    return { resolution, amountMinor: parsed.amountMinor };
  });
  if (sumOf(found) !== wholeMinor) throw fieldRefusal("invalid_value", "parts");
  return found;
}

export interface RowFacts {
  readonly rowType: string | null;
  readonly isConverted: boolean;
}

export async function rowFactsOf(
  tx: Pick<Tx, "selectFrom">,
  stored: StoredBreak,
): Promise<RowFacts> {
  const line =
    stored.row_no === null
      ? undefined
      : await tx
          .selectFrom("settlement_lines")
          .select(["row_type", "original_currency"])
          .where("operator_id", "=", stored.operator_id)
          .where("settlement_batch_id", "=", stored.settlement_batch_id ?? "")
          .where("row_no", "=", stored.row_no)
          .executeTakeFirst();
  return { rowType: line?.row_type ?? null, isConverted: line?.original_currency != null };
}

export function factsOf(stored: StoredBreak, row: RowFacts) {
  return {
    state: stored.state,
    class: stored.class,
    subjectType: stored.subject_type,
    hasRow: stored.row_no !== null,
    proposal: stored.proposal,
    isClosedByStaff: stored.closing !== null,
    ...row,
  };
}

interface BreakChange {
  state?: StoredBreak["state"];
  owner_staff_id?: string | null;
  proposal?: string | null;
  closing?: string | null;
  closed_at?: Date | null;
}

async function changeOf(
  deps: SettlementDeps,
  tx: Tx,
  { staffId }: BreakRequest,
  stored: StoredBreak,
  action: BreakAction,
): Promise<BreakChange> {
  const now = new Date(deps.clock.nowMs());
  const decision = `${stored.settlement_break_id}:${stored.version}`;
  type How = Omit<BreakClosing, "action" | "decision">;
  const closed = (name: "resolve" | "split" | "link" | "write_off", how: How) => ({
    state: stateAfter(name) ?? stored.state,
    closed_at: now,
    proposal: null,
    closing: JSON.stringify({ action: name, decision, ...how } satisfies BreakClosing),
  });
  const close = async (name: "resolve" | "write_off", resolution?: BreakResolution) => {
    const learnedFee = await bookClosing(deps, tx, { stored, decision }, resolution ?? "write_off");
    return closed(name, { resolution, learnedFee });
  };
  const split = async (parts: readonly BreakPart[]) => {
    await bookClosing(deps, tx, { stored, decision }, parts);
    return closed("split", { parts });
  };
  switch (action.action) {
    case "assign":
      return { owner_staff_id: action.owner === "me" ? staffId : null };
    case "ask":
    case "look_up":
      return {};
    case "explain":
      return { state: "explained" };
    case "link":
      return closed("link", {
        learnedFee: await linkRecords(deps, tx, { stored, decision }, action.ids),
      });
    case "reject":
      return { proposal: null };
    case "reopen":
      await undoClosing(deps, tx, stored);
      return { state: "open", closed_at: null, proposal: null, closing: null };
    case "confirm": {
      const { proposal } = stored;
      if (proposal?.action === "split") return split(proposal.parts ?? []);
      return proposal?.action === "write_off"
        ? close("write_off")
        : close("resolve", proposal?.resolution ?? "no_posting");
    }
    default: {
      const resolution = action.action === "resolve" ? action.resolution : undefined;
      const parts = action.action === "split" ? partsOf(stored, action.parts) : undefined;
      if (stored.amount_minor > secondPersonAboveMinor) {
        const name = action.action;
        return {
          proposal: JSON.stringify({
            action: name,
            staffId,
            ...(resolution ? { resolution } : {}),
            ...(parts ? { parts } : {}),
          }),
        };
      }
      return action.action === "split" ? split(parts ?? []) : close(action.action, resolution);
    }
  }
}

async function lockBreak(
  tx: Tx,
  { operatorId, settlementBreakId }: BreakRequest,
): Promise<StoredBreak> {
  const stored = await tx
    .selectFrom("settlement_breaks")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("settlement_break_id", "=", settlementBreakId)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw new ApiError("resource_not_found");
  return stored;
}
