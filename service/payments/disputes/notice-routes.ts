import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import {
  noticeSignatureHeader,
  processorNotice,
  signedNoticeText,
} from "#contract/connectors/processor";
import { parseSignatureHeader, toleranceSeconds } from "#contract/events/signature";
import { ApiError, fieldError } from "../../platform/http/api-error.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { publicBodyLimitBytes } from "../../platform/http/public-limits.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { storeNotice } from "./notices.ts";

/** The path at which a processor sends its notices. */
export const noticePath = "/v1/processor-notices";

/**
 * Receives the processors' notices. The route is public, so its body is limited to 16 KiB before the caller is
 * known; the signature over the raw body proves the caller, and its timestamp may be five minutes off.
 */
export function registerNoticeRoutes(app: HttpServer, deps: PaymentsDeps): void {
  app.register(async (scope) => {
    const rawBodies = new WeakMap<FastifyRequest, Buffer[]>();
    // The signature covers the bytes as they came; the usual parser reads and limits the same stream.
    scope.addHook("preParsing", (request, _reply, payload, done) => {
      const chunks: Buffer[] = [];
      let length = 0;
      payload.on("data", (chunk: Buffer | string) => {
        length += chunk.length;
        if (length <= publicBodyLimitBytes) chunks.push(Buffer.from(chunk));
      });
      rawBodies.set(request, chunks);
      done(null, payload);
    });
    scope.post(
      `${noticePath}/:processor`,
      { config: { access: "public" }, schema: { hide: true } },
      async (request, reply) => {
        const { processor } = request.params as { processor: string };
        const connector = deps.config.processors.find(({ name }) => name === processor);
        if (connector?.type !== "tessera") throw new ApiError("resource_not_found");
        const text = Buffer.concat(rawBodies.get(request) ?? []).toString();
        const header = request.headers[noticeSignatureHeader];
        const isSigned = isGenuine(
          connector.key,
          String(header ?? ""),
          text,
          deps.machineClock.nowMs(),
        );
        if (!isSigned) throw new ApiError("notice_signature_invalid");
        await storeNotice(deps, processor, readNotice(request.body));
        deps.disputes.wake();
        reply.header("cache-control", "no-store");
        return {};
      },
    );
  });
}

/** Whether one of the header's signatures is by the connector key, and recent. */
export function isGenuine(key: string, header: string, rawBody: string, nowMs: number): boolean {
  const parsed = parseSignatureHeader(header);
  if (!parsed) return false;
  const { timestampSeconds, signatures } = parsed;
  if (Math.abs(nowMs / 1000 - timestampSeconds) > toleranceSeconds) return false;
  const right = createHmac("sha512", key)
    .update(signedNoticeText(timestampSeconds, rawBody))
    .digest();
  return signatures.some((each) => each.length === right.length && timingSafeEqual(each, right));
}

function readNotice(body: unknown) {
  const parsed = processorNotice.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ApiError("validation_failed", {
    errors: parsed.error.issues.map(({ path }) => fieldError(path.join("."), "invalid_value")),
  });
}
