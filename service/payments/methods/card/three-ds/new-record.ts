import type { ThreeDSRecord } from "../../../records.ts";

/** What is known before the customer's bank has answered. */
type BeforeAnswer = Pick<
  ThreeDSRecord,
  "isNative" | "threeDSServerTransID" | "version" | "methodUrl" | "mandateChallenge" | "windowSize"
>;

/** The record of an authentication that begins: no answer, no challenge, no shift of liability. */
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
