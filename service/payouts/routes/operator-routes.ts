import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  createDisbursementIntent,
  createdDisbursementIntent,
  disbursement,
  disbursementIntent,
  pendingDisbursement,
  proceedBody,
} from "#contract/api/disbursements";
import { listOf, pageQuery } from "#contract/lists";
import { fieldRefusal } from "../../platform/http/api-error.ts";
import {
  callerHasScope,
  callerOf,
  callingKeyOf,
  forSecretKeys,
} from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { type PollingGate, requireSlowPolling } from "../../platform/http/polling-gate.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { createIntent } from "../flow/create-intent.ts";
import { decidePayout } from "../flow/decide-payout.ts";
import { extrasOf, refreshPayout } from "../flow/refresh-payout.ts";
import { presentDisbursement, presentIntent } from "../present.ts";
import { listDisbursements, listOfCustomer } from "../review/list-disbursements.ts";
import { listPendingValidation } from "../review/pending-validation.ts";
import { requirePayout } from "../store/payout-store.ts";

const tags = ["Disbursements"];

export function registerOperatorRoutes(
  app: HttpServer,
  deps: DisbursementsDeps,
  polling: PollingGate,
): void {
  const { idempotency } = deps;

  app.post(
    "/v1/disbursement-intents",
    {
      config: forSecretKeys("payouts"),
      schema: {
        tags,
        summary: "Create a disbursement intent",
        description:
          "Returns the intent with its `clientSecretKey`, which no other response contains. The customer has " +
          "two hours to choose how to be paid; the payout is sent after your approval.",
        body: createDisbursementIntent,
        response: { 201: createdDisbursementIntent },
      },
    },
    (request, reply) =>
      idempotency.respondOnce(request, reply, (claim) => {
        const { operatorId } = callerOf(request);
        const createdKeyId = callingKeyOf(request).keyId;
        return createIntent(deps, { operatorId, createdKeyId }, request.body, claim);
      }),
  );

  app.get(
    "/v1/disbursement-intents",
    {
      config: forSecretKeys("read", "payouts"),
      schema: {
        tags,
        summary: "List disbursement intents, newest first",
        description:
          "Shaped like the status responses, without client secrets. `disbursement` is left " +
          "out until the customer has chosen a payout method.",
        querystring: pageQuery,
        response: { 200: listOf(disbursementIntent) },
      },
    },
    async (request) => {
      const found = await listDisbursements(deps, callerOf(request).operatorId, request.query);
      return { ...found, data: found.data.map(({ isHeld: _, ...intent }) => intent) };
    },
  );

  app.get(
    "/v1/disbursement-intents/:disbursementIntentId/status",
    {
      config: forSecretKeys("read", "payouts", "approvals"),
      schema: {
        tags,
        summary: "Status of a disbursement intent and its disbursement",
        description:
          "`disbursement` is left out until the customer has chosen a payout method. A status that you " +
          "have not seen is returned at once; one that you have seen, at most once every two seconds.",
        params: z.object({ disbursementIntentId: z.string() }),
        response: { 200: disbursementIntent },
      },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const payout = await requirePayout(deps, operatorId, request.params.disbursementIntentId);
      const current = await refreshPayout(deps, payout);
      const { disbursementIntentId, version } = current.payout;
      requireSlowPolling(polling, operatorId, disbursementIntentId, String(version));
      const { w9CaptureUrl, ...extras } = await extrasOf(deps, current);
      // The link can act for the customer, so a read-only key does not receive it.
      const link = callerHasScope(request, "payouts") ? { w9CaptureUrl } : {};
      return presentIntent(current.payout, { ...extras, ...link });
    },
  );

  app.get(
    "/v1/disbursements/pending-validation",
    {
      config: forSecretKeys("read", "approvals"),
      schema: {
        tags,
        summary: "Disbursements that wait for your approval, newest first",
        description:
          "Each with its customer. Send its `version` in `If-Match` to approve what you saw.",
        querystring: pageQuery,
        response: { 200: listOf(pendingDisbursement) },
      },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const { data, ...page } = await listPendingValidation(deps, operatorId, request.query);
      return {
        ...page,
        data: data.map(({ disbursement: shown, customer }) => ({ ...shown, customer })),
      };
    },
  );

  app.post(
    "/v1/disbursements/:disbursementIntentId/proceed/:allow",
    {
      config: forSecretKeys("approvals"),
      schema: {
        tags,
        summary: "Approve or reject a disbursement",
        description:
          "`true` sends it at once, `false` rejects it. `If-Match` with the disbursement's `version` " +
          "is optional; if the disbursement has changed, the response is 409. These refusals change " +
          "nothing: 400 `w9_not_completed` and `kyc_not_verified`; 403 `dual_control_required` (the " +
          "setting `dualControl` is on, and this key created the payout, or the person who issued this " +
          "key issued the key that did); 403 `approval_limit_exceeded` (the key's daily limit).",
        params: z.object({ disbursementIntentId: z.string(), allow: z.enum(["true", "false"]) }),
        body: proceedBody,
        response: { 200: disbursementIntent },
      },
    },
    (request, reply) => {
      const { disbursementIntentId, allow } = request.params;
      const version = versionOf(request);
      return idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { keyId, lineId } = callingKeyOf(request);
        const body = await decidePayout(
          deps,
          { operatorId, disbursementIntentId },
          {
            decision: allow === "true" ? "approve" : "reject",
            decider: { kind: "key", keyId, lineId },
            ...(version === undefined ? {} : { version }),
            ...(request.body?.reason === undefined ? {} : { reason: request.body.reason }),
          },
          (tx, intent) => claim.store(tx, { statusCode: 200, body: intent }),
        );
        return { statusCode: 200, body };
      });
    },
  );

  app.get(
    "/v1/customers/:externalCustomerId/disbursements",
    {
      config: forSecretKeys("read", "payouts"),
      schema: {
        tags,
        summary: "A customer's disbursements, newest first",
        description: "Only those for which the customer has chosen a payout method.",
        params: z.object({ externalCustomerId: z.string() }),
        querystring: pageQuery,
        response: { 200: listOf(disbursement) },
      },
    },
    async (request) => {
      const { externalCustomerId } = request.params;
      const { operatorId } = callerOf(request);
      const owner = { operatorId, externalCustomerId };
      const { data, ...page } = await listOfCustomer(deps, owner, request.query);
      return { ...page, data: data.map(presentDisbursement) };
    },
  );
}

/** Accepts `If-Match` with or without quotes; undefined if it is missing or `*`. */
function versionOf(request: FastifyRequest): number | undefined {
  const text = request.headers["if-match"];
  if (text === undefined || text === "*") return undefined;
  const version = /^"?(\d{1,9})"?$/.exec(text)?.[1];
  if (version === undefined) {
    throw fieldRefusal("invalid_value", "If-Match", "If-Match must be a disbursement's version.");
  }
  return Number(version);
}
