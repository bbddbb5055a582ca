import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { idSchema } from "#contract/ids";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import {
  type Notice,
  noticeLanguage,
  noticeLanguages,
  sendNotice,
} from "../../platform/http/notice-page.ts";
import { isPageVisit, readRedirectCookie, writeRedirectCookie } from "../bank-redirect/index.ts";
import type { OpenBankingDeps } from "./bank-payment.ts";
import { startPath } from "./begin-bank-payment.ts";
import { type NoticeTexts, noticeTexts } from "./notice-texts.ts";
import { handleReturn, type ReturnTarget, redirectToBank, returnPath } from "./redirect.ts";

const paymentIdSchema = idSchema("payment");

/** Opened by widgets/payment/bank-window.ts. */
const waitPath = "/v1/bank-payments/wait";

/**
 * Registers our pages on the way to the bank and back. Their parameters decide nothing: the widget reads the outcome
 * with the client secret.
 */
export function registerRedirectPages(app: HttpServer, deps: OpenBankingDeps): void {
  const options = { config: { access: "public" as const }, schema: { hide: true } as never };

  app.get<{
    Params: { paymentId: string };
    Querystring: { link?: string; window?: string };
    Reply: string;
  }>(`${startPath}/:paymentId`, options, async (request, reply) => {
    const { paymentId } = request.params;
    const { link, window, locale } = z
      .object({
        link: z.catch(z.string(), ""),
        window: z.catch(z.optional(z.enum(["redirect", "popup"])), undefined),
        locale: z.catch(z.optional(z.enum(noticeLanguages)), undefined),
      })
      .parse(request.query);
    const isUsable = isPageVisit(request) && paymentIdSchema.safeParse(paymentId).success;
    const redirect = isUsable
      ? await redirectToBank(deps, {
          paymentId,
          link,
          language: locale ?? noticeLanguage(request),
          ...(window && { way: window }),
        })
      : ({ type: "link_unusable" } as const);
    switch (redirect.type) {
      case "redirect":
        writeRedirectCookie(deps.config, request, reply, {
          id: paymentId,
          token: redirect.browserToken,
          // The cookie lives longer, so that a late customer still gets back to the operator's page.
          maxAgeSeconds: (2 * deps.times.customerMs) / 1000,
        });
        reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
        return reply.redirect(redirect.bankUrl, 303);
      case "bank_unavailable": {
        const { way, url } = redirect.returnTo;
        return show(request, reply, 503, ({ bankUnavailable, back }) => ({
          ...bankUnavailable,
          ...(way === "redirect" && url !== null && { link: { url, words: back, goes: false } }),
        }));
      }
      default:
        return show(request, reply, 400, ({ linkUnusable }) => linkUnusable);
    }
  });

  // Shown in the popup until the bank's page opens. A page with COOP loses its reference to the popup.
  app.get<{ Reply: string }>(waitPath, options, async (request, reply) =>
    show(request, reply, 200, ({ waiting }) => ({ ...waiting, closes: "orphaned" })),
  );

  app.get<{ Reply: string }>(returnPath, options, async (request, reply) => {
    const returned = isPageVisit(request)
      ? await handleReturn(deps, new URL(request.url, deps.config.publicUrl), (paymentId) =>
          readRedirectCookie(deps.config, request, paymentId),
        )
      : ({ type: "unknown" } as const);
    switch (returned.type) {
      case "returned":
        return show(request, reply, 200, (texts) => backNotice(texts, returned));
      case "other_browser":
        return show(request, reply, 400, ({ otherBrowser }) => otherBrowser);
      case "unknown":
        return show(request, reply, 400, ({ linkUnusable }) => linkUnusable);
    }
  });
}

function backNotice(texts: NoticeTexts, { way, url }: ReturnTarget): Notice {
  return way === "popup" || url === null
    ? { ...texts.closing, closes: "always" }
    : { ...texts.returning, link: { url, words: texts.back, goes: true } };
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  noticeIn: (texts: NoticeTexts) => Notice,
) {
  const language = noticeLanguage(request);
  return sendNotice(reply.status(status), language, noticeIn(noticeTexts[language]));
}
