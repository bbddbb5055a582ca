import type { Refund } from "#contract/api/refunds";
import type { NamedDestination } from "#contract/client/refund";
import type { RefundListQuery } from "#contract/console/refund-list";
import type { Refundable, Returnable } from "#contract/console/refunds";
import type { StaffRole } from "#contract/console/roles";
import { requireStaffStillAllowed } from "../../operators/accounts/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import { toIsoTime } from "../../platform/clock.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import { toUnits } from "../../rails/coins/index.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import type { IntentRecord } from "../records.ts";
import { awaitsApproval, decideRefund, type RefundDecision } from "./approve-refund.ts";
import { type CancelDeps, canCancelRefund, cancelRefund } from "./cancel-refund.ts";
import {
  createRefund,
  findRefundables,
  type RefundInput,
  type RefundRequester,
} from "./create-refund.ts";
import { approveDestination, declineDestination } from "./destination/decide-destination.ts";
import { readReturnables } from "./destination/deposit-returns.ts";
import { refundUrlOf } from "./destination/link.ts";
import { type LinkRenewal, renewLink } from "./destination/renew-link.ts";
import { openDestination } from "./destination/transfers.ts";
import { presentRefund } from "./present-refund.ts";
import { findRefund, listAwaitingApproval, listRefunds, type RefundQuery } from "./read-refunds.ts";
import { notePlace, type RefundRecord } from "./records.ts";
import { toRefund } from "./refund-rows.ts";
import { countsAsReturned, refundStatus, refundSteps } from "./refund-steps.ts";

/** What only staff see of a refund. */
export interface RefundForReview {
  readonly shown: Refund;
  readonly note: string | null;
  readonly achError: RefundRecord["achError"];
  readonly requestedBy: RefundRecord["requestedBy"];
  readonly canCancel: boolean;
  /** `needed`: it waits for a second person. */
  readonly approval: RefundRecord["approval"];
  readonly decidedBy: RefundRecord["decidedBy"];
  /** The version to decide on. */
  readonly version: number;
  readonly processor: string;
  readonly providerRefundId: string | null;
  /** Null for a single refund. */
  readonly refundBatchId: string | null;
  /** Masked; null before the customer names it, and after an erasure. */
  readonly destination: MaskedDestination | null;
  /** Null unless the destination waits for approval. */
  readonly decisionVersion: number | null;
  /** Whether a sanctions review holds it. */
  readonly isHeld: boolean;
}

export interface MaskedDestination {
  /** `bank` or `crypto`. */
  readonly type: string;
  /** The ends of an address, or the end of an account number. */
  readonly text: string;
  /** The holder's name, only for a bank account. */
  readonly holderName: string | null;
}

/** A payment's page shows at most this many. */
const maxShown = 100;

/** The refunds of an intent, newest first, with what is left to refund. Throws 404 for another operator's intent. */
export async function readRefunds(
  deps: PaymentsDeps,
  operatorId: string,
  paymentIntentId: string,
): Promise<{
  refunds: RefundForReview[];
  refundables: Omit<Refundable, "limitMinor">[];
  returnables: Returnable[];
}> {
  const intent = await deps.store.read(paymentIntentId);
  if (intent?.operatorId !== operatorId) throw new ApiError("resource_not_found");
  const query = { page: 1, size: maxShown, paymentIntentId };
  const { refunds } = await listRefunds(deps.database.kysely, operatorId, query);
  await deps.keyring.load(operatorId);
  return {
    refunds: await Promise.all(refunds.map((refund) => forReview(deps, refund))),
    refundables: await refundablesOf(deps, intent),
    returnables: (await readReturnables(deps.database.kysely, intent)).map(
      ({ reason, asset, network, units }) => ({
        reason,
        asset,
        network,
        amount: toUnits(units, asset),
      }),
    ),
  };
}

/** Returns the newest refunds as the API shows them, with their total number. */
export async function newestRefundsOf(
  { database }: Pick<PaymentsDeps, "database">,
  operatorId: string,
  query: RefundQuery,
): Promise<{ data: Refund[]; total: number }> {
  const { refunds, total } = await listRefunds(database.kysely, operatorId, query);
  return { data: refunds.map((refund) => presentRefund(refund)), total };
}

