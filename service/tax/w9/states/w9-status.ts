/**
 * The only status table of W-9 forms.
 *
 *   pending   → completed   signed by the customer
 *   completed → void        voided by staff (a wrong TIN, an IRS notice)
 *
 * A form with an earlier legal name stays `completed` but is no longer valid (customers/profile/w9-state.ts). The next
 * request creates a new form.
 */

export const w9Statuses = ["pending", "completed", "void"] as const;
export type W9FormStatus = (typeof w9Statuses)[number];

export type W9Event = "signed" | "voided";

const table: Record<W9FormStatus, Partial<Record<W9Event, W9FormStatus>>> = {
  pending: { signed: "completed" },
  completed: { voided: "void" },
  void: {},
};

/** The status after an event; undefined if the table has no such transition. */
export function nextW9Status(status: W9FormStatus, event: W9Event): W9FormStatus | undefined {
  return table[status][event];
}
