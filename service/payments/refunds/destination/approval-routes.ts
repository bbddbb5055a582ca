import * as z from "zod/mini";
import { pendingRefund, refund } from "#contract/api/refunds";
import { listOf, pageQuery } from "#contract/lists";
import { apiActorOf } from "../../../operators/audit/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { callerOf, callingKeyOf, forSecretKeys } from "../../../platform/http/authentication.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../../platform/http/idempotency.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { presentRefund } from "../present-refund.ts";
import { findRefund } from "../read-refunds.ts";
import { readNamedDestinations } from "../review-refunds.ts";
import { type AlsoDecided, approveDestination, declineDestination } from "./decide-destination.ts";

const tags = ["Refunds"];

/** Registers the approval by operators' servers. Staff use the console. */
export function registerApprovalRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  idempotency: Idempotency,
): void {
  app.get(
    "/v1/refunds/pending-approval",
    {
      config: forSecretKeys("approvals", "read"),
      schema: {
        tags,
        summary: "List the refunds whose destination waits for an approval, oldest first",
        description: "`destination` shows the ends of what the customer named.",
        querystring: pageQuery,
        response: { 200: listOf(pendingRefund) },
      },
    },
    async (request) => {
      const { page, size } = request.query;
      const { operatorId } = callerOf(request);
      const { refunds, total } = await readNamedDestinations(deps, operatorId, { page, size });
      const data = refunds.map(({ shown, destination }) => ({ ...shown, destination }));
      return { data, page, size, total };
    },
  );

  app.post(
    "/v1/refunds/:refundId/proceed/:allow",
    {
      config: forSecretKeys("approvals"),
      schema: {
        tags,
        summary: "Approve or decline the destination of a refund",
        description:
          "`true` sends the refund; `false` fails it with `destination_declined` and frees its amount. These " +
          "refusals change nothing: 409 `conflicting_state` (no destination waits for an approval); 409 " +
          "`refund_destination_unreadable` (the stored destination is damaged: decline it, then refund the " +
          "payment again); 400 `refund_on_hold` (staff must decide first, in the console; do not tell the " +
          "customer); 403 `dual_control_required` (the setting `dualControl` is on, and this key requested the " +
          "refund, or the person who issued this key did); 403 `approval_limit_exceeded` (the key's daily " +
          "limit); 403 `refund_approval_by_requester` (the refund needs a second person, so only staff approve it).",
        params: z.object({ refundId: z.string(), allow: z.enum(["true", "false"]) }),
        response: { 200: refund },
      },
    },
    (request, reply) =>
      idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { keyId, lineId } = callingKeyOf(request);
        const { refundId, allow } = request.params;
        const refund = await findRefund(deps.database.kysely, operatorId, refundId);
        if (!refund) throw new ApiError("resource_not_found");
        const decision = {
          operatorId,
          refundId,
          actor: apiActorOf(request),
          decider: { kind: "key", keyId, lineId } as const,
          // A customer names a destination once, so this is the one that the caller saw.
          seenVersion: refund.version,
        };
        const alsoWrite: AlsoDecided = (tx, decided) =>
          claim.store(tx, { statusCode: 200, body: presentRefund(decided) });
        const decided =
          allow === "true"
            ? await approveDestination(deps, { ...decision, limitMinor: () => null }, alsoWrite)
            : await declineDestination(deps, decision, alsoWrite);
        return { statusCode: 200, body: presentRefund(decided) };
      }),
  );
}
