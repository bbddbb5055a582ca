import * as z from "zod/mini";
import { type KycInfo, kycInfo } from "#contract/api/kyc";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../../../platform/http/authentication.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import { lockExistingCustomer, presentVerification } from "../../profile/index.ts";
import type { KycDeps, KycSubject } from "../kyc-deps.ts";
import { issueLink, presentLink } from "../links/kyc-links.ts";
import { insertVerification, listVerifications } from "../store/verification-store.ts";

export function registerKycInfo(app: HttpServer, deps: KycDeps): void {
  app.get(
    "/v1/customers/:externalCustomerId/kyc-info",
    {
      config: forSecretKeys("payments", "payouts"),
      schema: {
        summary: "Get a customer's verification status, links and client secret",
        description:
          "Starts a verification if the customer has none. Links and secret are valid for an hour and " +
          "do not change during it; a later request returns new ones.",
        tags: ["KYC"],
        params: z.object({ externalCustomerId: z.string() }),
        response: { 200: kycInfo },
      },
    },
    (request) => {
      const { externalCustomerId } = request.params;
      return readKycInfo(deps, { operatorId: callerOf(request).operatorId, externalCustomerId });
    },
  );
}

async function readKycInfo(deps: KycDeps, subject: KycSubject): Promise<KycInfo> {
  const { operatorId, externalCustomerId } = subject;
  const { verifications, link, isNew } = await inTransaction(deps.database, async (tx) => {
    if (!(await lockExistingCustomer(tx, operatorId, externalCustomerId))) {
      throw new ApiError("resource_not_found");
    }
    const rows = await listVerifications(tx, subject);
    const isFirst = rows.length === 0;
    const all = isFirst ? [await insertVerification(deps, tx, subject, { origin: "asked" })] : rows;
    const newestId = all[0]?.kyc_verification_id ?? "";
    return {
      verifications: all,
      link: await issueLink(deps, tx, subject, newestId),
      isNew: isFirst,
    };
  });
  if (isNew) deps.webhooks.wake();
  return {
    status: verifications[0]?.status ?? "pending",
    ...presentLink(deps, link),
    verifications: verifications.map((row) => presentVerification(deps.keyring, row)),
  };
}
