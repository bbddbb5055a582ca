import type { FastifyReply, FastifyRequest } from "fastify";
import { cRes, type Erro, rReq, threeDSMethodResult } from "#contract/connectors/three-ds";
import type { HttpServer } from "../../../../platform/http/create-http-server.ts";
import { bearerChallenge } from "../../../../platform/http/error-handlers.ts";
import { randomToken } from "../../../../platform/randomness.ts";
import { decodeMessage } from "../../../../providers/three-ds/index.ts";
import type { PaymentsDeps } from "../../../payments-deps.ts";
import { receiveResults } from "../receive-results.ts";
import { challengeReturnPath } from "./native-record.ts";
import { notificationPage } from "./notification-page.ts";

/**
 * Registers routes for other parties of 3-D Secure: the directory server posts results, and the ACS sends browsers
 * back. The pages only report to the frame that a step is over; their content decides nothing.
 */
export function registerThreeDSRoutes(app: HttpServer, deps: PaymentsDeps): void {
  const { threeDSServer } = deps.config;
  if (threeDSServer?.type === "tessera") registerResults(app, deps, threeDSServer);
  registerNotifications(app, deps);
}

/** Only the directory server of our own protocol posts results. The service asks all other 3DS servers. */
function registerResults(
  app: HttpServer,
  deps: PaymentsDeps,
  directoryServer: { readonly key: string },
): void {
  app.post(
    "/v1/three-ds/results",
    {
      config: { access: "connector", connectorKeys: () => [directoryServer.key] },
      schema: { hide: true },
      // Directory servers expect errors as the protocol's `Erro` message.
      errorHandler: (error, request, reply) => {
        if (error.statusCode !== 401) throw error;
        void reply.header("www-authenticate", bearerChallenge(request));
        void reply.code(401).send(erroFor("303", "Access denied"));
      },
    },
    async (request, reply) => {
      const parsed = rReq.safeParse(request.body);
      if (!parsed.success) return erroFor("203", "Format of one or more data elements is invalid");
      const { message, afterwards } = await receiveResults(deps, parsed.data);
      if (afterwards) {
        reply.raw.once("finish", () => {
          afterwards().catch((error: unknown) =>
            deps.log.error("the charge after a late result failed", { error }),
          );
        });
      }
      return message;
    },
  );
}

function registerNotifications(app: HttpServer, deps: PaymentsDeps): void {
  // A processor that authenticates customers itself sends browsers here. Its query parameters are not read.
  app.get<{ Params: { threeDSServerTransID: string } }>(
    `${challengeReturnPath}/:threeDSServerTransID`,
    { config: { access: "public" }, schema: { hide: true } },
    (request, reply) =>
      sendPage(deps, reply, "challenge_done", request.params.threeDSServerTransID),
  );
  app.register(async (forms) => {
    forms.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const schema = { hide: true, consumes: ["application/x-www-form-urlencoded"] };
    const options = { config: { access: "public" as const }, schema };

    forms.post("/v1/three-ds/method-notification", options, async (request, reply) => {
      const form = formOf(request);
      const result = decodeMessage(form["threeDSMethodData"], threeDSMethodResult);
      return sendPage(deps, reply, "three_ds_method", result?.threeDSServerTransID);
    });

    forms.post("/v1/three-ds/challenge-notification", options, async (request, reply) => {
      const form = formOf(request);
      // The session data is ours, and comes back even if the issuer's message is unreadable.
      const found =
        decodeMessage(form["cres"], cRes) ??
        decodeMessage(form["threeDSSessionData"], threeDSMethodResult);
      return sendPage(deps, reply, "challenge_done", found?.threeDSServerTransID);
    });
  });
}

async function sendPage(
  deps: PaymentsDeps,
  reply: FastifyReply,
  step: "three_ds_method" | "challenge_done",
  threeDSServerTransID: string | undefined,
) {
  const found =
    threeDSServerTransID === undefined
      ? undefined
      : await deps.store.findByThreeDS(threeDSServerTransID);
  const intent = found && (await deps.store.recall(found.paymentIntentId));
  reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
  if (!intent || threeDSServerTransID === undefined) {
    reply.code(400).header("content-security-policy", "default-src 'none'");
    return "<!doctype html><title>Tessera</title><p>This page does not belong to a payment.</p>";
  }
  const { pages } = await deps.operators.get(intent.operatorId);
  const page = notificationPage({
    step,
    threeDSServerTransID,
    ownOrigin: deps.config.publicUrl,
    frameAncestors: pages.sources,
    nonce: randomToken(deps.random, 16),
  });
  reply.header("content-security-policy", page.contentSecurityPolicy);
  return page.html;
}

function formOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request;
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}

function erroFor(errorCode: string, errorDescription: string): Erro {
  return {
    messageType: "Erro",
    messageVersion: "2.2.0",
    errorCode,
    errorComponent: "S",
    errorDescription,
    errorDetail: "RReq",
    errorMessageType: "RReq",
  };
}
