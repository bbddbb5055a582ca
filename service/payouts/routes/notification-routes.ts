import * as z from "zod/mini";
import { payoutNotification } from "#contract/connectors/payout";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { findByKey } from "../store/payout-store.ts";

/**
 * Receives notifications about payouts, and about refunds that go through a payout processor. The content is not trusted
 * and only triggers a look-up, so repeated, late or reordered notifications do no harm.
 */
export function registerNotificationRoutes(app: HttpServer, deps: DisbursementsDeps): void {
  app.post(
    "/v1/payout-notifications",
    {
      config: {
        access: "connector",
        connectorKeys: () =>
          deps.config.payoutProcessors.flatMap((payoutProcessor) =>
            payoutProcessor.type === "tessera" ? [payoutProcessor.key] : [],
          ),
      },
      schema: { hide: true, body: payoutNotification, response: { 200: z.object({}) } },
    },
    async (request) => {
      const { idempotencyKey } = request.body;
      const payout = await findByKey(deps, idempotencyKey);
      if (payout) void deps.outgoing.recover(payout);
      else await deps.transferNoticed(idempotencyKey);
      return {};
    },
  );
}
