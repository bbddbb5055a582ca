import * as z from "zod/mini";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import type { Authentications } from "../issuer/authentications.ts";
import type { BankPaymentBook } from "../login-bank/payment-book.ts";
import type { BankRefundBook } from "../login-bank/refund-requests.ts";
import type { BookedCharge, ChargeBook } from "../processors/charge-book.ts";
import { type FaultBox, faultOrder } from "../processors/faults.ts";
import type { RefundBook } from "../processors/refund-book.ts";

export interface AdminParts {
  book: ChargeBook;
  refunds: RefundBook;
  faults: FaultBox;
  unhealthy: Set<string>;
  authentications: Authentications;
  paidAtBank: BankPaymentBook;
  refundedByBank: BankRefundBook;
}

/**
 * Routes for tests and for debugging:
 * - `GET /admin/charges?merchantReference=&processor=&last4=` booked charges with `requests`, the number of requests
 *   for each
 * - `GET /admin/reversals` reversed charges
 * - `GET /admin/refunds?merchantReference=&processor=&idempotencyKey=&chargeId=` booked refunds, with `requests` and
 *   the `changes` to come
 * - `GET /admin/bank-payments` payments booked by the customers' bank, with `requests`
 * - `GET /admin/bank-refunds` refunds booked by the customers' bank, with `requests`
 * - `GET /admin/authentications?threeDSServerTransID=` with the deliveries of their results
 * - `GET`, `POST`, `DELETE /admin/faults` faults to inject (processors/faults.ts)
 * - `POST /admin/processors/:name/health` `{ healthy }`
 */
export function adminRoutes(parts: AdminParts): Route[] {
  const { book, refunds, faults, unhealthy, authentications, paidAtBank, refundedByBank } = parts;

  function charges(query: URLSearchParams): unknown[] {
    return book
      .all()
      .filter((charge) => fits(charge, query, chargeFilters))
      .map(({ fingerprint: _, ...charge }) => ({ ...charge, requests: book.requestsOf(charge) }));
  }

  return [
    ["GET /admin/bank-payments", () => json(200, { data: paidAtBank.all() })],
    ["GET /admin/bank-refunds", () => json(200, { data: refundedByBank.all() })],
    ["GET /admin/charges", ({ url }) => json(200, { data: charges(url.searchParams) })],
    [
      "GET /admin/reversals",
      ({ url }) => {
        const reversed = charges(url.searchParams).filter(
          (charge) => (charge as BookedCharge).reversal !== undefined,
        );
        return json(200, { data: reversed });
      },
    ],
    [
      "GET /admin/refunds",
      ({ url }) => {
        const data = refunds
          .all()
          .filter((refund) => fits(refund, url.searchParams, refundFilters))
          .map(({ fingerprint: _, ...refund }) => ({
            ...refund,
            requests: refunds.requestsOf(refund),
          }));
        return json(200, { data });
      },
    ],
    [
      "GET /admin/authentications",
      ({ url }) => {
        const id = url.searchParams.get("threeDSServerTransID");
        const data = authentications
          .all()
          .filter(({ threeDSServerTransID }) => id === null || threeDSServerTransID === id)
          .map(({ cancelTimer: _timer, reported: _reported, ...shown }) => shown);
        return json(200, { data });
      },
    ],
    ["GET /admin/faults", () => json(200, { data: faults.waiting() })],
    [
      "POST /admin/faults",
      ({ body }) => {
        const order = parseJsonBody(faultOrder, body);
        return order
          ? json(201, faults.order(order))
          : problem(400, "invalid_request", "This fault does not exist.");
      },
    ],
    [
      "DELETE /admin/faults",
      () => {
        faults.clear();
        return json(200, { data: [] });
      },
    ],
    [
      "POST /admin/processors/:name/health",
      ({ params, body }) => {
        const health = parseJsonBody(z.strictObject({ healthy: z.boolean() }), body);
        if (!health) return problem(400, "invalid_request", "Send { healthy: true | false }.");
        const name = params["name"] ?? "";
        if (health.healthy) unhealthy.delete(name);
        else unhealthy.add(name);
        return json(200, { name, healthy: health.healthy });
      },
    ],
  ];
}

const chargeFilters = ["merchantReference", "processor", "last4", "idempotencyKey"] as const;
const refundFilters = ["merchantReference", "processor", "chargeId", "idempotencyKey"] as const;

function fits<Field extends string>(
  booked: Readonly<Record<Field, string>>,
  query: URLSearchParams,
  filters: readonly Field[],
): boolean {
  return filters.every((field) => {
    const value = query.get(field);
    return value === null || booked[field] === value;
  });
}
