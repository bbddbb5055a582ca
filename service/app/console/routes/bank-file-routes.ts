import * as z from "zod/mini";
import { bankFileList, decideBankFile } from "#contract/console/bank-files";
import { toMajor } from "#contract/money";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";

const params = z.object({ achFileId: z.string() });

/** Registers the routes for ACH files whose transfer to the bank is uncertain. */
export function registerBankFileRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const list = async (operatorId: string) => {
    const files = await deps.disbursements.ach.listOpenFiles(operatorId);
    const data = files
      .filter((file) => file.needsDecision)
      .map((file) => ({
        achFileId: file.achFileId,
        name: file.name,
        since: file.since?.toISOString() ?? null,
        isShared: file.isShared,
        entryCount: file.entryCount,
        paidOut: toMajor(file.creditMinor, "USD"),
        debited: toMajor(file.debitMinor, "USD"),
      }));
    return { data };
  };

  app.get(
    `${consoleApi}/bank-files`,
    consoleRoute("payouts.read", { response: bankFileList }),
    (request) => list(staffOf(request).operatorId),
  );

  app.post(
    `${consoleApi}/bank-files/:achFileId/decision`,
    consoleRoute("bank_files.decide", { params, body: decideBankFile, response: bankFileList }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { achFileId } = request.params;
      const actor = { kind: "staff", staffId } as const;
      await deps.disbursements.ach.decideFile({ ...request.body, achFileId, actor, operatorId });
      return list(operatorId);
    },
  );
}
