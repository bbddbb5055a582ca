import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { idSchema } from "#contract/ids";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { type Notice, noticeLanguage, sendNotice } from "../../platform/http/notice-page.ts";
import { readVisitCookie, writeVisitCookie } from "../bank-visits/index.ts";
import type { OpenBankingDeps } from "./bank-payment.ts";
import { startPath } from "./begin.ts";
import { comeBack, leaveForBank, returnPath, type Way } from "./visit.ts";
import { type VisitWords, visitWords } from "./visit-words.ts";

const paymentIdSchema = idSchema("payment");

/** As widgets/payment/bank-window.ts opens it. */
const waitPath = "/v1/bank-payments/wait";

/**
 * The two pages on our own host that customers pass on their way to the bank and back. Nothing is decided
 * by what they carry: what came of it is asked for with the intent's own secret.
 */
export function registerVisits(app: HttpServer, deps: OpenBankingDeps): void {
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
        locale: z.catch(z.optional(z.enum(["en", "es"])), undefined),
      })
      .parse(request.query);
    const departure = paymentIdSchema.safeParse(paymentId).success
      ? await leaveForBank(deps, {
          paymentId,
          link,
          language: locale ?? noticeLanguage(request),
          ...(window && { way: window }),
        })
      : ({ type: "over" } as const);
    switch (departure.type) {
      case "leaves":
        writeVisitCookie(deps.config, request, reply, {
          id: paymentId,
          token: departure.browserToken,
          // Longer than the payment waits, so that who comes back late is led back to the operator's page.
          maxAgeSeconds: (2 * deps.times.customerMs) / 1000,
        });
        reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
        return reply.redirect(departure.bankUrl, 303);
      case "bank_away":
        return show(request, reply, 503, ({ away, back }) => ({
          ...away,
          ...(departure.backTo.way === "redirect" && {
            link: { url: departure.backTo.url, words: back, goes: false },
          }),
        }));
      default:
        return show(request, reply, 400, ({ over }) => over);
    }
  });

  // What a window shows between the press that opens it and the bank. A page under COOP has no hold of it.
  app.get<{ Reply: string }>(waitPath, options, async (request, reply) =>
    show(request, reply, 200, ({ waiting }) => ({ ...waiting, closes: "orphaned" })),
  );

  app.get<{ Reply: string }>(returnPath, options, async (request, reply) => {
    const arrival = await comeBack(deps, new URL(request.url, deps.config.publicUrl), (paymentId) =>
      readVisitCookie(deps.config, request, paymentId),
    );
    switch (arrival.type) {
      case "back":
        return show(request, reply, 200, (words) => backNotice(words, arrival));
      case "other_browser":
        return show(request, reply, 400, ({ otherBrowser }) => otherBrowser);
      case "unknown":
        return show(request, reply, 400, ({ over }) => over);
    }
  });
}

function backNotice(words: VisitWords, { way, url }: Way): Notice {
  return way === "popup"
    ? { ...words.closing, closes: "always" }
    : { ...words.returning, link: { url, words: words.back, goes: true } };
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  noticeIn: (words: VisitWords) => Notice,
) {
  const language = noticeLanguage(request);
  return sendNotice(reply.status(status), language, noticeIn(visitWords[language]));
}
