/**
 * Describes a request's invalid fields. The caller chose their names and number, so both are limited: a response never
 * grows with the request.
 */
import type * as core from "zod/v4/core";
import type { FieldError } from "#contract/error-response";
import { type ErrorCode, errorCodes } from "#contract/errors";
import { ApiError, fieldError } from "./api-error.ts";

export const errorLimits = {
  fields: 20,
  pathLength: 200,
  messageLength: 300,
} as const;

export type RequestPart = "body" | "query" | "path" | "headers";

/** Too general to be the code of the whole refusal. */
const generalCodes: ReadonlySet<string> = new Set(["required", "invalid_type", "invalid_value"]);

/** Lists the invalid fields. If all have the same specific code, the refusal gets it too. */
export function validationRefusal(issues: readonly core.$ZodIssue[], part: RequestPart): ApiError {
  const errors: FieldError[] = [];
  for (const issue of issues) {
    if (errors.length >= errorLimits.fields) break;
    errors.push(...describeIssue(issue).slice(0, errorLimits.fields - errors.length));
  }
  const first = errors[0]?.errorCode ?? "validation_failed";
  const isShared = errors.every(({ errorCode }) => errorCode === first) && !generalCodes.has(first);
  const code = isShared ? (first as ErrorCode) : "validation_failed";
  const names = errors.map(({ path }) => path).filter(Boolean);
  const text = isShared ? errorCodes[code].message : `The ${part} has invalid fields.`;
  const more = countFields(issues) > errors.length ? ", …" : "";
  return new ApiError(code, {
    message: names.length > 0 ? `${text} (${names.join(", ")}${more})` : text,
    errors,
  });
}

/** Returns `path`, cut with an ellipsis if it is too long to repeat. */
export function shortenPath(path: string): string {
  return shorten(path, errorLimits.pathLength);
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function countFields(issues: readonly core.$ZodIssue[]): number {
  return issues.reduce(
    (count, issue) => count + (issue.code === "unrecognized_keys" ? issue.keys.length : 1),
    0,
  );
}

function describeIssue(issue: core.$ZodIssue): FieldError[] {
  const path = pathOf(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .slice(0, errorLimits.fields)
      .map((key) => fieldError(shortenPath(path ? `${path}.${key}` : key), "unknown_field"));
  }
  // A schema's own check can set the code: `params: { errorCode: "amount_precision" }`.
  const named = issue.code === "custom" ? issue.params?.["errorCode"] : undefined;
  if (typeof named === "string" && Object.hasOwn(errorCodes, named)) {
    return [fieldError(path, named as ErrorCode)];
  }
  if (issue.code === "invalid_type" && isMissing(issue)) return [fieldError(path, "required")];
  return [
    {
      path,
      message: shorten(
        issue.message || errorCodes.invalid_value.message,
        errorLimits.messageLength,
      ),
      errorCode: issue.code === "invalid_type" ? "invalid_type" : "invalid_value",
    },
  ];
}

/** Shortens each name before joining: a name can be as long as a body. */
function pathOf(names: readonly PropertyKey[]): string {
  return shortenPath(names.map((name) => shortenPath(String(name))).join("."));
}

/** zod says "received undefined" for a missing field. */
function isMissing({ input, message }: core.$ZodIssue): boolean {
  return input === undefined && message.includes("received undefined");
}
