import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { kycVerification } from "#contract/api/customers";
import {
  claimReview as claimBody,
  decidedReview,
  decideReview as decisionBody,
  type ReviewClaim,
  releasedClaim,
  reviewCase,
  reviewClaim,
  reviewList,
  reviewQuery,
} from "#contract/console/reviews";
import {
  type Claim,
  claimReview,
  decideReview,
  listClaims,
  listReviews,
  openReview,
  type ReviewKey,
  readReviewImage,
  releaseReview,
  reopenReview,
} from "../../../customers/identity/index.ts";
import { staffNames } from "../../../operators/staff/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { namesOfCustomers } from "../names-of-customers.ts";
import { presentCase } from "../present-case.ts";

const params = z.object({ kycVerificationId: z.string() });
const imageParams = z.object({ kycVerificationId: z.string(), uploadId: z.string() });
const empty = z.strictObject({});

export function registerReviewRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const { kyc } = deps;
  const one = `${consoleApi}/reviews/:kycVerificationId`;

  const presentClaims = async (request: FastifyRequest, claims: readonly Claim[]) => {
    const { operatorId, staffId } = staffOf(request);
    const nameOf = await staffNames(
      deps,
      operatorId,
      claims.map((claim) => claim.staffId),
    );
    return new Map(
      claims.map((claim): [string, ReviewClaim] => [
        claim.kycVerificationId,
        {
          staff: nameOf(claim.staffId),
          isMine: claim.staffId === staffId,
          since: claim.since.toISOString(),
          expiresAt: claim.expiresAt.toISOString(),
        },
      ]),
    );
  };
  const claimOn = async (request: FastifyRequest, kycVerificationId: string) => {
    const claims = await listClaims(kyc, staffOf(request).operatorId, [kycVerificationId]);
    return (await presentClaims(request, claims)).get(kycVerificationId) ?? null;
  };

  app.get(
    `${consoleApi}/reviews`,
    consoleRoute("reviews.list", { querystring: reviewQuery, response: reviewList }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { status, ...page } = request.query;
      const found = await listReviews(kyc, operatorId, page, status);
      const ids = found.data.map((review) => review.kycVerificationId);
      const customerIds = found.data.map((review) => review.externalCustomerId);
      const [claims, namesOf] = await Promise.all([
        listClaims(kyc, operatorId, ids).then((held) => presentClaims(request, held)),
        namesOfCustomers(deps, operatorId, customerIds),
      ]);
      const data = found.data.map((review) => ({
        ...review,
        ...namesOf(review.externalCustomerId),
        claim: claims.get(review.kycVerificationId) ?? null,
      }));
      return { ...found, data };
    },
  );

  app.post(
    `${one}/open`,
    consoleRoute("reviews.decide", { params, body: empty, response: reviewCase }),
    async (request) => {
      const key = keyOf(request, request.params);
      await claimReview(kyc, key, { takeOver: false }).catch((error: unknown) => {
        // Claimed by someone else, or no decision needed: show it anyway.
        const isExpected = error instanceof ApiError && error.statusCode === 409;
        if (!isExpected) throw error;
      });
      const opened = await openReview(kyc, key);
      const claim = await claimOn(request, key.kycVerificationId);
      return presentCase(deps, key, opened, claim);
    },
  );

  app.put(
    `${one}/claim`,
    consoleRoute("reviews.decide", { params, body: claimBody, response: reviewClaim }),
    async (request) => {
      const key = keyOf(request, request.params);
      const claim = await claimReview(kyc, key, request.body);
      const presented = (await presentClaims(request, [claim])).get(key.kycVerificationId);
      if (!presented) throw new Error("a claim was lost");
      return presented;
    },
  );

  app.delete(
    `${one}/claim`,
    consoleRoute("reviews.decide", { params, response: releasedClaim }),
    async (request) => {
      const key = keyOf(request, request.params);
      await releaseReview(kyc, key);
      return { claim: await claimOn(request, key.kycVerificationId) };
    },
  );

  app.get(
    `${one}/images/:uploadId`,
    consoleRoute("reviews.decide", { params: imageParams, response: z.any() }),
    async (request, reply) => {
      const { uploadId, ...rest } = request.params;
      const image = await readReviewImage(kyc, keyOf(request, rest), uploadId);
      return reply
        .type(image.contentType)
        .header("content-disposition", "inline")
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("cross-origin-resource-policy", "same-origin")
        .send(image.bytes);
    },
  );

  app.post(
    `${one}/decision`,
    consoleRoute("reviews.decide", { params, body: decisionBody, response: decidedReview }),
    async (request) => {
      const key = keyOf(request, request.params);
      const verification = await decideReview(kyc, key, request.body);
      return { verification, ...(await nextOf(key)) };
    },
  );

  app.post(
    `${one}/reopen`,
    consoleRoute("reviews.decide", {
      params,
      body: empty,
      response: kycVerification,
      statusCode: 201,
    }),
    async (request, reply) => {
      reply.code(201);
      return reopenReview(kyc, keyOf(request, request.params));
    },
  );

  /** The oldest waiting case that no other reviewer has claimed. */
  const nextOf = async ({ operatorId, staffId }: ReviewKey) => {
    const [waiting, claims] = await Promise.all([
      listReviews(kyc, operatorId, { page: 1, size: 100 }),
      listClaims(kyc, operatorId),
    ]);
    const others = claims.filter((claim) => claim.staffId !== staffId);
    const next = waiting.data.find(
      (review) => !others.some((claim) => claim.kycVerificationId === review.kycVerificationId),
    );
    return { nextKycVerificationId: next?.kycVerificationId ?? null, waiting: waiting.total };
  };
}

function keyOf(
  request: FastifyRequest,
  { kycVerificationId }: { kycVerificationId: string },
): ReviewKey {
  const { operatorId, staffId } = staffOf(request);
  return { operatorId, staffId, kycVerificationId };
}
