import * as z from "zod/mini";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { faultyResponse } from "../../http/faulty-response.ts";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange, Handler, Route } from "../../http/router.ts";
import type { FaultBox } from "../../processors/faults.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import { calculateTax } from "./calculate-tax.ts";
import type { BookedTaxDocument, TaxBook } from "./tax-book.ts";

const base = "/vendors/avatax/api/v2";
const name = "avatax";

const address = z.object({
  line1: z.optional(z.string().check(z.maxLength(50))),
  city: z.optional(z.string().check(z.maxLength(50))),
  region: z.string().check(z.regex(/^[A-Z]{2}$/)),
  postalCode: z.string().check(z.regex(/^\d{5}(-\d{4})?$/)),
  country: z.literal("US"),
});
const override = z.object({
  type: z.literal("TaxAmount"),
  taxAmount: z.number(),
  taxDate: z.iso.date(),
  reason: z.string().check(z.minLength(1)),
});
const createTransaction = z.object({
  type: z.enum(["SalesOrder", "SalesInvoice", "ReturnInvoice"]),
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(50))),
  companyCode: z.string().check(z.minLength(1), z.maxLength(25)),
  date: z.iso.date(),
  customerCode: z.string().check(z.minLength(1), z.maxLength(50)),
  currencyCode: z.literal("USD"),
  commit: z._default(z.boolean(), false),
  addresses: z.union([
    z.object({ singleLocation: address }),
    z.object({ shipFrom: address, shipTo: address }),
  ]),
  lines: z.tuple([
    z.object({ number: z.string(), amount: z.number(), taxOverride: z.optional(override) }),
  ]),
});
type CreateTransaction = z.infer<typeof createTransaction>;

export interface AvaTaxParts {
  readonly deps: Pick<SandboxDeps, "sleep">;
  readonly book: TaxBook;
  readonly faults: FaultBox;
}

/**
 * The part of AvaTax that the connector uses, with the sandbox's own rates: a state's part and a local one. Like AvaTax
 * it replaces an uncommitted document with the same code, and refuses the code of a committed one.
 *
 * `GET /admin/tax-documents` lists the documents with `requests`, the number of requests to create them.
 */
export function avataxRoutes({ deps, book, faults }: AvaTaxParts): Route[] {
  type Reply = SandboxResponse | Silence | Promise<SandboxResponse | Silence>;

  function create(exchange: Exchange): Reply {
    const request = parseJsonBody(createTransaction, exchange.body);
    if (!request) return error(400, "ValueRequiredError");
    const isQuote = request.type === "SalesOrder";
    const fault = faults.take(name, isQuote ? "tax_quote" : "tax_commit", request.code);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(500, "ServerException");
    const calculated = calculateTax(request.lines[0].amount, placeOf(request), request.date);
    if (isQuote) {
      const totalAmount = request.lines[0].amount + (fault === "wrong_amount" ? 1 : 0);
      const shown = { type: request.type, status: "Temporary", ...calculated, totalAmount };
      return faultyResponse(deps, json(201, shown), fault);
    }
    const { type, code = "", companyCode } = request;
    if (type === "SalesOrder" || code === "") return error(400, "ValueRequiredError");
    const named = { companyCode, type, code };
    book.countRequest(named);
    const known = book.find(named);
    if (known && known.status !== "Saved") return error(400, "DocumentCodeConflict");
    const document: BookedTaxDocument = {
      ...named,
      status: request.commit ? "Committed" : "Saved",
      customerCode: request.customerCode,
      date: request.date,
      currencyCode: request.currencyCode,
      totalAmount: request.lines[0].amount,
      totalTax: request.lines[0].taxOverride?.taxAmount ?? calculated.totalTax,
      totalTaxCalculated: calculated.totalTax,
      region: placeOf(request).region,
      postalCode: placeOf(request).postalCode,
    };
    book.save(document);
    const shown = fault === "wrong_amount" ? { ...document, totalTax: 0.01 } : document;
    return faultyResponse(deps, json(201, shown), fault);
  }

  function find(exchange: Exchange): Reply {
    const document = named(exchange);
    const fault = faults.take(name, "tax_look_up", exchange.params["code"]);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(500, "ServerException");
    return faultyResponse(
      deps,
      document ? json(200, document) : error(404, "EntityNotFoundError"),
      fault,
    );
  }

  function change(
    exchange: Exchange,
    status: "Committed" | "Cancelled",
    call: "tax_commit" | "tax_void",
  ): Reply {
    const document = named(exchange);
    if (!document) return error(404, "EntityNotFoundError");
    const fault = faults.take(name, call, document.code);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(500, "ServerException");
    if (document.status === "Cancelled") return error(400, "CannotModifyVoidedTransaction");
    const changed = { ...document, status };
    book.save(changed);
    return faultyResponse(deps, json(200, changed), fault);
  }

  function named({ params, url }: Exchange): BookedTaxDocument | undefined {
    const type = url.searchParams.get("documentType");
    if (type !== "SalesInvoice" && type !== "ReturnInvoice") return undefined;
    return book.find({
      companyCode: params["company"] ?? "",
      type,
      code: params["code"] ?? "",
    });
  }

  const one = `${base}/companies/:company/transactions/:code`;
  return [
    [`POST ${base}/transactions/create`, guarded(create)],
    [`GET ${one}`, guarded(find)],
    [`POST ${one}/commit`, guarded((exchange) => change(exchange, "Committed", "tax_commit"))],
    [`POST ${one}/void`, guarded((exchange) => change(exchange, "Cancelled", "tax_void"))],
    ["GET /admin/tax-documents", () => json(200, { data: book.all() })],
  ];
}

function placeOf({ addresses }: CreateTransaction) {
  return "shipTo" in addresses ? addresses.shipTo : addresses.singleLocation;
}

const authorization = `Basic ${Buffer.from(`tessera:${sandboxCredentials.avatax}`).toString("base64")}`;

function guarded(handler: Handler): Handler {
  return (exchange) =>
    exchange.headers["authorization"] === authorization
      ? handler(exchange)
      : error(401, "AuthenticationException");
}

function error(status: number, code: string): SandboxResponse {
  return json(status, { error: { code, message: "See code.", details: [{ code }] } });
}
