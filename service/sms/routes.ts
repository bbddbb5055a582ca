import type { FastifyRequest } from "fastify";
import {
  checkSmsCode as checkBody,
  smsVerification,
  startSmsVerification as startBody,
  wrongSmsCode,
} from "../../contract/client/sms-verification.ts";
import { callerOf, requireOpenWindow } from "../platform/http/authentication.ts";
import type { HttpServer } from "../platform/http/create-http-server.ts";
import type { Idempotency } from "../platform/http/idempotency.ts";
import type { SmsCustomer } from "./sms-store.ts";
import { checkSmsCode, type SmsDeps, startSmsVerification } from "./sms-verifications.ts";

const config = { access: "client_secret" } as const;
const tags = ["Client"];

/** Registers what the frame's step for the phone number calls, with any client secret of a customer. */
export function registerSms(app: HttpServer, deps: SmsDeps & { idempotency: Idempotency }): void {
  app.post(
    "/v1/client/sms-verification",
    {
      config,
      schema: {
        summary: "Send a code to the customer's phone, or send it again",
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
            ...customerOf(request),
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
        summary: "Try the code from the text message",
        tags,
        body: checkBody,
        response: { 200: smsVerification, 400: wrongSmsCode },
      },
    },
    (request, reply) =>
      deps.idempotency.answerOnce(request, reply, (claim) =>
        checkSmsCode(deps, customerOf(request), request.body.code, (tx, answer) =>
          claim.store(tx, answer),
        ),
      ),
  );
}

/** The customer whom the client secret's intent (or verification) belongs to. */
function customerOf(request: FastifyRequest): SmsCustomer {
  const { operatorId, grant } = callerOf(request);
  const { externalCustomerId } = grant as { externalCustomerId?: unknown };
  if (typeof externalCustomerId !== "string") throw new Error("this grant names no customer");
  return { operatorId, externalCustomerId };
}
