import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  bankLogin,
  beginBankLogin as beginBankLoginRequest,
  begunBankLogin,
} from "../../contract/client/bank-logins.ts";
import { callerOf, grantOf, requireOpenWindow } from "../platform/http/authentication.ts";
import type { HttpServer } from "../platform/http/create-http-server.ts";
import type { Idempotency } from "../platform/http/idempotency.ts";
import { noticeLanguage, sendNotice } from "../platform/http/notice-page.ts";
import { createJob, type Job } from "../platform/jobs/job.ts";
import { callsTo } from "../platform/observe-calls.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { createOAuthBankLogin } from "../providers/bank-login/index.ts";
import {
  type BankLoginDeps,
  type BankLoginOwner,
  beginBankLogin,
  forgetBankLogins,
  readBankLogin,
  returnPath,
  takeReturn,
} from "./bank-logins.ts";

const tags = ["Client"];
const config = { access: "client_secret" } as const;

const words = {
  en: {
    title: "Back from your bank",
    going_on: "Go back to the page that you came from. It goes on there by itself.",
    over: "This log-in is over or was used before. Go back to the page that you came from and begin again.",
  },
  es: {
    title: "De vuelta de su banco",
    going_on: "Vuelva a la página de la que vino. Allí continúa por sí sola.",
    over: "Este acceso ha terminado o ya se usó. Vuelva a la página de la que vino y empiece de nuevo.",
  },
} as const;

/** Puts the domain together with the bank that the configuration names. */
export function createBankLogin(deps: PlatformDeps): BankLoginDeps {
  const { bankLogin: bank } = deps.config;
  const provider =
    bank === undefined
      ? null
      : createOAuthBankLogin({
          ...{ http: callsTo("bank_login", deps.http), issuer: bank.url },
          ...{ clientId: bank.name, clientSecret: bank.key },
        });
  return { ...deps, provider };
}

/** Ends what nobody came back for. */
export function bankLoginJobs(deps: BankLoginDeps): Job[] {
  return [
    createJob({
      ...{ name: "bank_login.forget", everyMs: 60_000 },
      async run() {
        await forgetBankLogins(deps);
        return undefined;
      },
    }),
  ];
}

/** Registers `/v1/client/bank-logins` and the page that banks send customers back to. */
export function registerBankLogin(
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
          "Answers the address of the bank's own page, to be opened in a window. The log-in is " +
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

  app.get<{ Reply: string }>(
    returnPath,
    { config: { access: "public" }, schema: { hide: true } as never },
    async (request, reply) => {
      const status = await takeReturn(deps, new URL(request.url, deps.config.publicUrl));
      const language = noticeLanguage(request);
      const { title, going_on, over } = words[language];
      const isKnown = status !== null && status !== "expired";
      reply.status(isKnown ? 200 : 400);
      // It carries nothing of what came of it.
      const text = isKnown ? going_on : over;
      return sendNotice(reply, language, { title, text, ...(isKnown && { closes: "always" }) });
    },
  );
}

/** Only payouts are sent to an account that was shared; throws as {@link grantOf} for other secrets. */
function ownerOf(request: FastifyRequest): BankLoginOwner {
  grantOf(request, "di");
  const { operatorId, subject } = callerOf(request);
  return { operatorId, subject };
}
