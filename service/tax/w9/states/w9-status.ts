/**
 * The status table of a W-9 form: the only place that says what may become of one. Pure.
 *
 *   pending   → completed   signed by the customer
 *   completed → void        staff wants another one (a wrong number, a notice of the IRS)
 *
 * A form signed for an earlier legal name stays `completed` and counts no more: that is told from the
 * customer's record (customers/w9-state.ts), and asking again makes a new form.
 */

/** Every status of a form. */
export const w9Statuses = ["pending", "completed", "void"] as const;
/** One of {@link w9Statuses}. */
export type W9FormStatus = (typeof w9Statuses)[number];

/** What can happen to a form. */
export type W9Happening = "signed" | "asked_anew";

const table: Record<W9FormStatus, Partial<Record<W9Happening, W9FormStatus>>> = {
  pending: { signed: "completed" },
  completed: { asked_anew: "void" },
  void: {},
};

/** The status after `happening`; undefined where the table has no such step. */
export function nextW9Status(
  status: W9FormStatus,
  happening: W9Happening,
): W9FormStatus | undefined {
  return table[status][happening];
}