/** Lists refunds as the API shows them. */
export async function listRefundsForStaff(
  { database }: Pick<PaymentsDeps, "database">,
  operatorId: string,
  { status, which, from, to, ...query }: RefundListQuery,
): Promise<{ data: Refund[]; total: number }> {
  const { refunds, total } = await listRefunds(database.kysely, operatorId, {
    ...query,
    steps: refundSteps.filter(
      (step) =>
        (status === undefined || refundStatus(step) === status) &&
        (which !== "counted" || countsAsReturned(step)),
    ),
    isWaiting: which === "waiting",
    isStuck: which === "stuck",
    createdFrom: from,
    createdBefore: to,
  });
  return { data: refunds.map((refund) => presentRefund(refund)), total };
}

/** The customer's refunds, oldest first, with the named destinations in full; null if damaged. */
export async function refundsOfCustomer(
  deps: ReviewDeps,
  operatorId: string,
  externalCustomerId: string,
): Promise<(RefundForReview & { readonly named: NamedDestination | null })[]> {
  const rows = await deps.database.kysely
    .selectFrom("refunds")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .orderBy("refund_id")
    .execute();
  await deps.keyring.load(operatorId);
  return Promise.all(
    rows.map(toRefund).map(async (refund) => {
      const named = unlessBroken(() => openDestination(deps, refund)) ?? null;
      return { ...(await forReview(deps, refund)), named };
    }),
  );
}

async function refundablesOf(
  deps: PaymentsDeps,
  intent: IntentRecord,
): Promise<Omit<Refundable, "limitMinor">[]> {
  const found = [];
  for (const attempt of findRefundables(deps, intent)) {
    const { paymentId, price, returned, disputed } = attempt;
    const { baseMinor, feesMinor, taxMinor } = price;
    const { lostBaseMinor } = disputed;
    if (disputed.open > 0 || returned.baseMinor + lostBaseMinor >= baseMinor) continue;
    const paid = { baseMinor, feesMinor, taxMinor };
    const isWhole = returned.baseMinor === 0 && lostBaseMinor === 0;
    const wholeOnly =
      deps.methods.find(attempt.type)?.refunds?.isFullRefundOnly?.(attempt) ?? false;
    if (wholeOnly && !isWhole) continue;
    const reversibleUntil =
      attempt.type === "bank" && isWhole
        ? await deps.ach.reversibleUntil(intent.operatorId, paymentId)
        : null;
    const { currency } = intent;
    found.push({
      paymentId,
      currency,
      paid,
      returned,
      lostBaseMinor,
      wholeOnly,
      reversibleUntil,
    });
  }
  return found;
}

/** The refunds that wait for an approval, oldest first. */
export async function readAwaitingApproval(
  deps: ReviewDeps,
  operatorId: string,
  page: { page: number; size: number },
): Promise<{ refunds: RefundForReview[]; total: number }> {
  const { refunds, total } = await listAwaitingApproval(deps.database.kysely, operatorId, page);
  await deps.keyring.load(operatorId);
  return { refunds: await Promise.all(refunds.map((refund) => forReview(deps, refund))), total };
}

/** Named destinations that wait for an approval, oldest first. */
export async function readNamedDestinations(
  deps: ReviewDeps,
  operatorId: string,
  page: { page: number; size: number },
): Promise<{ refunds: RefundForReview[]; total: number }> {
  const query = { ...page, only: "destinations" } as const;
  const { refunds, total } = await listAwaitingApproval(deps.database.kysely, operatorId, query);
  await deps.keyring.load(operatorId);
  return { refunds: await Promise.all(refunds.map((refund) => forReview(deps, refund))), total };
}

/** Like {@link decideRefund}, for staff. */
export async function decideRefundByStaff(
  deps: PaymentsDeps,
  decision: RefundDecision,
): Promise<RefundForReview> {
  return forReview(deps, await decideRefund(deps, decision));
}

export interface StaffRefundRules {
  /** How much of the base a person with this role may return in all, in minor units; null: no limit. */
  limitMinor(currency: string, role: StaffRole): number | null;
  /** What the dialog showed, in minor units of the base. */
  readonly seenReturnedMinor: number;
}

/**
 * Refunds a payment for staff. Throws like {@link createRefund}, and 403 `refund_limit_exceeded`, and 409
 * `conflicting_state` if the payment was refunded further since the dialog opened.
 */
