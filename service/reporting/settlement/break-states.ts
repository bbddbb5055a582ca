/**
 * The states of a break, and what staff may do in each.
 *
 *   open ──explain──► explained ──resolve, split, link, write_off──► resolved | written_off
 *     └──────────────resolve, split, link, write_off──────────────────────▲        │
 *     ▲──────────────────────────────reopen───────────────────────────────────────┘
 *
 * Closing a break above the limit starts as a proposal. A second person confirms or rejects it. Only what staff closed
 * can be reopened: what the service resolved, because the missing row arrived, stays resolved.
 */

import type { BreakState } from "#contract/api/settlement-files";
import type { BreakActionName } from "#contract/console/reconciliation";
import { permissionsOfRole, type StaffRole } from "#contract/console/roles";
import { canBeWrittenOff } from "./resolutions.ts";
import { type BreakPart, splitResolutions } from "./split-break.ts";

export interface BreakFacts {
  readonly state: BreakState;
  readonly class: string;
  readonly subjectType: string | null;
  readonly hasRow: boolean;
  readonly proposal: {
    readonly action: string;
    readonly staffId: string;
    readonly parts?: readonly BreakPart[];
  } | null;
  readonly rowType: string | null;
  readonly isConverted: boolean;
  /** Whether a person closed it. False if it is open, or if the service resolved it because the missing row arrived. */
  readonly isClosedByStaff: boolean;
}

export interface BreakActor {
  readonly staffId: string;
  readonly canWork: boolean;
  readonly canWriteOff: boolean;
}

export function breakActorOf({
  staffId,
  role,
}: {
  readonly staffId: string;
  readonly role: StaffRole;
}): BreakActor {
  const permissions = permissionsOfRole[role];
  return {
    staffId,
    canWork: permissions.includes("reconciliation.work"),
    canWriteOff: permissions.includes("reconciliation.write_off"),
  };
}

/** What this person may do with the break. Nobody confirms their own proposal. */
export function allowedActions(facts: BreakFacts, actor: BreakActor): BreakActionName[] {
  if (!actor.canWork) return [];
  // A break that the service resolved has no decision to undo, and its money is where it belongs.
  if (facts.state === "resolved" || facts.state === "written_off") {
    return facts.isClosedByStaff ? ["reopen"] : [];
  }
  if (facts.proposal) {
    const isOwn = facts.proposal.staffId === actor.staffId;
    const { action, parts = [] } = facts.proposal;
    const mayConfirm = actor.canWriteOff || !writesOff(action, parts);
    return isOwn || !mayConfirm ? ["assign", "reject"] : ["assign", "confirm", "reject"];
  }
  const isLinkable =
    facts.hasRow && ["missing_in_ledger", "bank_line_unknown"].includes(facts.class);
  const isLookedUp = facts.class === "status_mismatch" && facts.subjectType === "payment";
  return [
    "assign",
    "explain",
    "ask",
    ...(isLinkable ? (["link"] as const) : []),
    ...(isLookedUp ? (["look_up"] as const) : []),
    "resolve",
    ...(splitResolutions(facts).length > 0 ? (["split"] as const) : []),
    ...(actor.canWriteOff && canBeWrittenOff(facts) ? (["write_off"] as const) : []),
  ];
}

/** Whether an action writes off, which needs its own permission. */
export function writesOff(action: string, parts: readonly BreakPart[]): boolean {
  return action === "write_off" || parts.some(({ resolution }) => resolution === "write_off");
}

/** The state after an action; undefined for actions that do not change it. */
export function stateAfter(action: BreakActionName): BreakState | undefined {
  if (action === "explain") return "explained";
  if (action === "resolve" || action === "split" || action === "link") return "resolved";
  if (action === "write_off") return "written_off";
  return action === "reopen" ? "open" : undefined;
}
