/** What the operator's staff may do. The service enforces it; pages only hide what it would refuse. */
import * as z from "zod/mini";

/**
 * - `viewer` sees customers, payments, deliveries and settings.
 * - `reviewer` also opens identity documents, decides reviews and payouts, cancels payments, refunds up to the
 *   operator's limit, answers disputes, lifts bars on bank accounts, imports settlement files, resolves breaks, and
 *   exports.
 * - `admin` also decides on bank files, writes off breaks, lifts card stops, changes settings and routing, resends
 *   webhooks, files taxes, erases and exports customers, manages staff and API keys, and reads the audit log.
 */
export const staffRoles = ["viewer", "reviewer", "admin"] as const;
export type StaffRole = (typeof staffRoles)[number];

export const staffRole = z.enum(staffRoles);

/** All permissions. Each console route requires one. */
export const staffPermissions = [
  "own_account",
  "reviews.list",
  "reviews.decide",
  "customers.read",
  "customers.erase",
  "payments.read",
  "payments.decide",
  "payments.refund",
  "payments.export",
  "cards.lift_stop",
  "disputes.read",
  "disputes.answer",
  "payouts.read",
  "payouts.decide",
  "payouts.export",
  "bank_files.decide",
  "deliveries.read",
  "deliveries.resend",
  "settings.read",
  "settings.write",
  "routing.read",
  "routing.write",
  "reconciliation.read",
  "reconciliation.work",
  "reconciliation.write_off",
  "tax.read",
  "tax.file",
  "staff.manage",
  "keys.manage",
  "audit.read",
] as const;
export type StaffPermission = (typeof staffPermissions)[number];

/** The permissions of each role. Anything not listed is refused. */
export const permissionsOfRole: Readonly<Record<StaffRole, readonly StaffPermission[]>> = {
  viewer: [
    "own_account",
    "reviews.list",
    "customers.read",
    "payments.read",
    "disputes.read",
    "payouts.read",
    "deliveries.read",
    "settings.read",
    "routing.read",
    "reconciliation.read",
  ],
  reviewer: [
    "own_account",
    "reviews.list",
    "reviews.decide",
    "customers.read",
    "payments.read",
    "payments.decide",
    "payments.refund",
    "payments.export",
    "disputes.read",
    "disputes.answer",
    "payouts.read",
    "payouts.decide",
    "payouts.export",
    "deliveries.read",
    "settings.read",
    "routing.read",
    "reconciliation.read",
    "reconciliation.work",
  ],
  admin: [...staffPermissions],
};
