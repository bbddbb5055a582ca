import { brandOf } from "#contract/card-brand";
import type { ChargeRequest } from "#contract/connectors/processor";
import { cardScript } from "../catalogue/card-script.ts";
import type { DisputePlay } from "../disputes/play-disputes.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { type BookedCharge, type ChargeBook, last4Of } from "./charge-book.ts";
import type { ChargeDecision } from "./decide-charge.ts";
import type { ProcessorProfile } from "./processor-profile.ts";

/** How long a charge stays pending before a look-up returns its outcome. */
const settlesAfterMs = 1_500;

export interface ChargeParts {
  deps: SandboxDeps;
  book: ChargeBook;
  play: DisputePlay;
}

export interface DecidedCharge {
  request: ChargeRequest;
  key: string;
  fingerprint: string;
  decision: ChargeDecision;
}

/** Books a charge by its card's script, which can include a dispute. */
export function bookCharge(
  profile: Pick<ProcessorProfile, "settles" | "chargeId"> & { name: string },
  { deps, book, play }: ChargeParts,
  { request, key, fingerprint, decision: { outcome } }: DecidedCharge,
): BookedCharge {
  const nowMs = deps.now();
  const settles = outcome.status === "pending" ? outcome.settles : outcome.status;
  const waits =
    outcome.status === "pending" ||
    (outcome.status === "approved" && profile.settles === "on_look_up");
  const booked: BookedCharge = {
    processor: profile.name,
    chargeId: profile.chargeId(book.size + 1, deps.randomBytes(5).toString("hex")),
    idempotencyKey: key,
    fingerprint,
    merchantReference: request.merchantReference,
    amountMinor: request.amountMinor,
    currency: request.currency,
    last4: last4Of(request),
    descriptor: request.descriptor,
    status: waits ? "pending" : outcome.status,
    createdAt: new Date(nowMs).toISOString(),
  };
  if (outcome.status === "unheard_of") booked.statusWord = outcome.word;
  if ("declineCode" in outcome && outcome.declineCode) booked.declineCode = outcome.declineCode;
  if (waits && (settles === "approved" || settles === "declined")) {
    booked.settlesAs = settles;
    const afterMs = ("afterMs" in outcome && outcome.afterMs) || settlesAfterMs;
    booked.settlesAt = new Date(nowMs + afterMs).toISOString();
  }
  if (request.threeDSecure) {
    const { transStatus, eci, aresTransStatus, challenged } = request.threeDSecure;
    booked.threeDSecure = {
      transStatus,
      ...(eci === undefined ? {} : { eci }),
      ...(aresTransStatus === undefined ? {} : { aresTransStatus }),
      ...(challenged === undefined ? {} : { challenged }),
    };
  }
  noteChecks(booked, request);
  const { refund, dispute } = cardScript(request.card.number);
  if (refund) booked.refunds = refund;
  const network = brandOf(request.card.number).name;
  if (network) booked.network = network;
  if (request.notificationUrl) booked.notificationUrl = request.notificationUrl;
  book.save(booked);
  const isApproved = (booked.settlesAs ?? booked.status) === "approved";
  if (dispute && isApproved) play.playCard(booked, dispute);
  return booked;
}

function noteChecks(booked: BookedCharge, request: ChargeRequest): void {
  const { card, customer, networkTransactionId, surchargeMinor, merchantCategory } = request;
  const address = customer?.billingAddress;
  if (card.cvc !== undefined) booked.hasCvc = true;
  if (card.postalCode ?? address?.postalCode) booked.hasPostalCode = true;
  if (address) booked.hasAddress = true;
  if (networkTransactionId) booked.earlierNetworkTransactionId = networkTransactionId;
  if (merchantCategory !== undefined) booked.merchantCategory = merchantCategory;
  if (surchargeMinor !== undefined) booked.surchargeMinor = surchargeMinor;
}
