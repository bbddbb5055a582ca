import { setTimeout } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  bankLogin,
  beginBankLogin as beginBankLoginRequest,
  startedBankLogin,
} from "#contract/client/bank-logins";
import { idSchema } from "#contract/ids";
import type { Domain } from "../../platform/domain.ts";
import { callerOf, requireOpenWindow, requireSubject } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import {
  type NoticeLanguage,
  noticeLanguage,
  sendNotice,
} from "../../platform/http/notice-page.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { type BankLoginSettings, bankLoginProviderFor } from "../../providers/bank-login/index.ts";
import type { PayoutSettings } from "../../providers/payout/index.ts";
import { isPageVisit, readRedirectCookie, writeRedirectCookie } from "../bank-redirect/index.ts";
import {
  type BankLoginDeps,
  type BankLoginOwner,
  beginBankLogin,
  readBankLogin,
  redirectToBank,
  returnPath,
  startPath,
} from "./bank-logins.ts";
import { handleReturn } from "./bank-return.ts";
import { deleteOldLogins } from "./end-logins.ts";
import { loginPayerOf } from "./login-payer.ts";

const tags = ["Client"];
const bankLoginIdSchema = idSchema("bankLogin");
const config = { access: "client_secret" } as const;

const words = {
  en: {
    title: "Back from your bank",
    continueThere: "Go back to the page you came from. It continues there.",
    over: "This bank login has expired or was already used. Go back to the page you came from and start again.",
    otherTitle: "You started in another browser",
    other:
      "A bank login only counts in the browser where you started it. No account was shared. Go back to that browser and start again.",
  },
  es: {
    title: "De vuelta de su banco",
    continueThere: "Vuelva a la página de la que vino. El proceso continúa allí.",
    over: "Este acceso al banco ha caducado o ya se usó. Vuelva a la página de la que vino y empiece de nuevo.",
    otherTitle: "Empezó en otro navegador",
    other:
      "El acceso al banco solo es válido en el navegador donde lo inició. No se ha compartido ninguna cuenta. Vuelva a ese navegador y empiece de nuevo.",
  },
  "fr-CA": {
    title: "De retour de votre banque",
    continueThere: "Retournez à la page d’où vous venez. L’opération s’y poursuit.",
    over: "Cette connexion bancaire a expiré ou a déjà été utilisée. Retournez à la page d’où vous venez et recommencez.",
    otherTitle: "Vous avez commencé dans un autre navigateur",
    other:
      "Une connexion bancaire n’est valable que dans le navigateur où vous l’avez commencée. Aucun compte n’a été partagé. Retournez à ce navigateur et recommencez.",
  },
  "zh-Hans": {
    title: "已从银行返回",
    continueThere: "请回到您之前的页面，操作会在那里继续。",
    over: "此次银行登录已过期或已被使用。请回到您之前的页面重新开始。",
    otherTitle: "您是在另一个浏览器中开始的",
    other: "银行登录仅在您开始登录的浏览器中有效。没有分享任何账户。请回到那个浏览器重新开始。",
  },
  ar: {
    title: "عدت من صفحة بنكك",
    continueThere: "ارجع إلى الصفحة التي جئت منها. تستمر العملية هناك.",
    over: "انتهت صلاحية تسجيل الدخول إلى البنك أو استُخدم من قبل. ارجع إلى الصفحة التي جئت منها وابدأ من جديد.",
    otherTitle: "لقد بدأت في متصفح آخر",
    other:
      "تسجيل الدخول إلى البنك صالح فقط في المتصفح الذي بدأته فيه. لم تُشارَك أي حسابات. ارجع إلى ذلك المتصفح وابدأ من جديد.",
  },
} as const satisfies Record<NoticeLanguage, unknown>;

type BankLoginNeeds = PlatformDeps<BankLoginSettings & Pick<PayoutSettings, "payoutProcessors">> & {
  idempotency: Idempotency;
  /** Checks whether the intent can use a shared account. Throws ApiError if it cannot. */
  requireUse: (owner: BankLoginOwner) => Promise<void>;
};

