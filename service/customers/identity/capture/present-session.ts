import type { Kysely } from "kysely";
import {
  type KycProgress,
  type KycSession,
  type KycSideState,
  kycDocumentTypes,
} from "#contract/client/kyc";
import { type Operator, presentOperator } from "../../../operators/accounts/index.ts";
import { toIsoTime } from "../../../platform/clock.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { documentSides } from "../../../providers/document-reader/index.ts";
import { type KnownCustomer, openOutcome } from "../../profile/index.ts";
import { requirementsOf } from "../../requirements/index.ts";
import { handoffState } from "../handoff/kyc-handoffs.ts";
import { type RetryRule, retryRule } from "../states/retry-rules.ts";
import { type ImageHead, listImages } from "../store/image-store.ts";
import type { KycVerificationRow } from "../tables.ts";
import type { KycCaller } from "./customer-step.ts";
import { presentUpload } from "./present-upload.ts";

/** The verifications that the caller may build on, newest first. */
export interface KycView {
  caller: Pick<KycCaller, "operatorId" | "externalCustomerId" | "secret">;
  customer: KnownCustomer;
  history: readonly KycVerificationRow[];
  operator: Operator;
}

export function retryRuleOf(
  deps: Pick<PlatformDeps, "keyring" | "clock">,
  view: KycView,
): RetryRule {
  const [newest] = view.history;
  if (!newest) return { allowed: false };
  return retryRule({
    status: newest.status,
    // A customer whose outcome cannot be decrypted would otherwise never verify.
    canHelp: openOutcome(deps.keyring, newest)?.canRetry ?? true,
    retriedAtMs: view.history
      .filter(({ origin }) => origin === "retry")
      .map((row) => row.created_at.getTime()),
    nowMs: deps.clock.nowMs(),
  });
}

/**
 * Whether staff decide or have decided. Then customers see no checks, reasons or sides: these would show a forger what
 * to correct, and one reveals that another customer used the same document.
 */
function isForStaff({ status }: KycVerificationRow): boolean {
  return ["under_review", "rejected_manually", "verified_manually"].includes(status);
}

/** What the widget polls, without pictures. */
export function presentProgress(
  deps: Pick<PlatformDeps, "keyring" | "clock">,
  view: KycView,
  images: readonly ImageHead[],
): KycProgress {
  const [newest] = view.history;
  const outcome = newest && !isForStaff(newest) ? openOutcome(deps.keyring, newest) : undefined;
  const rule = retryRuleOf(deps, view);
  const nowMs = deps.clock.nowMs();
  return {
    status: newest?.status ?? "none",
    nextAction: nextAction(newest, images, rule),
    checks: outcome?.checks ?? [],
    reasons: (outcome?.reasons ?? []).map(({ code, message }) => ({ code, message })),
    canRetry: rule.allowed,
    retryAt: rule.allowed && rule.atMs > nowMs ? toIsoTime(rule.atMs) : null,
    retakeSides: outcome?.retakeSides ?? [],
  };
}

/** Everything that the widget shows next. */
export async function presentSession(
  deps: Pick<PlatformDeps, "keyring" | "clock">,
  db: Kysely<Tables>,
  view: KycView,
): Promise<KycSession> {
  const [newest] = view.history;
  const images = newest ? await listImages(db, newest.kyc_verification_id) : [];
  const { settings } = view.operator;
  const nowMs = deps.clock.nowMs();
  const sides: readonly ImageHead["side"][] = newest?.document_type
    ? documentSides[newest.document_type]
    : [];
  return {
    ...presentProgress(deps, view, images),
    kycVerificationId: newest?.kyc_verification_id ?? null,
    operator: presentOperator(view.operator),
    documentType: newest?.document_type ?? null,
    documentTypes: [...kycDocumentTypes],
    sides: sides.map((side): KycSideState => {
      const shown = images.findLast((image) => image.side === side);
      return { side, upload: shown ? presentUpload(deps.keyring, shown) : null };
    }),
    requirements: requirementsOf({ purpose: "kyc", settings, customer: view.customer }),
    handoff: newest
      ? await handoffState(db, deps.clock, view.caller, newest.kyc_verification_id)
      : null,
    submittedAt: newest?.submitted_at?.toISOString() ?? null,
    decidedAt: newest?.decided_at?.toISOString() ?? null,
    serverTime: toIsoTime(nowMs),
  };
}

export function missingSides(
  row: KycVerificationRow,
  images: readonly ImageHead[],
): ImageHead["side"][] {
  const sides = row.document_type ? documentSides[row.document_type] : [];
  return sides.filter(
    (side) => !images.some((image) => image.side === side && image.state === "received"),
  );
}

function nextAction(
  newest: KycVerificationRow | undefined,
  images: readonly ImageHead[],
  rule: RetryRule,
): string {
  if (!newest) return "consent";
  if (rule.allowed) return "retry";
  if (newest.status === "under_review") return "wait";
  if (newest.status !== "pending") return "none";
  if (newest.submitted_at !== null) return "wait";
  if (newest.consented_at === null) return "consent";
  return missingSides(newest, images).length > 0 ? "upload" : "submit";
}
