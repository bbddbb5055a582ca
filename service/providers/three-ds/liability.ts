import type { TransStatus } from "#contract/connectors/three-ds";

/** A scheme's electronic commerce indicators: authenticated, attempted, neither. */
interface SchemeIndicators {
  readonly authenticated: string;
  readonly attempted: string;
  readonly none: string;
}

/** Visa, American Express, JCB, Diners and Discover use 05, 06, 07. */
const commonIndicators: SchemeIndicators = { authenticated: "05", attempted: "06", none: "07" };
/** Mastercard and Maestro use 02, 01, 00. */
const mastercardIndicators: SchemeIndicators = { authenticated: "02", attempted: "01", none: "00" };

function indicatorsOf(brand: string): SchemeIndicators {
  return brand === "mastercard" || brand === "maestro" ? mastercardIndicators : commonIndicators;
}

/** The ECI of an outcome for which the ACS sent none. */
export function eciFor(brand: string, transStatus: TransStatus): string {
  const indicators = indicatorsOf(brand);
  if (transStatus === "Y") return indicators.authenticated;
  return transStatus === "A" ? indicators.attempted : indicators.none;
}

/**
 * Whether the issuer carries a fraud dispute: only after an authentication or attempt (Y, A) with one of the scheme's
 * own two ECIs. Mastercard's 04 (data only), 06 (exemption) and 07 do not count.
 */
export function shiftsLiability(brand: string, transStatus: TransStatus, eci: string): boolean {
  if (transStatus !== "Y" && transStatus !== "A") return false;
  const indicators = indicatorsOf(brand);
  return eci === indicators.authenticated || eci === indicators.attempted;
}
