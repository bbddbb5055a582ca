import * as z from "zod/mini";
import {
  decideSanctionsReview,
  type SanctionsReview,
  sanctionsDecided,
  sanctionsQuery,
  sanctionsReviews,
} from "#contract/console/sanctions";
import { type OpenedReview, personName } from "../../../customers/sanctions/index.ts";
import { staffNames } from "../../../operators/staff/index.ts";
import { toIsoTime } from "../../../platform/clock.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import { fullName } from "../../../providers/sanctions/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";

export function registerSanctionsRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/sanctions`,
    consoleRoute("payouts.read", { querystring: sanctionsQuery, response: sanctionsReviews }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { data, ...page } = await deps.sanctions.list(operatorId, request.query);
      const ids = data.flatMap(({ review }) => [
        ...(review.cleared_by ? [review.cleared_by.staffId] : []),
        ...(review.decided_by ? [review.decided_by.staffId] : []),
      ]);
      const nameOf = await staffNames(deps, operatorId, ids);
      return { ...page, data: data.map((review) => present(review, nameOf)) };
    },
  );

  app.post(
    `${consoleApi}/sanctions/:sanctionsReviewId/decision`,
    consoleRoute("payouts.decide", {
      params: z.object({ sanctionsReviewId: z.string() }),
      body: decideSanctionsReview,
      response: sanctionsDecided,
    }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { sanctionsReviewId } = request.params;
      const decision = { ...request.body, staffId };
      const { state } = await deps.sanctions.decide({ operatorId, sanctionsReviewId }, decision);
      deps.webhooks.wake();
      return { status: state };
    },
  );
}

function present(
  opened: OpenedReview,
  nameOf: (staffId: string) => { readonly name: string },
): SanctionsReview {
  const { review, reason, evidence } = opened;
  const person = evidence?.person;
  return {
    sanctionsReviewId: review.sanctions_review_id,
    externalCustomerId: review.external_customer_id,
    kind: review.kind,
    isReadable: evidence !== null,
    status: review.state,
    version: review.version,
    score: review.score,
    person: {
      name: person ? personName(person) : "",
      otherNames: opened.kind === "name" ? [...(opened.evidence.otherNames ?? [])] : [],
      dateOfBirth: person?.dateOfBirth ?? null,
      city: person?.city ?? null,
      country: person?.country ?? null,
    },
    ...(opened.kind === "name"
      ? presentNameMatch(opened.evidence)
      : presentAddressMatch(review, opened.evidence?.addresses ?? [])),
    reason,
    clearedBy: review.cleared_by ? nameOf(review.cleared_by.staffId).name : null,
    decidedBy: review.decided_by ? nameOf(review.decided_by.staffId).name : null,
    openedAt: toIsoTime(review.opened_at.getTime()),
    decidedAt: review.decided_at ? toIsoTime(review.decided_at.getTime()) : null,
  };
}

type ShownMatch = Pick<SanctionsReview, "entry" | "explanation" | "addresses">;

function presentNameMatch({
  entry,
  explanation,
}: Extract<OpenedReview, { kind: "name" }>["evidence"]): ShownMatch {
  return {
    entry: {
      list: entry.list,
      entryId: entry.entryId,
      names: entry.names.map((name) => ({ name: fullName(name), quality: name.quality })),
      births: entry.births.map(({ text }) => text),
      birthPlaces: [...entry.birthPlaces],
      countries: [...entry.countries],
      addresses: [...entry.addresses],
      programs: [...entry.programs],
      remarks: entry.remarks,
    },
    explanation: {
      name: explanation.name,
      birth: explanation.birth,
      place: { ...explanation.place, listed: [...explanation.place.listed] },
    },
    addresses: [],
  };
}

function presentAddressMatch(
  { list, entry_id: entryId }: OpenedReview["review"],
  addresses: Extract<OpenedReview, { kind: "address" }>["evidence"]["addresses"],
): ShownMatch {
  const first = addresses[0]?.listed;
  return {
    entry: {
      list,
      entryId,
      names: first ? [{ name: first.name, quality: "primary" }] : [],
      births: [],
      birthPlaces: [],
      countries: [],
      addresses: [],
      programs: [...(first?.programs ?? [])],
      remarks: null,
    },
    explanation: null,
    addresses: addresses.map(({ used, listed }) => ({
      ...used,
      currency: listed.currency,
      listed: listed.address,
    })),
  };
}
