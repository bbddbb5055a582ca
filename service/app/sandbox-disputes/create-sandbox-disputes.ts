import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import type {
  DecideSandboxDispute,
  OpenSandboxDispute,
  PlayedDispute,
} from "#contract/api/sandbox-disputes";
import type { Domain } from "../../platform/domain.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { ServiceConfig } from "../read-config.ts";
import { hasRealParties } from "../sandbox-clock/real-parties.ts";
import { registerSandboxDisputeRoutes } from "./routes.ts";

export type SandboxDisputeDeps = Pick<PlatformDeps, "database" | "http"> & {
  readonly config: ServiceConfig;
  readonly idempotency: Idempotency;
};

/** How long a response waits for the notice. */
const waitMs = 10_000;
const pauseMs = 100;
const deadlineMs = 5_000;

const bookedDispute = z.object({ disputeId: z.string(), sequence: z.int() });

export interface SandboxDisputes {
  /** Opens a dispute. Throws 404, and 400 `invalid_value` for a payment that cannot be disputed here. */
  open(operatorId: string, order: OpenSandboxDispute): Promise<PlayedDispute>;
  /** Decides a dispute. Throws 404. */
  decide(
    operatorId: string,
    disputeId: string,
    decision: DecideSandboxDispute,
  ): Promise<PlayedDispute>;
}

/** Creates the domain, without routes if a processor is real. */
export function createSandboxDisputes(deps: SandboxDisputeDeps): Domain {
  const { database, http, config } = deps;

  async function play(path: string, body: object): Promise<z.infer<typeof bookedDispute>> {
    const response = await http
      .call({
        method: "POST",
        url: `${config.sandboxUrl}/admin/disputes${path}`,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        party: "sandbox",
        deadlineMs,
      })
      .catch(() => undefined);
    if (response?.statusCode === 404) throw new ApiError("resource_not_found");
    if (response === undefined || response.statusCode >= 300) {
      throw new ApiError("service_unavailable", {
        message: "The sandbox did not accept the request. Is it running?",
      });
    }
    return bookedDispute.parse(JSON.parse(response.text));
  }

  /** Waits for the notice with this sequence, or a later one. */
  async function applied(
    of: { readonly operatorId: string; readonly paymentId: string; readonly processor: string },
    booked: z.infer<typeof bookedDispute>,
  ): Promise<PlayedDispute> {
    for (let waited = 0; waited < waitMs; waited += pauseMs) {
      const row = await database.kysely
        .selectFrom("disputes")
        .select(["dispute_id", "status", "last_sequence"])
        .where("operator_id", "=", of.operatorId)
        .where("processor", "=", of.processor)
        .where("provider_dispute_id", "=", booked.disputeId)
        .executeTakeFirst();
      if (row && row.last_sequence >= booked.sequence) {
        return {
          disputeId: row.dispute_id,
          paymentId: of.paymentId,
          providerDisputeId: booked.disputeId,
          status: row.status,
        };
      }
      await pause(pauseMs);
    }
    return {
      disputeId: null,
      paymentId: of.paymentId,
      providerDisputeId: booked.disputeId,
      status: null,
    };
  }

  const disputes: SandboxDisputes = {
    async open(operatorId, { paymentId, ...order }) {
      const payment = await database.kysely
        .selectFrom("payments")
        .select(["processor", "charge_id", "type", "status"])
        .where("operator_id", "=", operatorId)
        .where("payment_id", "=", paymentId)
        .executeTakeFirst();
      if (!payment) throw new ApiError("resource_not_found");
      const { charge_id: chargeId, processor } = payment;
      if (payment.type !== "card" || payment.status !== "success" || chargeId === null) {
        const text = "Only a successful payment by card can be disputed here.";
        throw fieldRefusal("invalid_value", "paymentId", text);
      }
      const booked = await play("", { chargeId, ...order });
      return applied({ operatorId, paymentId, processor }, booked);
    },

    async decide(operatorId, disputeId, decision) {
      const dispute = await database.kysely
        .selectFrom("disputes")
        .select(["payment_id", "processor", "provider_dispute_id"])
        .where("operator_id", "=", operatorId)
        .where("dispute_id", "=", disputeId)
        .executeTakeFirst();
      if (!dispute) throw new ApiError("resource_not_found");
      const { payment_id: paymentId, processor, provider_dispute_id: providerId } = dispute;
      const booked = await play(`/${encodeURIComponent(providerId)}/acts`, decision);
      return applied({ operatorId, paymentId, processor }, booked);
    },
  };
  return {
    register: (app) => {
      if (!hasRealParties(config)) registerSandboxDisputeRoutes(app, { ...deps, disputes });
    },
    commands: [],
    jobs: [],
  };
}
