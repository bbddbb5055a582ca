import type {
  DocumentReading,
  FrontField,
  ReadField,
} from "../../../providers/document-reader/index.ts";
import type { Check, CheckCode, DecisionInput } from "./decision.ts";
import { namesAgree } from "./names-agree.ts";

type Fields = DocumentReading["fields"];

/** Runs the checks, in display order. Pure. */
export function runChecks(input: DecisionInput): Check[] {
  const { reading } = input;
  const readable: Check = reading?.readable
    ? { code: "document_readable", result: "passed", message: "The document could be read." }
    : {
        code: "document_readable",
        result: reading ? "failed" : "unknown",
        message: reading ? "The document could not be read." : "The document was not read yet.",
      };
  if (!reading?.readable) return [readable];
  const { fields } = reading;
  return [
    readable,
    ...checkDigits(reading),
    unexpired(fields, input.today),
    dateOfBirth(fields, input),
    nameCheck("last_name", "last name", fields.lastName, input.customer.lastName),
    firstName(fields, input),
    numberUnused(fields, input),
    ...frontChecks(reading),
  ];
}

function checkDigits({ checkDigitsValid }: DocumentReading): Check[] {
  if (checkDigitsValid === null) return [];
  return [
    compared("check_digits", checkDigitsValid, [
      "The document’s check digits are correct.",
      "The document’s check digits are wrong.",
    ]),
  ];
}

function unexpired({ expiresOn }: Fields, today: string): Check {
  if (!expiresOn) return unknown("document_unexpired", "The expiry date could not be read.");
  return compared("document_unexpired", expiresOn.value >= today, [
    "The document has not expired.",
    "The document has expired.",
  ]);
}

function dateOfBirth({ dateOfBirth: read }: Fields, { customer }: DecisionInput): Check {
  if (!read || !customer.dateOfBirth) {
    return unknown("date_of_birth", "The date of birth could not be compared.");
  }
  return compared("date_of_birth", read.value === customer.dateOfBirth, [
    "The date of birth is the one you gave us.",
    "The date of birth differs from the one you gave us.",
  ]);
}

/** Documents print first names with or without the middle name, in one field or two. */
function firstName(fields: Fields, { customer }: DecisionInput): Check {
  const { firstName: first, middleName: middle } = fields;
  const alone = nameCheck("first_name", "first name", first, customer.firstName);
  if (alone.result !== "failed" || !first || !customer.firstName) return alone;
  const whole: ReadField = { ...first, value: `${first.value} ${middle?.value ?? ""}` };
  const wholeCut = { ...whole, truncated: first.truncated || (middle?.truncated ?? false) };
  const both = `${customer.firstName} ${customer.middleName ?? ""}`;
  const agreed = namesAgree(wholeCut, both) || namesAgree(wholeCut, customer.firstName);
  return agreed ? nameResult("first_name", "first name", true) : alone;
}

function nameCheck(
  code: "last_name" | "first_name",
  label: string,
  read: ReadField | undefined,
  given: string | null,
): Check {
  if (!read || !given) return unknown(code, `The ${label} could not be compared.`);
  return nameResult(code, label, namesAgree(read, given));
}

function nameResult(code: "last_name" | "first_name", label: string, passed: boolean): Check {
  return compared(code, passed, [
    `The ${label} is the one you gave us.`,
    `The ${label} differs from the one you gave us.`,
  ]);
}

/** If the front could not be compared, its checks are unknown, so a license never passes without a comparison. */
function frontChecks({ type, front }: DocumentReading): Check[] {
  if (type !== "drivers_license") return [];
  return frontParts.flatMap(([code, label, names]) => {
    const results = names.flatMap((name) => front?.[name] ?? []);
    if (front && results.length === 0 && code === "front_name") return [];
    if (results.length === 0) return [unknown(code, `The front’s ${label} could not be compared.`)];
    return [
      compared(code, results.every(Boolean), [
        `The ${label} on the front matches the barcode.`,
        `The ${label} on the front does not match the barcode.`,
      ]),
    ];
  });
}

/** Names of one or two letters need no comparison. Without one of the number or the date, the result is unknown. */
const frontParts: [code: CheckCode, label: string, names: readonly FrontField[]][] = [
  ["front_number", "number", ["documentNumber"]],
  ["front_date_of_birth", "date of birth", ["dateOfBirth"]],
  ["front_name", "name", ["lastName", "firstName"]],
];

function numberUnused({ documentNumber }: Fields, { numberUsedByAnother }: DecisionInput): Check {
  if (!documentNumber) return unknown("document_number_unused", "The number could not be read.");
  // The customer must not learn that someone else used the document.
  return compared("document_number_unused", !numberUsedByAnother, [
    "The document’s number was checked.",
    "We’re reviewing the document’s number.",
  ]);
}

function compared(code: Check["code"], passed: boolean, texts: [yes: string, no: string]): Check {
  return { code, result: passed ? "passed" : "failed", message: passed ? texts[0] : texts[1] };
}

function unknown(code: Check["code"], message: string): Check {
  return { code, result: "unknown", message };
}
