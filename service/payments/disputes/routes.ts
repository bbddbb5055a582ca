import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { type Dispute, dispute, disputeQuery, putEvidence } from "#contract/api/disputes";
import { listOf } from "#contract/lists";
import { apiActorOf } from "../../operators/audit/index.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import type { DisputeChange } from "./act-on-dispute.ts";
import { acceptDispute, submitEvidence } from "./answer-dispute.ts";
import { type DisputeKey, listDisputes } from "./dispute-store.ts";
import { changeEvidence, requireDispute } from "./evidence.ts";
import { listFiles } from "./evidence-store.ts";
import { presentDispute } from "./present-dispute.ts";

const tags = ["Disputes"];
const params = z.object({ disputeId: z.string() });
/** Room for four megabytes of files as base64, and for all texts. */
export const evidenceBodyBytes = 7 * 1024 * 1024;

export function registerDisputeRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  idempotency: Idempotency,
): void {
  app.get(
    "/v1/disputes",
    {
      config: forSecretKeys("read", "payments", "disputes"),
      schema: {
        tags,
        summary: "List disputes, newest first",
        querystring: disputeQuery,
        response: { 200: listOf(dispute) },
      },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const { page, size } = request.query;
      const db = deps.database.kysely;
      const { disputes, total } = await listDisputes(db, operatorId, request.query);
      await deps.keyring.load(operatorId);
      const data = await Promise.all(
        disputes.map(async (dispute) =>
          presentDispute(deps, dispute, await listFiles(deps, db, dispute)),
        ),
      );
      return { data, page, size, total };
    },
  );

  app.get(
    "/v1/disputes/:disputeId",
    {
      config: forSecretKeys("read", "payments", "disputes"),
      schema: { tags, summary: "Read a dispute", params, response: { 200: dispute } },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const { disputeId } = request.params;
      const dispute = await requireDispute(deps, { operatorId, disputeId });
      await deps.keyring.load(operatorId);
      return presentDispute(deps, dispute, await listFiles(deps, deps.database.kysely, dispute));
    },
  );

  const act = (
    request: FastifyRequest<{ Params: z.infer<typeof params> }>,
    reply: FastifyReply,
    run: (key: DisputeKey, change: DisputeChange) => Promise<Dispute>,
  ) =>
    idempotency.respondOnce(request, reply, async (claim) => {
      const { operatorId } = callerOf(request);
      const body = await run(
        { operatorId, disputeId: request.params.disputeId },
        {
          actor: apiActorOf(request),
          alsoWrite: (tx, shown) => claim.store(tx, { statusCode: 200, body: shown }),
        },
      );
      return { statusCode: 200, body };
    });

  app.put(
    "/v1/disputes/:disputeId/evidence",
    {
      config: forSecretKeys("disputes"),
      bodyLimit: evidenceBodyBytes,
      schema: {
        tags,
        summary: "Add evidence to a dispute",
        description:
          "Omitted fields stay, `null` removes a field. Works until the evidence is submitted; then 409 " +
          "`evidence_submitted`.",
        params,
        body: putEvidence,
        response: { 200: dispute },
      },
    },
    (request, reply) =>
      act(request, reply, (key, change) => changeEvidence(deps, key, request.body, change)),
  );

  app.post(
    "/v1/disputes/:disputeId/submit",
    {
      config: forSecretKeys("disputes"),
      schema: {
        tags,
        summary: "Submit the evidence of a dispute",
        description:
          "Sends fields, files and a summary as PDF to the processor, once for each stage. Nothing can be added " +
          "afterwards.",
        params,
        response: { 200: dispute },
      },
    },
    (request, reply) => act(request, reply, (key, change) => submitEvidence(deps, key, change)),
  );

  app.post(
    "/v1/disputes/:disputeId/accept",
    {
      config: forSecretKeys("disputes"),
      schema: {
        tags,
        summary: "Accept a dispute",
        description: "Gives up the money. This cannot be undone.",
        params,
        response: { 200: dispute },
      },
    },
    (request, reply) => act(request, reply, (key, change) => acceptDispute(deps, key, change)),
  );
}
