/** Reads Dwolla's responses. Links count only if they lead to the configured host. */
import * as z from "zod/mini";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import type { VendorResponse } from "../../kit/exchange.ts";
import { minorOfDecimal } from "../../processor/kit/decimal-amount.ts";
import { reasonOfReturn } from "../kit/bank-reasons.ts";
import type { ExpectedPayout } from "../payout-provider.ts";

const text = z.string().check(z.maxLength(500));
const transfer = z.object({
  id: text,
  status: text,
  amount: z.object({ value: text, currency: text }),
  correlationId: z.optional(text),
});
export type Transfer = z.infer<typeof transfer>;

const transferList = z.object({ _embedded: z.object({ transfers: z.array(transfer) }) });
const failure = z.object({ code: text });
const customer = z.object({ id: text, correlationId: z.optional(text) });
const links = z.optional(z.object({ about: z.optional(z.object({ href: text })) }));
const problem = z.object({
  code: text,
  _links: links,
  _embedded: z.optional(
    z.object({
      errors: z.array(z.object({ code: z.optional(text), path: z.optional(text), _links: links })),
    }),
  ),
});

const token = z.object({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]{8,4000}$/)),
  expires_in: z.int().check(z.gte(0)),
});

const longestTokenMs = 24 * 60 * 60_000;
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The response's body; null unless it is a success in this form. */
function bodyOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  response: VendorResponse,
  status = 200,
): z.infer<Schema> | null {
  if (response instanceof OutgoingCallFailed || response.statusCode !== status) return null;
  const parsed = schema.safeParse(parseJson(response.text));
  return parsed.success ? parsed.data : null;
}

export function tokenOf(response: VendorResponse): { token: string; validForMs: number } | null {
  const found = bodyOf(token, response);
  if (!found) return null;
  const validForMs = Math.min(found.expires_in * 1_000, longestTokenMs);
  return { token: found.access_token, validForMs };
}

export const transferOf = (response: VendorResponse): Transfer | null => bodyOf(transfer, response);

export const transfersOf = (response: VendorResponse): readonly Transfer[] | null =>
  bodyOf(transferList, response)?._embedded.transfers ?? null;

export const failureCodeOf = (response: VendorResponse): string | null =>
  bodyOf(failure, response)?.code ?? null;

export const customerOf = (response: VendorResponse): z.infer<typeof customer> | null =>
  bodyOf(customer, response);

/** The id at the end of a link to a resource of this kind on our host; null for any other link. */
export function idOfLink(href: unknown, base: string, resource: string): string | null {
  const start = `${base}/${resource}/`;
  if (typeof href !== "string" || !href.startsWith(start)) return null;
  const found = href.slice(start.length);
  return idPattern.test(found) ? found.toLowerCase() : null;
}

/** A created resource's id (201 with `Location`). */
export function createdId(response: VendorResponse, base: string, resource: string): string | null {
  if (response instanceof OutgoingCallFailed || response.statusCode !== 201) return null;
  return idOfLink(response.headers["location"], base, resource);
}

/** Why Dwolla refused a request (400), as far as it says. */
export interface Refusal {
  readonly code: string;
  readonly path: string;
  /** A link to the resource that exists already. */
  readonly about: string | undefined;
}

export function refusalOf(response: VendorResponse): Refusal | null {
  const found = bodyOf(problem, response, 400);
  if (!found) return null;
  const [error] = found._embedded?.errors ?? [];
  return {
    code: error?.code ?? found.code,
    path: error?.path ?? "",
    about: error?._links?.about?.href ?? found._links?.about?.href,
  };
}

export function isOfAmount(
  { amount }: Transfer,
  expected: Pick<ExpectedPayout, "amountMinor" | "currency">,
): boolean {
  const { value, currency } = amount;
  return currency === expected.currency && minorOfDecimal(value, currency) === expected.amountMinor;
}

export const isId = (value: string): boolean => idPattern.test(value);

/** Our reason for a failed transfer's code. Codes other than banks' return codes mean nothing to customers. */
export function reasonOfFailureCode(code: string | null): string {
  const plain = code?.trim().toUpperCase() ?? "";
  return /^R\d\d$/.test(plain) ? reasonOfReturn(plain) : "declined";
}
