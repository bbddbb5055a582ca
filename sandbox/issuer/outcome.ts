import type { TransStatus } from "#contract/connectors/three-ds";
import type { SandboxDeps } from "../sandbox-deps.ts";
import type { Authentication, AuthenticationOutcome } from "./authentications.ts";

const eciByBrand = {
  mastercard: { authenticated: "02", attempted: "01", none: "00" },
  visa: { authenticated: "05", attempted: "06", none: "07" },
  other: { authenticated: "05", attempted: "06", none: "07" },
} as const;

const reasonByStatus: Partial<Record<TransStatus, string>> = { N: "01", R: "11", U: "22" };

/** The brand, if its scheme has its own ECI values. */
export function schemeOf(cardNumber: string): Authentication["brand"] {
  if (cardNumber.startsWith("4")) return "visa";
  return /^(5[1-5]|2[2-7])/.test(cardNumber) ? "mastercard" : "other";
}

/**
 * Completes an outcome as EMV requires: a reason for N, R and U, the ECI, and an authentication value (20 bytes) for Y
 * and A.
 */
export function completeOutcome(
  transStatus: TransStatus,
  brand: Authentication["brand"],
  deps: Pick<SandboxDeps, "randomBytes">,
  overrides: Partial<AuthenticationOutcome> = {},
): AuthenticationOutcome {
  const eci = eciByBrand[brand];
  const outcome: AuthenticationOutcome = { transStatus };
  const reason = reasonByStatus[transStatus];
  if (reason) outcome.transStatusReason = reason;
  if (transStatus === "Y" || transStatus === "A") {
    outcome.authenticationValue = deps.randomBytes(20).toString("base64");
    outcome.eci = transStatus === "Y" ? eci.authenticated : eci.attempted;
  } else if (transStatus !== "C" && transStatus !== "D") {
    outcome.eci = eci.none;
  }
  return { ...outcome, ...overrides };
}
