import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  nameDestination as nameDestinationBody,
  type RefundQuote,
  type RefundSession,
  refundQuote,
  refundSession,
} from "#contract/client/refund";
import { toMajor } from "#contract/money";
import { totalOfParts } from "#contract/refund-parts";
import { type Operator, presentOperator } from "../../../operators/accounts/index.ts";
import { toIsoTime } from "../../../platform/clock.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { type ClientSecrets, callerOf, grantOf } from "../../../platform/http/authentication.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../../platform/http/idempotency.ts";
import { toUnits } from "../../../rails/coins/index.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { RefundRecord } from "../records.ts";
import { resolveRefundSecret } from "./link.ts";
import { isCrypto, limitUnits, nameDestination } from "./name-destination.ts";

const config = { access: "client_secret" } as const;
const tags = ["Client"];
const path = "/v1/client/refund";

/** Registers the calls of the customer's page (contract/client/refund.ts). */
export function registerDestinationRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  { clientSecrets, idempotency }: { clientSecrets: ClientSecrets; idempotency: Idempotency },
): void {
  clientSecrets.register("ref", resolveRefundSecret(deps), {
    publishableKey: "optional",
    within: path,
  });

  app.get(
    path,
    {
      config,
      schema: {
        tags,
        summary: "The refund that needs a destination",
        description:
          "What the page behind `refundUrl` shows. It says nothing about the customer, because a link " +
          "can be forwarded.",
        response: { 200: refundSession },
      },
    },
    async (request) => {
      const refund = refundOf(request);
      return presentSession(refund, await deps.operators.get(refund.operatorId));
    },
  );

  app.post(
    `${path}/quote`,
    {
      config,
      schema: {
        tags,
        summary: "Quote a refund in crypto",
        description:
          "The amount of the asset that was paid, at the current rate. It is guaranteed for five minutes, " +
          "and is never more than what was received.",
        body: z.strictObject({}),
        response: { 200: refundQuote },
      },
    },
    (request) => quote(deps, refundOf(request)),
  );

  app.post(
    `${path}/destination`,
    {
      config,
      schema: {
        tags,
        summary: "Name the destination of a refund",
        description:
          "Works once. Staff of the operator approve the destination before anything is sent.",
        body: nameDestinationBody,
        response: { 200: refundSession },
      },
    },
    (request, reply) =>
      idempotency.respondOnce(request, reply, async (claim) => {
        const refund = refundOf(request);
        const source = {
          ipAddress: request.ip,
          userAgent: (request.headers["user-agent"] ?? "").slice(0, 500),
        };
        const operator = await deps.operators.get(refund.operatorId);
        const responseOf = (named: RefundRecord) => ({
          statusCode: 200,
          body: presentSession(named, operator),
        });
        const named = await nameDestination(deps, refund, request.body, source, (tx, row) =>
          claim.store(tx, responseOf(row)),
        );
        return responseOf(named);
      }),
  );
}

function refundOf(request: FastifyRequest): RefundRecord {
  callerOf(request);
  return grantOf<RefundRecord>(request, "ref");
}

function presentSession(refund: RefundRecord, operator: Operator): RefundSession {
  const { refundId, step, currency, parts, transfer } = refund;
  if (!transfer) throw new ApiError("resource_not_found");
  return {
    refundId,
    status: statusOf(refund),
    operator: presentOperator(operator),
    type: transfer.type,
    amount: toMajor(totalOfParts(parts), currency),
    currency,
    crypto: isCrypto(transfer)
      ? {
          asset: transfer.asset,
          network: transfer.network,
          // Does not show the confirmed destination again: others may have the link by now.
          amount:
            transfer.units === null || step !== "awaiting_destination"
              ? null
              : toUnits(BigInt(transfer.units), transfer.asset),
        }
      : null,
    expiresAt: toIsoTime(transfer.linkExpiresAtMs),
  };
}

function statusOf({ step, transfer }: RefundRecord): string {
  if (step === "awaiting_destination") return "open";
  return transfer?.destinationSealed && step !== "canceled" && step !== "failed"
    ? "named"
    : "closed";
}

async function quote(deps: PaymentsDeps, refund: RefundRecord): Promise<RefundQuote> {
  const { operatorId, refundId, step, currency, parts, transfer } = refund;
  if (step !== "awaiting_destination") throw new ApiError("refund_link_used");
  if (!isCrypto(transfer) || transfer.units !== null) throw new ApiError("resource_not_found");
  const { asset, network } = transfer;
  const quoted = await deps.coins.quote({
    operatorId,
    subject: refundId,
    asset,
    network,
    amountMinor: totalOfParts(parts),
    currency,
  });
  const { amount } = await deps.coins.acceptQuote(quoted.quoteId, {
    operatorId,
    subject: refundId,
    asset,
    network,
  });
  const units = limitUnits(transfer, BigInt(amount));
  return {
    quoteId: quoted.quoteId,
    amount: toUnits(units, asset),
    rate: quoted.rate,
    isLimited: units < BigInt(amount),
    expiresAt: quoted.expiresAt,
  };
}
