/** What the operator's staff may do. The service decides; a page only hides what would be refused. */
import * as z from "zod/mini";

/**
 * - `viewer` looks at customers, payments, deliveries and settings.
 * - `reviewer` also opens identity documents, decides cases and payouts, calls bank debits off, opens barred
 *   bank accounts, and exports.
 * - `admin` also decides about bank files, changes settings and routing, sends webhooks again, files
 *   taxes, erases and exports customers, manages staff and API keys, and reads the audit log.
 */
export const staffRoles = ["viewer", "reviewer", "admin"] as const;
/** One of {@link staffRoles}. */
export type StaffRole = (typeof staffRoles)[number];

/** Schema of {@link StaffRole}. */
export const staffRole = z.enum(staffRoles);

/** What a role permits, by name; the console's routes each ask for one. */
export const staffPermissions = [
  "own_account",
  "reviews.list",
  "reviews.decide",
  "customers.read",
  "customers.erase",
  "payments.read",
  "payments.decide",
  "payments.export",
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
  "tax.read",
  "tax.file",
  "staff.manage",
  "keys.manage",
  "audit.read",
] as const;
/** One of {@link staffPermissions}. */
export type StaffPermission = (typeof staffPermissions)[number];

/** Role → permissions. What is not written here is refused. */
export const permissionsOfRole: Readonly<Record<StaffRole, readonly StaffPermission[]>> = {
  viewer: [
    "own_account",
    "reviews.list",
    "customers.read",
    "payments.read",
    "payouts.read",
    "deliveries.read",
    "settings.read",
    "routing.read",
  ],
  reviewer: [
    "own_account",
    "reviews.list",
    "reviews.decide",
    "customers.read",
    "payments.read",
    "payments.decide",
    "payments.export",
    "payouts.read",
    "payouts.decide",
    "payouts.export",
    "deliveries.read",
    "settings.read",
    "routing.read",
  ],
  admin: [...staffPermissions],
};
