import type { ARes } from "#contract/connectors/three-ds";
import { codesOf } from "../kit/check-codes.ts";
import type { CheckStepOf } from "../kit/check-step.ts";
import { isUnproven } from "./believable-outcome.ts";
import type { ThreeDSServer } from "./kit/three-ds-server.ts";

/** The steps in order of execution. */
export const threeDSCheckSteps = [
  "three_ds_card",
  "three_ds_approval",
  "three_ds_denial",
  "three_ds_challenge",
  "three_ds_result",
] as const;
export type ThreeDSCheckStepName = (typeof threeDSCheckSteps)[number];

export type ThreeDSCheckStep = CheckStepOf<ThreeDSCheckStepName>;

export interface ThreeDSCheckTools {
  /** The merchant is registered for this brand, with this processor. */
  readonly brand: "visa" | "mastercard";
  readonly processor: string;
  readonly nowMs: number;
  readonly publicUrl: string;
}

/** 3dsecure.io decides by the last four digits: docs/connectors/3-d-secure.md. None has a 3DS method. */
const cards = {
  visa: {
    approved: "4030220000060103",
    denied: "4030220000040113",
    challenged: "4030220000040170",
  },
  mastercard: {
    approved: "5530220000080103",
    denied: "5530220000060113",
    challenged: "5530220000060170",
  },
};

/**
 * Looks up a test card, and asks for an authentication that is approved, one that is denied and one with a challenge.
 * Only a person can answer the challenge. Nothing is charged.
 */
export async function checkThreeDS(
  server: Pick<ThreeDSServer, "lookUpCard" | "authenticate">,
  tools: ThreeDSCheckTools,
): Promise<ThreeDSCheckStep[]> {
  const { approved, denied, challenged } = cards[tools.brand];
  const first = await authenticate(server, tools, approved);
  const byHand = {
    step: "three_ds_result",
    result: "not_tested",
    codes: ["needs_a_person"],
  } as const;
  if (first.type === "no_card") {
    return [
      { step: "three_ds_card", result: "fails", codes: first.codes },
      ...(["three_ds_approval", "three_ds_denial", "three_ds_challenge"] as const).map(
        (step): ThreeDSCheckStep => ({ step, result: "not_tested", codes: ["no_card"] }),
      ),
      byHand,
    ];
  }
  return [
    { step: "three_ds_card", result: "works", codes: [] },
    stepOf(
      "three_ds_approval",
      first,
      (response) => response.transStatus === "Y" && !isUnproven(response),
    ),
    stepOf(
      "three_ds_denial",
      await authenticate(server, tools, denied),
      ({ transStatus }) => transStatus === "N",
    ),
    stepOf(
      "three_ds_challenge",
      await authenticate(server, tools, challenged),
      ({ transStatus, acsURL }) => transStatus === "C" && acsURL !== undefined,
    ),
    byHand,
  ];
}

type Tried =
  | { readonly type: "no_card"; readonly codes: string[] }
  | { readonly type: "answered"; readonly response: ARes }
  | { readonly type: "unavailable"; readonly reason: string };

async function authenticate(
  server: Pick<ThreeDSServer, "lookUpCard" | "authenticate">,
  { brand, processor, nowMs, publicUrl }: ThreeDSCheckTools,
  number: string,
): Promise<Tried> {
  const enrolment = await server.lookUpCard({ number, brand, processor });
  if (enrolment.type !== "enrolled") return { type: "no_card", codes: codesOf(enrolment) };
  return server.authenticate({
    threeDSServerTransID: enrolment.threeDSServerTransID,
    messageVersion: enrolment.version,
    completionIndicator: "U",
    mandateChallenge: false,
    processor,
    card: {
      brand,
      number,
      expiryMonth: 12,
      expiryYear: new Date(nowMs).getUTCFullYear() + 2,
      holderName: "Connector Check",
    },
    amountMinor: 1_000,
    currency: "USD",
    purchasedAtMs: nowMs,
    context: {
      browser: {
        javaEnabled: false,
        language: "en-US",
        colorDepth: 24,
        screenHeightPx: 1080,
        screenWidthPx: 1920,
        timeZoneOffsetMinutes: 0,
        userAgent: "Mozilla/5.0",
      },
      acceptHeader: "*/*",
      ipAddress: null,
    },
    merchant: { name: "Connector check", url: publicUrl },
    notificationUrl: `${publicUrl}/v1/three-ds/challenge`,
  });
}

function stepOf(
  step: ThreeDSCheckStepName,
  tried: Tried,
  isRight: (response: ARes) => boolean,
): ThreeDSCheckStep {
  if (tried.type !== "answered") {
    return {
      step,
      result: "fails",
      codes: tried.type === "no_card" ? tried.codes : codesOf(tried),
    };
  }
  const { transStatus, transStatusReason } = tried.response;
  return isRight(tried.response)
    ? { step, result: "works", codes: [] }
    : {
        step,
        result: "fails",
        codes: codesOf({ code: `transStatus=${transStatus}`, reasonCode: transStatusReason }),
      };
}
