import type { KeyRestrictions } from "#contract/console/api-keys";
import { normalizeRange } from "../../../platform/http/address-ranges.ts";
import { fieldRefusal } from "../../../platform/http/api-error.ts";
import { storeApprovalLimits } from "../approval-limits.ts";

/** A key's restrictions as stored; `approval_limits` is JSON text. */
export interface RestrictionColumns {
  label: string | null;
  scopes: string[] | null;
  allowed_addresses: string[] | null;
  approval_limits: string | null;
}

/**
 * Returns restrictions as stored. Omits missing ones. Throws 400 at `allowedAddresses.<n>` or
 * `approvalLimits.<currency>`.
 */
export function restrictionColumns(given: KeyRestrictions): Partial<RestrictionColumns> {
  const { label, scopes, allowedAddresses, approvalLimits } = given;
  return {
    ...(label === undefined ? {} : { label: label || null }),
    ...(scopes === undefined ? {} : { scopes: scopes && [...new Set(scopes)].sort() }),
    ...(allowedAddresses === undefined
      ? {}
      : { allowed_addresses: allowedAddresses && rangesOf(allowedAddresses) }),
    ...(approvalLimits === undefined
      ? {}
      : { approval_limits: storeApprovalLimits(approvalLimits) }),
  };
}

/** The restrictions as the audit log names them. */
export function restrictionNames(columns: Partial<RestrictionColumns>): string[] {
  return Object.entries(columns).flatMap(([name, value]) => {
    if (name === "label") return [];
    const shown = name === "scopes" && Array.isArray(value) ? `scopes: ${value.join(" ")}` : name;
    return [value === null ? `${name}: none` : shown];
  });
}

function rangesOf(given: readonly string[]): string[] {
  const ranges = given.map((text, at) => {
    const range = normalizeRange(text);
    if (range === undefined) {
      const message = "This is not an IPv4 or IPv6 address or a CIDR range (203.0.113.0/24).";
      throw fieldRefusal("invalid_value", `allowedAddresses.${at}`, message);
    }
    return range;
  });
  return [...new Set(ranges)];
}
