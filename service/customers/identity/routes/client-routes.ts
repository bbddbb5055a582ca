import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  beginKycUpload,
  giveKycConsent,
  kycHandoff,
  kycProgress,
  kycSession,
  kycUpload,
  kycUploadLimits,
} from "#contract/client/kyc";
import { ApiError } from "../../../platform/http/api-error.ts";
import { callerOf, requireOpenWindow } from "../../../platform/http/authentication.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import { type KycCaller, readView } from "../capture/customer-step.ts";
import { presentProgress, presentSession } from "../capture/present-session.ts";
import { giveConsent, retryCapture, submitCapture } from "../capture/steps.ts";
import { beginUpload, readUpload, receivePiece } from "../capture/uploads.ts";
import { createHandoff } from "../handoff/create-handoff.ts";
import { type KycHandoffGrant, openHandoff } from "../handoff/kyc-handoffs.ts";
import type { KycDeps } from "../kyc-deps.ts";
import type { KycGrant } from "../links/kyc-links.ts";
import { listImages } from "../store/image-store.ts";

const config = { access: "client_secret" } as const;
const tags = ["Client"];
const nothing = z.strictObject({});
const uploadPath = z.object({ uploadId: z.string() });

/** Registers `/v1/client/kyc…` (contract/client/kyc.ts). */
export function registerKycClient(app: HttpServer, deps: KycDeps): void {
  const { idempotency } = deps;

  app.get(
    "/v1/client/kyc",
    {
      config,
      schema: {
        tags,
        summary: "Get the customer's verification and its next step",
        description:
          "The state of the newest verification, the document to photograph, and the sides that are missing.",
        response: { 200: kycSession },
      },
    },
    async (request) => {
      const caller = await kycCallerOf(deps, request);
      const { kysely } = deps.database;
      if (caller.handoffId !== undefined) {
        await openHandoff(kysely, caller.handoffId, deps.clock.nowMs());
      }
      return presentSession(deps, kysely, await readView(deps, caller));
    },
  );

  app.get(
    "/v1/client/kyc/status",
    {
      config,
      schema: {
        tags,
        summary: "Get the verification's progress",
        description:
          "Poll it while a document is being read, or while another device captures the pictures.",
        response: { 200: kycProgress },
      },
    },
    async (request) => {
      const view = await readView(deps, await kycCallerOf(deps, request));
      const [newest] = view.history;
      const { kysely } = deps.database;
      const images = newest ? await listImages(kysely, newest.kyc_verification_id) : [];
      return presentProgress(deps, view, images);
    },
  );

  app.post(
    "/v1/client/kyc/consent",
    {
      config,
      schema: {
        tags,
        summary: "Choose a document and consent to reading it",
        description:
          "Needed before the first picture. Stores the wording of the consent with its time.",
        body: giveKycConsent,
        response: { 200: kycSession },
      },
    },
    async (request, reply) => {
      requireOpenWindow(request, deps.clock);
      const caller = await kycCallerOf(deps, request);
      const body = await idempotency.respondOnce(request, reply, (claim) =>
        giveConsent(deps, caller, request.body, claim),
      );
      deps.webhooks.wake();
      return body;
    },
  );

  app.post(
    "/v1/client/kyc/submit",
    {
      config,
      schema: {
        tags,
        summary: "Submit the document",
        description:
          "Starts the checks. Every side must have been uploaded; otherwise 409 `kyc_side_missing`.",
        body: nothing,
        response: { 200: kycSession },
      },
    },
    async (request, reply) => {
      const caller = await kycCallerOf(deps, request);
      return idempotency.respondOnce(request, reply, (claim) => submitCapture(deps, caller, claim));
    },
  );

  app.post(
    "/v1/client/kyc/retry",
    {
      config,
      schema: {
        tags,
        summary: "Start a retry",
        description: "Starts a new verification after a rejected one, at most three in 24 hours.",
        body: nothing,
        response: { 200: kycSession },
      },
    },
    async (request, reply) => {
      requireOpenWindow(request, deps.clock);
      const caller = await kycCallerOf(deps, request);
      const body = await idempotency.respondOnce(request, reply, (claim) =>
        retryCapture(deps, caller, claim),
      );
      deps.webhooks.wake();
      return body;
    },
  );

  app.post(
    "/v1/client/kyc/handoff",
    {
      config,
      schema: {
        tags,
        summary: "Continue on another device",
        description:
          "Creates a link, shown as a QR code, that continues this verification on a phone.",
        body: nothing,
        response: { 200: kycHandoff },
      },
    },
    async (request, reply) => {
      const caller = await kycCallerOf(deps, request);
      return idempotency.respondOnce(request, reply, (claim) => createHandoff(deps, caller, claim));
    },
  );

  app.post(
    "/v1/client/kyc/uploads",
    {
      config,
      schema: {
        tags,
        summary: "Create an upload",
        description: "For one side of the document. Then send its pieces.",
        body: beginKycUpload,
        response: { 201: kycUpload },
      },
    },
    async (request, reply) => {
      const caller = await kycCallerOf(deps, request);
      return idempotency.respondOnce(request, reply, (claim) =>
        beginUpload(deps, caller, request.body, claim),
      );
    },
  );

  app.get(
    "/v1/client/kyc/uploads/:uploadId",
    {
      config,
      schema: {
        tags,
        summary: "Get an upload's progress",
        description: "Use it after a lost connection: `offset` is where the next piece begins.",
        params: uploadPath,
        response: { 200: kycUpload },
      },
    },
    async (request) => readUpload(deps, await kycCallerOf(deps, request), request.params.uploadId),
  );

  registerPieces(app, deps);
}

