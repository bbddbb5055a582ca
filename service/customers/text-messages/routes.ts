import type { FastifyRequest } from "fastify";
import {
  checkSmsCode as checkBody,
  smsVerification,
  startSmsVerification as startBody,
  wrongSmsCode,
} from "#contract/client/sms-verification";
import { callerOf, grantOf, requireOpenWindow } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { checkSmsCode } from "./check-code.ts";
import type { SmsDeps } from "./sms-deps.ts";
import type { SmsSubject } from "./sms-store.ts";
import { startSmsVerification } from "./start-verification.ts";

const config = { access: "client_secret" } as const;
const tags = ["Client"];

/** Only a payout's client secret opens the phone step. Other purposes need no code, so theirs could only be misused. */
export function registerSms(app: HttpServer, deps: SmsDeps & { idempotency: Idempotency }): void {
  app.post(
    "/v1/client/sms-verification",
    {
      config,
      schema: {
        summary: "Send or resend a code to the customer's phone",
        description:
          "With a payout's client secret. The code is valid only for this payout. It can't replace a " +
          "verified number, and none is sent if the number is verified and the payout needs no " +
          "code: 409 `phone_number_verified`.",
        tags,
        body: startBody,
        response: { 200: smsVerification },
      },
    },
    (request, reply) => {
      requireOpenWindow(request, deps.clock);
      return deps.idempotency.withLease(request, reply, (claim) =>
        startSmsVerification(
          deps,
          {
            ...subjectOf(request),
            phoneNumber: request.body.phoneNumber,
            language: request.body.language,
            ipAddress: request.ip,
          },
          claim,
        ),
      );
    },
  );

  app.post(
    "/v1/client/sms-verification/check",
    {
      config,
      schema: {
        summary: "Check the code from a text message",
        description: "With the client secret of the payout that the code was sent for.",
        tags,
        body: checkBody,
        response: { 200: smsVerification, 400: wrongSmsCode },
      },
    },
    (request, reply) =>
      deps.idempotency.respondOnce(request, reply, (claim) =>
        checkSmsCode(deps, subjectOf(request), request.body.code, claim),
      ),
  );
}

/** Throws as {@link grantOf} unless the secret is a payout's. */
function subjectOf(request: FastifyRequest): SmsSubject {
  const { externalCustomerId } = grantOf<{ externalCustomerId: string }>(request, "di");
  const { operatorId, subject } = callerOf(request);
  return { operatorId, externalCustomerId, purpose: "payout", subject };
}
