import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { smsVerification } from "#contract/client/sms-verification";
import {
  checkW9Code,
  completeW9,
  confirmW9,
  declareNotUsPerson as declareBody,
  sendW9Code,
  w9Completed,
  w9Confirmation,
  w9ConfirmationRefused,
  w9Draft,
  w9Progress,
  w9ReceiptHeader,
  w9Session,
  w9Status,
} from "#contract/client/w9";
import { startSmsVerification } from "../../../customers/text-messages/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ApiResponse, ResponseClaim } from "../../../platform/http/idempotency.ts";
import { codeSubjectOf, confirmDateOfBirth, confirmPhone } from "../capture/confirm.ts";
import { openSession, presentProgress } from "../capture/session.ts";
import { completeForm, declareNotUsPerson, leaveForm, saveDraft } from "../capture/steps.ts";
import { readToken } from "../capture/tokens.ts";
import { type W9Caller, w9CallerOf } from "../capture/w9-caller.ts";
import { drawSignedForm } from "../pdf/draw-signed-form.ts";
import { logAccess, readWindow } from "../store/access-log.ts";
import type { TaxDeps } from "../tax-deps.ts";

const config = { access: "client_secret" } as const;
const tags = ["Client"];

/** The routes of the page behind a capture link (contract/client/w9.ts). */
export function registerW9Client(app: HttpServer, deps: TaxDeps): void {
  const once = <Body>(
    request: FastifyRequest,
    reply: FastifyReply,
    run: (caller: W9Caller, claim: ResponseClaim) => Promise<ApiResponse<Body>>,
    leaveOut: readonly string[] = [],
  ): Promise<Body> =>
    deps.idempotency.respondOnce(request, reply, (claim) => run(w9CallerOf(deps, request), claim), {
      leaveOut,
    });

  app.get(
    "/v1/client/w9",
    {
      config,
      schema: {
        tags,
        summary: "The W-9 to complete",
        description:
          "Contains customer data only inside an open intent, or once the customer has " +
          "confirmed who they are.",
        response: { 200: w9Session },
      },
    },
    (request) => openSession(deps, w9CallerOf(deps, request)),
  );

  app.get(
    "/v1/client/w9/status",
    {
      config,
      schema: {
        tags,
        summary: "Progress of the W-9",
        description: "For polling by the page that opened the form.",
        response: { 200: w9Status },
      },
    },
    async (request) => {
      const { row } = w9CallerOf(deps, request);
      const window = await readWindow(deps.database.kysely, row, deps.clock.nowMs());
      return { ...presentProgress(row), ...window };
    },
  );

  app.post(
    "/v1/client/w9/left",
    {
      config,
      schema: {
        tags,
        summary: "Report that the customer leaves the page",
        description:
          "Lets the page that opened the form notice at once that its window was closed.",
        body: z.strictObject({}),
        response: { 200: w9Progress },
      },
    },
    (request, reply) => once(request, reply, (caller, claim) => leaveForm(deps, caller, claim)),
  );

  app.post(
    "/v1/client/w9/confirm",
    {
      config,
      schema: {
        tags,
        summary: "Confirm the customer's date of birth",
        description:
          "Returns a token that unlocks the prefilled data. Five wrong dates lock the link.",
        body: confirmW9,
        response: { 200: w9Confirmation, 400: w9ConfirmationRefused },
      },
    },
    (request, reply) =>
      once(request, reply, (caller, claim) =>
        confirmDateOfBirth(deps, caller, request.body.dateOfBirth, claim),
      ),
  );

  app.post(
    "/v1/client/w9/phone-code",
    {
      config,
      schema: {
        tags,
        summary: "Send a code to the customer's phone",
        description:
          "Another way to confirm who the customer is, if a verified phone number is on file.",
        body: sendW9Code,
        response: { 200: smsVerification },
      },
    },
    (request, reply) => {
      const caller = w9CallerOf(deps, request);
      if (caller.row.status !== "pending") throw new ApiError("w9_already_completed");
      return deps.idempotency.withLease(request, reply, (claim) =>
        startSmsVerification(
          deps.sms,
          {
            ...codeSubjectOf(caller),
            phoneNumber: undefined,
            language: request.body.language,
            ipAddress: request.ip,
          },
          claim,
        ),
      );
    },
  );

  app.post(
    "/v1/client/w9/phone-code/check",
    {
      config,
      schema: {
        tags,
        summary: "Check the code from the text message",
        description:
          "The correct code unlocks the prefilled data. Five wrong codes end it; request a new one.",
        body: checkW9Code,
        response: { 200: w9Confirmation, 400: w9ConfirmationRefused },
      },
    },
    (request, reply) =>
      once(request, reply, (caller, claim) => confirmPhone(deps, caller, request.body.code, claim)),
  );

  app.put(
    "/v1/client/w9/draft",
    {
      config,
      schema: {
        tags,
        summary: "Save a draft",
        description: "Everything but the TIN, until the form is signed.",
        body: w9Draft,
        response: { 200: w9Progress },
      },
    },
    (request, reply) =>
      once(request, reply, (caller, claim) => saveDraft(deps, caller, request.body, claim)),
  );

  app.post(
    "/v1/client/w9/not-us-person",
    {
      config,
      schema: {
        tags,
        summary: "Declare that the customer is not a US person",
        description: "The service stores nothing else. The customer can withdraw it.",
        body: declareBody,
        response: { 200: w9Progress },
      },
    },
    (request, reply) =>
      once(request, reply, (caller, claim) =>
        declareNotUsPerson(deps, caller, request.body.notUsPerson, claim),
      ),
  );

  app.post(
    "/v1/client/w9/complete",
    {
      config,
      schema: {
        tags,
        summary: "Sign and submit the W-9",
        description:
          "Stores the signed text with time and address. The link expires. The response's receipt " +
          "opens the signed copy for an hour.",
        body: completeW9,
        response: { 200: w9Completed },
      },
    },
    async (request, reply) => {
      const body = await once(
        request,
        reply,
        (caller, claim) => completeForm(deps, caller, request.body, claim),
        ["tin"],
      );
      deps.webhooks.wake();
      deps.wakeMatching();
      return body;
    },
  );

  app.get(
    "/v1/client/w9/copy",
    {
      config,
      schema: {
        tags,
        summary: "The signed form as a PDF",
        description: "For the window that signed it, with its receipt.",
      },
    },
    async (request, reply) => {
      const { row, from } = w9CallerOf(deps, request);
      const receipt = request.headers[w9ReceiptHeader.toLowerCase()];
      if (row.status === "pending" || readToken(deps, row, receipt) !== "receipt") {
        throw new ApiError("w9_copy_unavailable");
      }
      const { kysely } = deps.database;
      await logAccess(deps, kysely, row, { actor: "customer", action: "copy_downloaded", from });
      reply
        .type("application/pdf")
        .header("cache-control", "no-store")
        .header("content-disposition", 'attachment; filename="form-w-9.pdf"');
      return reply.send(await drawSignedForm(deps.keyring, row));
    },
  );
}
