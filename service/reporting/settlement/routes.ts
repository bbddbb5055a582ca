import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  breakFilter,
  importQuery,
  settlementBreak,
  settlementFile,
} from "#contract/api/settlement-files";
import { listOf, pageQuery } from "#contract/lists";
import { apiActorOf } from "../../operators/audit/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import { readSlowly } from "../../platform/http/body-times.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { findFile, listBreaks, listFiles } from "./list-settlement.ts";
import { countRows, presentBreak, presentFile } from "./present.ts";
import { readerLimits } from "./readers/settlement-items.ts";
import { receiveFile } from "./receive-file.ts";
import type { Received } from "./register-file.ts";
import type { SettlementNeeds } from "./settlement-deps.ts";

const tags = ["Settlement files"];

/** The accepted content types. The content decides the format. */
export const uploadTypes = [
  "text/csv",
  "text/plain",
  "text/xml",
  "application/xml",
  "application/octet-stream",
];

export function registerSettlementRoutes(
  app: HttpServer,
  deps: SettlementNeeds & { wake(): void },
): void {
  app.register(async (uploads: HttpServer) => {
    acceptUploads(uploads);
    uploads.post(
      "/v1/settlement-files",
      {
        config: forSecretKeys("settlement"),
        bodyLimit: readerLimits.fileBytes,
        schema: {
          tags,
          summary: "Import a settlement file",
          description:
            "The body is the file, as text/csv, text/plain, application/xml or " +
            "application/octet-stream: a processor's report (the settlement CSV, Stripe's payout " +
            "reconciliation, Adyen's settlement detail) or a bank statement (BAI2, camt.053, MT940). " +
            "Totals, balances and numbers are checked while it arrives; a wrong file is refused with " +
            "400 `settlement_file_refused`, a code and a line, and nothing of it is imported. Rows " +
            "are matched in the background. The same file again is 200 with `duplicate: true` and " +
            "changes nothing.",
          querystring: importQuery,
          response: { 200: settlementFile, 201: settlementFile },
        },
      },
      async (request, reply) => {
        const { operatorId } = callerOf(request);
        const upload = { ...request.query, operatorId, actor: apiActorOf(request) };
        const received = await receiveFile(deps, upload, bodyOf(request));
        requireAccepted(received);
        deps.wake();
        reply.code(received.duplicate ? 200 : 201);
        return presentReceived(deps, operatorId, received);
      },
    );
  });

  app.get(
    "/v1/settlement-files",
    {
      config: forSecretKeys("read", "settlement"),
      schema: {
        tags,
        summary: "List settlement files, newest first",
        querystring: pageQuery,
        response: { 200: listOf(settlementFile) },
      },
    },
    (request) => listFiles(deps, callerOf(request).operatorId, request.query),
  );

  app.get(
    "/v1/settlement-files/:settlementFileId",
    {
      config: forSecretKeys("read", "settlement"),
      schema: {
        tags,
        summary: "Read a settlement file's progress",
        params: z.object({ settlementFileId: z.string() }),
        response: { 200: settlementFile },
      },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const found = await findFile(deps, operatorId, request.params.settlementFileId);
      if (!found) throw new ApiError("resource_not_found");
      return found;
    },
  );

  app.get(
    "/v1/settlement-breaks",
    {
      config: forSecretKeys("read", "settlement"),
      schema: {
        tags,
        summary: "List breaks, oldest first",
        description: "Differences between our records and a processor's or bank's.",
        querystring: z.extend(pageQuery, breakFilter.shape),
        response: { 200: listOf(settlementBreak) },
      },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const { page, size, state, class: kind } = request.query;
      const filter = { ...(state ? { states: [state] } : {}), class: kind };
      const { breaks, total } = await listBreaks(deps, operatorId, { page, size }, filter);
      return { data: breaks.map(presentBreak), page, size, total };
    },
  );
}

/** Accepts only streams of bytes: this server's routes read no JSON. */
export function acceptUploads(app: HttpServer): void {
  app.removeContentTypeParser("application/json");
  for (const type of uploadTypes) {
    app.addContentTypeParser(type, (_request: FastifyRequest, payload: Readable, done) => {
      done(null, payload);
    });
  }
}

/** Reads the body as long as the sender makes progress. Throws ApiError `body_required` without any bytes. */
export function bodyOf(request: FastifyRequest): AsyncIterable<Uint8Array> {
  const body = request.body as Readable | undefined;
  if (typeof body?.pipe !== "function") throw new ApiError("body_required");
  return readSlowly(request, body);
}

/** Throws ApiError `settlement_file_refused` with code and line if the file was refused. */
export function requireAccepted({ file }: Received): void {
  if (file.state !== "failed") return;
  const refusal = {
    code: file.refusal_code,
    line: file.refusal_line,
    message: file.refusal_message,
  };
  throw new ApiError("settlement_file_refused", {
    message: `Line ${refusal.line}: ${refusal.message} Nothing was imported.`,
    extra: { settlementFileId: file.settlement_file_id, refusal },
  });
}

export async function presentReceived(
  deps: Pick<SettlementNeeds, "database">,
  operatorId: string,
  { file, duplicate }: Received,
) {
  const counts = await countRows(deps.database.kysely, operatorId, [file.settlement_file_id]);
  const none = { matched: 0, breaks: 0 };
  return presentFile(file, counts.get(file.settlement_file_id) ?? none, duplicate);
}