/** Pieces are raw bytes with their own parser and limit. They can be repeated, because they carry their offset. */
function registerPieces(app: HttpServer, deps: KycDeps): void {
  app.register(async (pieces: HttpServer) => {
    pieces.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer", bodyLimit: kycUploadLimits.chunkBytes },
      (_request, body, done) => done(null, body),
    );
    pieces.post(
      "/v1/client/kyc/uploads/:uploadId",
      {
        config,
        schema: {
          tags,
          summary: "Send a piece of a picture",
          description:
            "The body is the bytes, as application/octet-stream, at most 512 KiB. Send pieces in " +
            "order; a repeated piece changes nothing. A picture that would take too " +
            "long to read is refused with 400 `kyc_image_too_complex`, which ends the upload.",
          params: uploadPath,
          querystring: z.object({ offset: z.coerce.number().check(z.int(), z.gte(0)) }),
          response: { 200: kycUpload },
        },
      },
      async (request) => {
        const { body } = request;
        if (!Buffer.isBuffer(body) || body.length === 0) {
          throw new ApiError("unsupported_media_type", {
            message: "Send the bytes as `Content-Type: application/octet-stream`.",
          });
        }
        const caller = await kycCallerOf(deps, request);
        return receivePiece(deps, caller, request.params.uploadId, request.query.offset, body);
      },
    );
  });
}

/**
 * The customer of a verification's or intent's client secret. Throws 403 `feature_not_enabled` if the operator does not
 * let customers verify with this intent, and 401 `client_secret_expired` for a step after the intent has expired.
 */
async function kycCallerOf(deps: KycDeps, request: FastifyRequest): Promise<KycCaller> {
  if (request.method !== "GET") requireOpenWindow(request, deps.clock);
  const { operatorId, subject, grant } = callerOf(request);
  const { externalCustomerId } = grant as { externalCustomerId?: unknown };
  if (typeof externalCustomerId !== "string") throw new Error("the grant has no customer");
  if (subject.startsWith("kyc_")) {
    return { secret: "identity", operatorId, externalCustomerId, link: grant as KycGrant };
  }
  if (subject.startsWith("kho_")) {
    const { handoffId, link, fromPayment } = grant as KycHandoffGrant;
    const secret = fromPayment ? "payment" : "identity";
    return { secret, operatorId, externalCustomerId, link, handoffId };
  }
  // A payout may require a document because of the year's total.
  const { settings } = await deps.operators.get(operatorId);
  const secret = subject.startsWith("di_") ? "payout" : "payment";
  const isAllowed = secret === "payout" || settings.verifyOnFirstPayment;
  if (!isAllowed) throw new ApiError("feature_not_enabled");
  return { secret, operatorId, externalCustomerId, link: undefined };
}