export async function refundByStaff(
  deps: PaymentsDeps,
  {
    staffId,
    ...key
  }: Pick<RefundRequester, "operatorId" | "paymentIntentId"> & { staffId: string },
  input: Omit<RefundInput, "externalRefundId">,
  { limitMinor, seenReturnedMinor }: StaffRefundRules,
): Promise<RefundForReview> {
  const requester: RefundRequester = { ...key, requestedBy: { kind: "staff", staffId } };
  let returnedMinor = 0;
  const refund = await createRefund(deps, requester, input, {
    check({ returned }, amountMinor) {
      if (returned.baseMinor !== seenReturnedMinor) {
        throw new ApiError("conflicting_state", {
          message: "This payment was refunded meanwhile. Review it again.",
        });
      }
      returnedMinor = returned.baseMinor + amountMinor;
    },
    async alsoWrite(tx, { currency }) {
      const role = await requireStaffStillAllowed(tx, key.operatorId, staffId, "payments.refund");
      const limit = limitMinor(currency, role);
      if (limit !== null && returnedMinor > limit) throw new ApiError("refund_limit_exceeded");
    },
  });
  return forReview(deps, refund);
}

/** {@link cancelRefund} for the console, with the same errors. */
export async function cancelRefundByStaff(
  deps: PaymentsDeps,
  key: Parameters<typeof cancelRefund>[1],
): Promise<RefundForReview> {
  return forReview(deps, await cancelRefund(deps, key));
}

type ReviewDeps = CancelDeps & Pick<PaymentsDeps, "database" | "keyring">;

async function forReview(deps: ReviewDeps, refund: RefundRecord): Promise<RefundForReview> {
  const { keyring } = deps;
  const { noteSealed, requestedBy, processor, providerRefundId, approval, decidedBy, version } =
    refund;
  return {
    shown: presentRefund(refund),
    note: showText(keyring, notePlace(refund), noteSealed),
    achError: refund.achError,
    requestedBy,
    canCancel: await canCancelRefund(deps, refund),
    approval: approval === "needed" && !awaitsApproval(refund) ? null : approval,
    decidedBy,
    version,
    processor,
    providerRefundId,
    refundBatchId: refund.refundBatchId,
    destination: showDestination(keyring, refund),
    decisionVersion: refund.step === "awaiting_approval" ? refund.version : null,
    isHeld: refund.heldAtMs !== null,
  };
}

/** A damaged destination stays visible, so that it can be declined. */
function showDestination(
  keyring: PaymentsDeps["keyring"],
  refund: RefundRecord,
): MaskedDestination | null {
  const named = unlessBroken(() => openDestination({ keyring }, refund));
  if (named !== undefined) return maskDestination(named);
  return { type: refund.transfer?.type ?? "bank", text: "", holderName: null };
}

/** Shows approvers enough to recognize the destination, and too little to use it. */
function maskDestination(named: NamedDestination | null): MaskedDestination | null {
  if (!named) return null;
  if (named.type === "bank") {
    const { accountNumber, holderName } = named.bank;
    return { type: "bank", text: `•••• ${accountNumber.slice(-4)}`, holderName };
  }
  const { address } = named;
  return { type: "crypto", text: `${address.slice(0, 8)}…${address.slice(-6)}`, holderName: null };
}

/** Like {@link approveDestination}, for staff. */
export async function approveByStaff(
  deps: PaymentsDeps,
  decision: Parameters<typeof approveDestination>[1],
): Promise<RefundForReview> {
  return forReview(deps, await approveDestination(deps, decision));
}

/** Like {@link declineDestination}, for staff. */
export async function declineByStaff(
  deps: PaymentsDeps,
  decision: Parameters<typeof declineDestination>[1],
): Promise<RefundForReview> {
  return forReview(deps, await declineDestination(deps, decision));
}

/** Anyone with the link can name the destination, so the log names who copied it. */
async function auditCopy(
  deps: PaymentsDeps,
  { operatorId, refundId, actor }: LinkRenewal,
  refund: RefundRecord,
): Promise<RefundRecord> {
  await inTransaction(deps.database, (tx) =>
    appendAudit(deps, tx, operatorId, {
      actor,
      action: "refund.link_copied",
      subject: { type: "refund", id: refundId },
    }),
  );
  return refund;
}

/** The current link, or a new one if it expired, for staff who may refund. */
export async function linkForStaff(
  deps: PaymentsDeps,
  renewal: LinkRenewal,
): Promise<{ refundUrl: string; expiresAt: string }> {
  const { operatorId, refundId } = renewal;
  const found = await findRefund(deps.database.kysely, operatorId, refundId);
  if (!found) throw new ApiError("resource_not_found");
  await deps.keyring.load(operatorId);
  const refund =
    refundUrlOf(deps, found) === null
      ? await renewLink(deps, renewal)
      : await auditCopy(deps, renewal, found);
  const refundUrl = refundUrlOf(deps, refund);
  if (refundUrl === null || !refund.transfer) throw new ApiError("conflicting_state");
  return { refundUrl, expiresAt: toIsoTime(refund.transfer.linkExpiresAtMs) };
}
