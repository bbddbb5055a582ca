import type { TinBox } from "#contract/tin";
import { isLatinName, nameHints } from "#contract/w9-form";
import type { W9Texts } from "../i18n/w9-texts.ts";
import type { W9Failure } from "./w9-api.ts";
import { boxIn, isSigned, nameIn, type W9Values } from "./w9-values.ts";

/** The steps in order. All but the last ask; the last shows every answer and is signed. */
export const w9Steps = ["status", "name", "address", "number", "review"] as const;
export type W9StepName = (typeof w9Steps)[number];

export interface W9Answers {
  readonly values: W9Values;
  /** Null until complete. */
  readonly tin: string | null;
}

/** Whether a step is complete. Missing fields show their errors. */
export function isFilled(step: W9StepName, { values, tin }: W9Answers): boolean {
  if (step === "status") return values.usPerson !== null;
  if (step === "name") return isNamed(values) && isClassified(values);
  if (step === "address") return values.address !== null;
  if (step === "number") return tin !== null && values.backupWithholding !== null;
  return isSigned(values);
}

/**
 * The first step after `step` that still asks for something, otherwise the review. Known data is reviewed, not asked
 * for. A name with a hint is shown once, because the hint is next to it. The number is asked for again when the form
 * needs another kind of number: nine digits fit both.
 */
export function stepAfter(
  step: W9StepName,
  answers: W9Answers & {
    seen: ReadonlySet<W9StepName>;
    /** The kind of number that the customer entered. */
    numberBox: TinBox | null;
    knownName: string;
  },
): W9StepName {
  const { values, seen, numberBox, knownName } = answers;
  const isAsking = (each: W9StepName) =>
    !isFilled(each, answers) ||
    (each === "name" && !seen.has(each) && hintsOf(values, knownName).length > 0) ||
    (each === "number" && numberBox !== boxIn(values));
  return w9Steps.find((w9Step) => w9Step !== step && isAsking(w9Step)) ?? "review";
}

/** Shows a refusal of the signed form at the step of the first refused field. */
export function refusedStep({ paths = [] }: W9Failure): W9StepName {
  return paths.map(stepOfPath).find((step) => step !== undefined) ?? "review";
}

function stepOfPath(path: string): W9StepName | undefined {
  const [field = ""] = path.split(".");
  if (field === "usPerson") return "status";
  if (field === "address") return "address";
  if (/^(tin|tinBox|backupWithholding)$/.test(field)) return "number";
  return /name$|suffix|classification$|exemptPayeeCode/i.test(field) ? "name" : undefined;
}

/** Likely mistakes in the names. */
export function hintsOf(values: W9Values, knownName: string) {
  const isPerson = values.who === "person";
  return nameHints({
    classification: isPerson ? "individual" : "other",
    name: isGiven(values) ? nameIn(values) : "",
    businessName: values.businessName,
    knownName,
  });
}

/** Names of the steps, for the progress and for screen readers. */
export function stepNames(texts: W9Texts): Readonly<Record<W9StepName, string>> {
  return {
    status: texts.who.legend,
    name: texts.name.legend,
    address: texts.address.legend,
    number: texts.tin.legend,
    review: texts.review.title,
  };
}

function isNamed(values: W9Values): boolean {
  const { who, firstName, middleName, lastName, suffix, entityName, businessName } = values;
  // Without the names that the form no longer shows: the customer could not correct them.
  const shown = who === "person" ? [firstName, middleName, lastName, suffix] : [entityName];
  return isGiven(values) && [...shown, businessName].every(isLatinName);
}

function isGiven({ who, firstName, lastName, entityName }: W9Values): boolean {
  return who === "person"
    ? firstName.trim() !== "" && lastName.trim() !== ""
    : entityName.trim() !== "";
}

function isClassified(values: W9Values): boolean {
  const { who, classification, llcClassification, otherClassification } = values;
  if (who === "person") return true;
  if (classification === "llc") return llcClassification !== null;
  if (classification === "other") {
    return otherClassification.trim() !== "" && isLatinName(otherClassification);
  }
  return classification !== null;
}
