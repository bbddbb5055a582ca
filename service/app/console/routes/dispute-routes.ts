import * as z from "zod/mini";
import { putEvidence } from "#contract/api/disputes";
import {
  disputeCase,
  disputeDone,
  disputeList,
  disputeListQuery,
  disputeRates,
  disputeSeen,
  recordSeenAnswer,
} from "#contract/console/disputes";
import { findShownCustomer } from "../../../customers/profile/index.ts";
import { listTexts } from "../../../customers/text-messages/index.ts";
import { firstEventAt } from "../../../events/index.ts";
import {
  acceptDispute,
  changeEvidence,
  evidenceBodyBytes,
  listForStaff,
  previewSummary,
  readCase,
  readDisputeRates,
  recordAnswerOf,
  submitEvidence,
} from "../../../payments/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { nameOfCustomer } from "../names.ts";
import { namesOfCustomers } from "../names-of-customers.ts";
import { presentInquiry } from "../present-inquiry.ts";
import { registerInquiryRoutes } from "./inquiry-routes.ts";

const params = z.object({ disputeId: z.string() });

export function registerDisputeRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const { payments } = deps;
  registerInquiryRoutes(app, deps);
  app.get(
    `${consoleApi}/disputes`,
    consoleRoute("disputes.read", { querystring: disputeListQuery, response: disputeList }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size } = request.query;
      const { disputes, total, waiting } = await listForStaff(payments, operatorId, request.query);
      const ids = disputes.map(({ externalCustomerId }) => externalCustomerId);
      const namesOf = await namesOfCustomers(deps, operatorId, ids);
      const data = disputes.map((dispute) => ({
        ...dispute,
        ...namesOf(dispute.externalCustomerId),
      }));
      return { data, page, size, total, waiting };
    },
  );

  app.get(
    `${consoleApi}/dispute-rates`,
    consoleRoute("disputes.read", { response: disputeRates }),
    (request) => readDisputeRates(payments, staffOf(request).operatorId),
  );

  app.get(
    `${consoleApi}/disputes/:disputeId`,
    consoleRoute("disputes.read", { params, response: disputeCase }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { disputeId } = request.params;
      const { inquiry, ...found } = await readCase(payments, { operatorId, disputeId });
      const { externalCustomerId, paymentIntentId } = found.dispute;
      const [customer, texts, shownAt] = await Promise.all([
        findShownCustomer(deps, operatorId, externalCustomerId),
        listTexts(deps, { operatorId, externalCustomerId }),
        firstEventAt(deps, operatorId, { resourceId: paymentIntentId, status: "success" }),
      ]);
      return {
        ...found,
        sent: { outcomeShownAt: shownAt?.toISOString() ?? null, texts },
        inquiry: await presentInquiry(deps, operatorId, found, inquiry),
        customer: customer
          ? {
              name: nameOfCustomer(customer.data),
              email: customer.data.email,
              address: found.known["billingAddress"] ?? null,
              kycStatus: customer.kycStatus,
            }
          : null,
      };
    },
  );

  app.get(
    `${consoleApi}/disputes/:disputeId/preview`,
    consoleRoute("disputes.read", { params, response: z.any() }),
    async (request, reply) => {
      const { operatorId } = staffOf(request);
      const { disputeId } = request.params;
      const { content } = await previewSummary(payments, { operatorId, disputeId });
      reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${disputeId}.pdf"`);
      return reply.send(Buffer.from(content));
    },
  );

  app.put(
    `${consoleApi}/disputes/:disputeId/evidence`,
    {
      ...consoleRoute("disputes.answer", { params, body: putEvidence, response: disputeDone }),
      bodyLimit: evidenceBodyBytes,
    },
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const key = { operatorId, disputeId: request.params.disputeId };
      const { disputeId, status } = await changeEvidence(payments, key, request.body, {
        actor: { kind: "staff", staffId },
      });
      return { disputeId, status };
    },
  );

  app.post(
    `${consoleApi}/disputes/:disputeId/record-answer`,
    consoleRoute("disputes.answer", { params, body: recordSeenAnswer, response: disputeDone }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const key = { operatorId, disputeId: request.params.disputeId };
      const { version, ...answer } = request.body;
      const { disputeId, status } = await recordAnswerOf(payments, key, answer, {
        actor: { kind: "staff", staffId },
        seenVersion: version,
      });
      return { disputeId, status };
    },
  );

  for (const [act, decide] of [
    ["submit", submitEvidence],
    ["accept", acceptDispute],
  ] as const) {
    app.post(
      `${consoleApi}/disputes/:disputeId/${act}`,
      consoleRoute("disputes.answer", { params, body: disputeSeen, response: disputeDone }),
      async (request) => {
        const { operatorId, staffId } = staffOf(request);
        const key = { operatorId, disputeId: request.params.disputeId };
        const { disputeId, status } = await decide(payments, key, {
          actor: { kind: "staff", staffId },
          seenVersion: request.body.version,
        });
        return { disputeId, status };
      },
    );
  }
}
