import type { ThreeDSRecord } from "../../../records.ts";

/** The part of a record that is known before the issuer has answered. */
type BeforeAnswer = Pick<
  ThreeDSRecord,
  "isNative" | "threeDSServerTransID" | "version" | "methodUrl" | "mandateChallenge" | "windowSize"
>;

/** The record of a new authentication: no response, no challenge, no liability shift. */
export function newThreeDSRecord(facts: BeforeAnswer): ThreeDSRecord {
  return {
    ...facts,
    acsTransID: null,
    dsTransID: null,
    acsUrl: null,
    transStatus: null,
    eci: null,
    challenged: false,
    browserReturned: false,
    liabilityShift: false,
    expiresAtMs: null,
  };
}
