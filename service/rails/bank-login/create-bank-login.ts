import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  bankLogin,
  beginBankLogin as beginBankLoginRequest,
  begunBankLogin,
} from "#contract/client/bank-logins";
import { idSchema } from "#contract/ids";
import type { Domain } from "../../platform/domain.ts";
import { callerOf, requireOpenWindow, requireSubject } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { noticeLanguage, sendNotice } from "../../platform/http/notice-page.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { createOAuthBankLogin } from "../../providers/bank-login/index.ts";
import type { BankLoginSettings } from "../../providers/bank-oauth/index.ts";
import { readVisitCookie, writeVisitCookie } from "../bank-visits/index.ts";
import {
  type BankLoginDeps,
  type BankLoginOwner,
  beginBankLogin,
  forgetBankLogins,
  leaveForBank,
  readBankLogin,
  returnPath,
  startPath,
  takeReturn,
} from "./bank-logins.ts";

const tags = ["Client"];
const bankLoginIdSchema = idSchema("bankLogin");
const config = { access: "client_secret" } as const;

const words = {
  en: {
    title: "Back from your bank",
    going_on: "Go back to the page that you came from. It goes on there by itself.",
    over: "This log-in is over or was used before. Go back to the page that you came from and begin again.",
    other_title: "You began in another browser",
    other:
      "A log-in counts only in the browser where you began. No account was shared. Go back there and begin again.",
  },
  es: {
    title: "De vuelta de su banco",
    going_on: "Vuelva a la página de la que vino. Allí continúa por sí sola.",
    over: "Este acceso ha terminado o ya se usó. Vuelva a la página de la que vino y empiece de nuevo.",
    other_title: "Empezó en otro navegador",
    other:
      "El acceso solo vale en el navegador donde empezó. No se ha compartido ninguna cuenta. Vuelva allí y empiece de nuevo.",
  },
} as const;

type BankLoginNeeds = PlatformDeps<BankLoginSettings> & { idempotency: Idempotency };

/** Puts the domain together with the bank that the configuration names. */
export function createBankLogin(needs: BankLoginNeeds): Domain {
  const { bankLogin: bank } = needs.config;
  const provider =
    bank === undefined
      ? null
      : createOAuthBankLogin({
          http: callsTo("bank_login", needs.http),
          issuer: bank.url,
          clientId: bank.name,
          clientSecret: bank.key,
        });
  const deps = { ...needs, provider };
  // Ends logins that nobody came back for.
  const forget = createJob({
    name: "bank_login.forget",
    everyMs: 60_000,
    async run() {
      await forgetBankLogins(deps);
      return undefined;
    },
  });
  return { register: (app) => registerBankLogin(app, deps), jobs: [forget], commands: [] };
}

/** Registers `/v1/client/bank-logins` and the page that banks send customers back to. */
function registerBankLogin(
  app: HttpServer,
  deps: BankLoginDeps & { idempotency: Idempotency },
): void {
  app.post(
    "/v1/client/bank-logins",
    {
      config,
      schema: {
        tags,
        summary: "Begin to log in at a bank",
        description:
          "`authorizationUrl` is a page of ours that leads on to the bank's, to be opened in a window " +
          "within a minute, once. The log-in counts only in the browser that opened it, and is " +
          "waited for a quarter of an hour.",
        body: beginBankLoginRequest,
        response: { 201: begunBankLogin },
      },
    },
    (request, reply) => {
      requireOpenWindow(request, deps.clock);
      return deps.idempotency.answerOnce(request, reply, async (claim) => {
        const language = request.body.locale ?? noticeLanguage(request);
        const body = await beginBankLogin(deps, ownerOf(request), language, (tx, begun) =>
          claim.store(tx, { statusCode: 201, body: begun }),
        );
        return { statusCode: 201, body };
      });
    },
  );

  app.get(
    "/v1/client/bank-logins/:bankLoginId",
    {
      config,
      schema: {
        tags,
        summary: "How a bank login stands",
        description:
          "`confirmed` has the account, masked; its `bankLoginId` is what a payout is sent to.",
        params: z.object({ bankLoginId: z.string() }),
        response: { 200: bankLogin },
      },
    },
    (request) => readBankLogin(deps, ownerOf(request), request.params.bankLoginId),
  );

  const hidden = { config: { access: "public" as const }, schema: { hide: true } as never };
  app.get<{ Params: { bankLoginId: string }; Querystring: { link?: string }; Reply: string }>(
    `${startPath}/:bankLoginId`,
    hidden,
    async (request, reply) => {
      const { bankLoginId } = request.params;
      const link = z.catch(z.string(), "").parse(request.query.link);
      const isId = bankLoginIdSchema.safeParse(bankLoginId).success;
      const departure = isId ? await leaveForBank(deps, bankLoginId, link) : null;
      if (!departure) {
        const language = noticeLanguage(request);
        const { title, over } = words[language];
        return sendNotice(reply.status(400), language, { title, text: over });
      }
      writeVisitCookie(deps.config, request, reply, {
        id: bankLoginId,
        token: departure.browserToken,
        maxAgeSeconds: Math.ceil((departure.expiresAtMs - deps.clock.nowMs()) / 1000),
      });
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      return reply.redirect(departure.bankUrl, 303);
    },
  );

  app.get<{ Reply: string }>(returnPath, hidden, async (request, reply) => {
    const address = new URL(request.url, deps.config.publicUrl);
    const status = await takeReturn(deps, address, (bankLoginId) =>
      readVisitCookie(deps.config, request, bankLoginId),
    );
    const language = noticeLanguage(request);
    const { title, going_on, over, other_title, other } = words[language];
    if (status === "other_browser") {
      const notice = { title: other_title, text: other };
      return sendNotice(reply.status(400), language, notice);
    }
    const isKnown = status !== null && status !== "expired";
    reply.status(isKnown ? 200 : 400);
    // It carries nothing of what came of it.
    const text = isKnown ? going_on : over;
    return sendNotice(reply, language, { title, text, ...(isKnown && { closes: "always" }) });
  });
}

/** Only payouts are sent to an account that was shared: other secrets are refused. */
function ownerOf(request: FastifyRequest): BankLoginOwner {
  requireSubject(request, "di");
  const { operatorId, subject } = callerOf(request);
  return { operatorId, subject };
}
