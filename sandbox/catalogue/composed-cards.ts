import { luhnCheckDigit } from "./luhn.ts";
import type {
  AuthenticationBehavior,
  CardScript,
  ChallengeBehavior,
  MethodBehavior,
  ThreeDSVersions,
} from "./scripts.ts";

/*
 * The scheme of clearhaus' 3dsecure.io: the last four digits of the number compose the 3-D Secure behavior, with the
 * documented meanings. Values that clearhaus leaves unused are added at the end of each list. The fifth digit from the
 * right balances the Luhn sum. A number with an undefined first or second digit is an ordinary one.
 */

/** First eleven digits, by brand. */
export const composedPrefixes = { visa: "40302200000", mastercard: "55302200000" } as const;

/** First digit: protocol versions. */
export const versionDigits: readonly ThreeDSVersions[] = ["both", "2.1.0", "2.2.0"];

/** Second digit: the 3DS Method page (3 is added). */
export const methodDigits: readonly MethodBehavior[] = ["completes", "missing", "silent", "late"];

/** Third digit: the ARes (8 and 9 are added). */
export const authenticationDigits: readonly AuthenticationBehavior[] = [
  "Y",
  "N",
  "A",
  "R",
  "I",
  "U",
  "silent",
  "C",
  "erro",
  "D",
];

/** Fourth digit: the challenge; 3 means none (4 to 8 are added). */
export const challengeDigits: readonly (ChallengeBehavior | "none")[] = [
  "auto_success",
  "auto_failure",
  "manual",
  "none",
  "stuck",
  "duplicate_result",
  "late_result",
  "missing_result",
  "lying_page",
];

/** The parts of a composed number. Missing parts default to the simplest working value. */
export interface Composition {
  brand?: keyof typeof composedPrefixes;
  versions?: ThreeDSVersions;
  method?: MethodBehavior;
  authentication?: AuthenticationBehavior;
  challenge?: ChallengeBehavior | "none";
}

/** Returns a Luhn-valid number of 16 digits. */
export function composeCardNumber(composition: Composition = {}): string {
  const authentication = composition.authentication ?? "Y";
  const challenge = composition.challenge ?? (authentication === "C" ? "manual" : "none");
  const lastFour = [
    versionDigits.indexOf(composition.versions ?? "2.2.0"),
    methodDigits.indexOf(composition.method ?? "missing"),
    authenticationDigits.indexOf(authentication),
    challengeDigits.indexOf(challenge),
  ].join("");
  const prefix = composedPrefixes[composition.brand ?? "visa"];
  // The Luhn sum does not double the fifth digit from the right, so the check digit of the number with a zero there is
  // that digit.
  const balance = luhnCheckDigit(`${prefix}0${lastFour}`.slice(0, -1));
  const wanted = (Number(balance) - Number(lastFour[3]) + 10) % 10;
  return `${prefix}${wanted}${lastFour}`;
}

/** The script of a composed card; undefined for any other number. */
export function composedCardScript(cardNumber: string): CardScript | undefined {
  const isComposed = Object.values(composedPrefixes).some((prefix) =>
    cardNumber.startsWith(prefix),
  );
  if (!isComposed || cardNumber.length !== 16) return undefined;
  const [version, method, authentication, challenge] = [...cardNumber.slice(-4)].map(Number);
  const versions = versionDigits[version ?? 0];
  const chosenMethod = methodDigits[method ?? 0];
  if (!versions || !chosenMethod) return undefined;
  const chosenChallenge = challengeDigits[challenge ?? 3] ?? "none";
  return {
    charge: { outcome: { status: "approved" } },
    threeDS: {
      enrolled: true,
      versions,
      method: chosenMethod,
      authentication: authenticationDigits[authentication ?? 0] ?? "Y",
      challenge: chosenChallenge === "none" ? "manual" : chosenChallenge,
    },
  };
}
