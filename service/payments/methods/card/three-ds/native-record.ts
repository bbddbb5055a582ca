import type { ChargeOutcome } from "../../../../providers/processor/index.ts";
import { isNative, type NativeOrder } from "../../../../providers/processor/index.ts";
import { challengeWindowFor, shiftsLiability } from "../../../../providers/three-ds/index.ts";
import type { AttemptPatch } from "../../../attempt-changes.ts";
import type { PaymentsDeps } from "../../../payments-deps.ts";
import {
  type AttemptRecord,
  brandOf,
  type CardSecret,
  type ThreeDSRecord,
} from "../../../records.ts";
import { nextResultRequestMs } from "./challenge-times.ts";
import { newThreeDSRecord } from "./new-record.ts";
import { newThreeDSServerTransID } from "./trans-id.ts";

/*
 * The processor's own 3-D Secure, where it accepts no external result. The record is stored before the charge: its id
 * names the page that the browser returns to. A challenge is an attempt in step `processing`, because the processor
 * charges as soon as the customer has confirmed. So only a look-up knows the outcome, and no other processor is tried.
 */

/** Where the processor's page sends browsers back to, followed by our id. */
export const challengeReturnPath = "/v1/three-ds/challenge-return";

/** Whether the processor does its own 3-D Secure. False if it is no longer configured. */
export function authenticatesItself(
  { processors }: Pick<PaymentsDeps, "processors">,
  name: string,
): boolean {
  const processor = processors.byName(name);
  return processor !== undefined && isNative(processor.capabilities);
}

/** A record for 3-D Secure that the processor is about to carry out. */
export function newNativeRecord(
  { random }: Pick<PaymentsDeps, "random">,
  { browser }: Pick<CardSecret, "browser">,
  mandateChallenge: boolean,
): ThreeDSRecord {
  return newThreeDSRecord({
    isNative: true,
    threeDSServerTransID: newThreeDSServerTransID(random),
    version: "",
    methodUrl: null,
    mandateChallenge,
    windowSize: challengeWindowFor(browser),
  });
}

/** The order for the processor's own 3-D Secure; undefined at a processor without it. */
export function nativeOrderOf(
  { config }: Pick<PaymentsDeps, "config">,
  { threeDS }: AttemptRecord,
): NativeOrder | undefined {
  if (!threeDS?.isNative) return undefined;
  const { threeDSServerTransID, mandateChallenge } = threeDS;
  const returnUrl = `${config.publicUrl}${challengeReturnPath}/${threeDSServerTransID}`;
  return { returnUrl, mandateChallenge };
}

/** The record of the open challenge; null unless the processor's challenge is open. */
export function openChallengeOf({ step, threeDS }: AttemptRecord): ThreeDSRecord | null {
  return step === "processing" && threeDS?.isNative && threeDS.transStatus === "C" ? threeDS : null;
}

/** Without a record the customer cannot be sent to the processor's page. */
export function challengePatch(
  { clock, times }: Pick<PaymentsDeps, "clock" | "times">,
  { threeDS }: AttemptRecord,
  url: string,
): AttemptPatch {
  const nowMs = clock.nowMs();
  if (!threeDS?.isNative) return { nextCheckAtMs: nowMs };
  const open: ThreeDSRecord = {
    ...threeDS,
    transStatus: "C",
    challenged: true,
    acsUrl: url,
    expiresAtMs: threeDS.expiresAtMs ?? nowMs + times.challengeMs,
  };
  return { threeDS: open, nextCheckAtMs: nextResultRequestMs(open, 0, nowMs) };
}

/** Removes the record if the processor's 3-D Secure did not take place. */
export function nativeResultPatch(
  attempt: AttemptRecord,
  outcome: Extract<ChargeOutcome, { readonly type: "approved" | "declined" }>,
): AttemptPatch {
  const { threeDS } = attempt;
  if (!threeDS?.isNative) return {};
  const { authentication } = outcome;
  if (!authentication && !threeDS.challenged) return { threeDS: null };
  const isFailed = outcome.type === "declined" && outcome.declineCode === "authentication_failed";
  const transStatus = authentication?.transStatus ?? (isFailed ? "N" : null);
  const eci = authentication?.eci ?? null;
  return {
    threeDS: {
      ...threeDS,
      // The page's address contains a secret of this payment.
      acsUrl: null,
      transStatus,
      eci,
      version: authentication?.version ?? "",
      dsTransID: authentication?.dsTransId ?? null,
      challenged: threeDS.challenged || authentication?.challenged === true,
      liabilityShift:
        transStatus !== null && eci !== null && shiftsLiability(brandOf(attempt), transStatus, eci),
    },
  };
}
