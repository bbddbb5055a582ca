import type { FastifyRequest } from "fastify";
import { ApiError, fieldError } from "../../platform/http/api-error.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { parseAsJson, vendorJson } from "../../platform/http/json-bodies.ts";
import { noticeBodyLimitBytes } from "../../platform/http/public-limits.ts";
import type { BankNotice } from "../../providers/open-banking/index.ts";
import type { PayoutNotice } from "../../providers/payout/index.ts";
import type { NoticeContent } from "../../providers/processor/index.ts";
import type { OpenBanking } from "../../rails/open-banking/index.ts";
import { noteNotice, payoutKey, serviceKey } from "../connector-checks/index.ts";
import { storeOutcomeNotice } from "../inbox/notice-inbox.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import type { PayoutReads } from "../routes/client-routes.ts";
import { keysOfChange } from "./find-changed.ts";
import { lookUpChanged } from "./look-up-changed.ts";
import { storeNotice } from "./notices.ts";

/** The first path is for vendors, the second for processors with our own protocol; see `PROCESSOR_NOTICE_URL`. */
const paths = ["/v1/connectors/:processor/notices", "/v1/processor-notices/:processor"];

/**
 * Receives the processors' notices. The route is public, so its body is limited before the caller is known; the
 * processor's connector authenticates the raw bytes. All effects can be repeated: a processor that gets no response
 * from us sends the notice again.
 */
export function registerNoticeRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  payouts: Pick<PayoutReads, "noticed">,
  banks: BankNotices,
): void {
  app.register(async (scope) => {
    parseAsJson(scope, vendorJson);
    // The body is read and limited like any other; the connector parses the bytes.
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "buffer" },
      ({ params }, _body, done) => {
        const { processor } = params as { processor: string };
        const { readsForms = false } = deps.payoutProcessors.byName(processor) ?? {};
        const isRead = banks.sendsNotices(processor) || readsForms;
        done(isRead ? null : new ApiError("unsupported_media_type"), undefined);
      },
    );
    const rawBodies = new WeakMap<FastifyRequest, Buffer[]>();
    // The signature covers the raw bytes; the usual parser reads and limits the same stream.
    scope.addHook("preParsing", (request, _reply, payload, done) => {
      const chunks: Buffer[] = [];
      let length = 0;
      payload.on("data", (chunk: Buffer | string) => {
        length += chunk.length;
        if (length <= noticeBodyLimitBytes) chunks.push(Buffer.from(chunk));
      });
      rawBodies.set(request, chunks);
      done(null, payload);
    });
    for (const path of paths) {
      scope.post(
        path,
        { config: { access: "public", takesNotices: true }, schema: { hide: true } },
        async (request, reply) => {
          const { processor } = request.params as { processor: string };
          const rawBody = Buffer.concat(rawBodies.get(request) ?? []);
          const received = { rawBody, headers: request.headers };
          const answer = deps.processors.byName(processor)
            ? await receive(deps, processor, received)
            : await receivePayoutOrBankNotice(deps, processor, received, { payouts, banks });
          reply.header("cache-control", "no-store");
          if (answer === undefined) return {};
          reply.type("text/plain");
          return answer;
        },
      );
    }
  });
}

interface Received {
  readonly rawBody: Buffer;
  readonly headers: FastifyRequest["headers"];
}

export type BankNotices = Pick<OpenBanking, "sendsNotices" | "readNotice" | "handleNotice">;

/** A notice of a payout processor or a bank only makes look-ups due. */
async function receivePayoutOrBankNotice(
  deps: PaymentsDeps,
  name: string,
  received: Received,
  { payouts, banks }: { payouts: Pick<PayoutReads, "noticed">; banks: BankNotices },
): Promise<undefined> {
  const ofBank = banks.readNotice(name, received);
  if (ofBank) {
    await noteNotice(deps, serviceKey("bank", name), ofBank.type !== "forged");
    requireUnderstood(ofBank);
    if (ofBank.type === "valid") await banks.handleNotice(name, ofBank);
    return;
  }
  const content = deps.payoutProcessors.byName(name)?.readNotice?.(received);
  if (!content) throw new ApiError("resource_not_found");
  await noteNotice(deps, payoutKey(name), content.type !== "forged");
  requireUnderstood(content);
  if (content.type !== "valid") return;
  await payouts.noticed(name, content.payoutIds, content.keys ?? []);
  content.accepted?.();
}

/** Resolves to the text that accepts the notice, if the vendor requires one. */
async function receive(
  deps: PaymentsDeps,
  name: string,
  received: Received,
): Promise<string | undefined> {
  const processor = deps.processors.byName(name);
  const nowMs = deps.machineClock.nowMs();
  const content = processor?.readNotice({ ...received, nowMs });
  if (!processor || !content) throw new ApiError("resource_not_found");
  await noteNotice(deps, name, content.type !== "forged");
  requireUnderstood(content);
  if (content.type !== "valid") return undefined;
  // Outcomes are stored before the look-ups, which read them.
  for (const outcome of content.outcomes ?? []) await storeOutcomeNotice(deps, name, outcome);
  for (const report of content.reports) await storeNotice(deps, name, report);
  for (const change of content.changes) await lookUpChanged(deps, processor, change);
  for (const named of content.named ?? []) {
    for (const processorChange of await keysOfChange(deps, processor, named)) {
      await lookUpChanged(deps, processor, processorChange);
    }
  }
  if (content.reports.length > 0) deps.disputes.wake();
  if (content.unread) throw unreadable(content.unread);
  return processor.noticeResponse;
}

function requireUnderstood(content: NoticeContent | PayoutNotice | BankNotice): void {
  if (content.type === "forged") throw new ApiError("notice_signature_invalid");
  if (content.type === "malformed") throw unreadable(content.paths);
}

function unreadable(paths: readonly string[]): ApiError {
  return new ApiError("validation_failed", {
    errors: paths.map((path) => fieldError(path, "invalid_value")),
  });
}