/** How long the service waits for a return in another browser, while it reads the account. The customer waits too. */
const othersMs = 5_000;

export function createBankLogin(
  needs: BankLoginNeeds,
  awaitOthers: BankLoginDeps["awaitOthers"] = () => setTimeout(othersMs),
): Domain {
  const { bankLogin: bank } = needs.config;
  const http = callsTo("bank_login", needs.http);
  const provider = bank ? bankLoginProviderFor(bank, http, loginPayerOf(needs.config)) : null;
  const deps = { ...needs, provider, awaitOthers };
  // Erases logins from which the customer never returned.
  const forget = createJob({
    name: "bank_login.forget",
    everyMs: 60_000,
    run: (signal) => deleteOldLogins(deps, signal),
  });
  return { register: (app) => registerBankLogin(app, deps), jobs: [forget], commands: [] };
}

function registerBankLogin(
  app: HttpServer,
  deps: BankLoginDeps & Pick<BankLoginNeeds, "idempotency" | "requireUse">,
): void {
  app.post(
    "/v1/client/bank-logins",
    {
      config,
      schema: {
        tags,
        summary: "Begin a bank login",
        description:
          "`authorizationUrl` is a page of the service that redirects to the bank. Open it in a window " +
          "within a minute; it works once. The login only counts in the browser that opened it, and " +
          "expires after 15 minutes. Accepts the secret of a payment that offers ACH debits, or of a payout; a payment uses a login once.",
        body: beginBankLoginRequest,
        response: { 201: startedBankLogin },
      },
    },
    (request, reply) => {
      requireOpenWindow(request, deps.clock);
      return deps.idempotency.respondOnce(request, reply, async (claim) => {
        const owner = ownerOf(request);
        await deps.requireUse(owner);
        const language = request.body.locale ?? noticeLanguage(request);
        const body = await beginBankLogin(deps, owner, language, (tx, begun) =>
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
        summary: "Get a bank login",
        description:
          "A `confirmed` login has the masked account. Pay, or choose a payout method, with its `bankLoginId`.",
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
      const isUsable = isPageVisit(request) && bankLoginIdSchema.safeParse(bankLoginId).success;
      const redirect = isUsable ? await redirectToBank(deps, bankLoginId, link) : null;
      if (!redirect) {
        const language = noticeLanguage(request);
        const { title, over } = words[language];
        return sendNotice(reply.status(400), language, { title, text: over });
      }
      writeRedirectCookie(deps.config, request, reply, {
        id: bankLoginId,
        token: redirect.browserToken,
        maxAgeSeconds: Math.ceil((redirect.expiresAtMs - deps.clock.nowMs()) / 1000),
      });
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      return reply.redirect(redirect.bankUrl, 303);
    },
  );

  app.get<{ Reply: string }>(returnPath, hidden, async (request, reply) => {
    const address = new URL(request.url, deps.config.publicUrl);
    const status = isPageVisit(request)
      ? await handleReturn(deps, address, (bankLoginId) =>
          readRedirectCookie(deps.config, request, bankLoginId),
        )
      : null;
    const language = noticeLanguage(request);
    const { title, continueThere, over, otherTitle, other } = words[language];
    if (status === "other_browser") {
      const notice = { title: otherTitle, text: other };
      return sendNotice(reply.status(400), language, notice);
    }
    const isKnown = status !== null && status !== "expired";
    reply.status(isKnown ? 200 : 400);
    // The page does not contain the outcome: the widget reads it with the client secret.
    const text = isKnown ? continueThere : over;
    return sendNotice(reply, language, { title, text, ...(isKnown && { closes: "always" }) });
  });
}

/** The caller must be a payment or payout: only they use a shared account. */
function ownerOf(request: FastifyRequest): BankLoginOwner {
  requireSubject(request, "pi", "di");
  const { operatorId, subject } = callerOf(request);
  return { operatorId, subject };
}
