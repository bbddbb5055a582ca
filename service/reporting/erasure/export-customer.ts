/**
 * Everything stored about a customer, streamed as one JSON document: memory holds one picture or one page of a list.
 * Card, account and taxpayer numbers are masked, because the customer may forward it. Omits what an erasure retains.
 * Values that cannot be decrypted are missing, and `unreadable` at the end lists them.
 */
import { maskTin } from "#contract/tin";
import {
  listImages,
  listKycAccesses,
  openImage,
  openVerificationColumn,
} from "../../customers/identity/index.ts";
import {
  findTombstones,
  type KnownCustomer,
  presentSavedMethod,
  savedMethodPlace,
} from "../../customers/profile/index.ts";
import { openNumber } from "../../customers/text-messages/index.ts";
import { eventBodyPlace } from "../../events/index.ts";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import {
  contextsOfIntent,
  disputesOfCustomer,
  findDelivery,
  outcomesOfCustomer,
  type PaymentsDeps,
  readMandate,
  refundsOfCustomer,
  stopLiftsOfIntent,
  streamPayments,
} from "../../payments/index.ts";
import {
  type DisbursementsDeps,
  listSavedMethods,
  maskMethod,
  reasonPlace,
  streamDisbursements,
} from "../../payouts/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { awaitUnlessBroken, unlessBroken } from "../../platform/secrets/seal.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import { listPrizes } from "../../tax/prizes/index.ts";
import { listW9Accesses, openDraft, openSignedForm, type SignedForm } from "../../tax/w9/index.ts";
import type { ErasureSubject } from "./blockers.ts";
import { type ErasureDeps, findErasure } from "./erase-customer.ts";
import {
  achEntries,
  auditEntries,
  bankLogins,
  bankPayments,
  cryptoDeposits,
  fraudReports,
  phoneNotices,
  reviewStatuses,
  taxForms,
  webhookAttempts,
} from "./export-records.ts";
import { openColumn } from "./open-column.ts";
import { resourceIdsOf } from "./redact-events.ts";
import { noteUnreadable } from "./unreadable-values.ts";

export interface ExportDeps extends ErasureDeps {
  payments: PaymentsDeps;
  disbursements: DisbursementsDeps;
}

/** Exports a customer, and audits the export first. Throws 404, also at the end if they were erased meanwhile. */
export async function exportCustomer(
  deps: ExportDeps,
  subject: ErasureSubject,
  actor: AuditActor,
): Promise<AsyncGenerator<string>> {
  const { operatorId, externalCustomerId } = subject;
  await deps.keyring.load(operatorId);
  const { keyring, unreadable } = noteUnreadable(deps.keyring);
  const noting = {
    ...deps,
    keyring,
    payments: { ...deps.payments, keyring },
    disbursements: { ...deps.disbursements, keyring },
  };
  const found = await findTombstones(noting, operatorId, [externalCustomerId]);
  const customer = found.get(externalCustomerId);
  if (!customer || customer.isErased) throw new ApiError("resource_not_found");
  await inTransaction(deps.database, (tx) =>
    appendAudit(deps, tx, operatorId, {
      actor,
      action: "customer.exported",
      subject: { type: "customer", id: externalCustomerId },
    }),
  );
  return textOf(noting, subject, customer, unreadable);
}

async function* textOf(
  deps: ExportDeps,
  subject: ErasureSubject,
  { identityChangedAt, isDateOfBirthClaimed, isErased, ...customer }: KnownCustomer,
  unreadable: () => object[],
): AsyncGenerator<string> {
  const exportedAt = new Date(deps.clock.nowMs()).toISOString();
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"customer":${JSON.stringify(customer)}`;
  const sections: Record<string, () => AsyncIterable<object>> = {
    lastSeen: () => lastSeen(deps, subject),
    smsVerifications: () => smsVerifications(deps, subject),
    phoneNotices: () => phoneNotices(deps, subject),
    keptPaymentMethods: () => paymentMethods(deps, subject),
    keptPayoutMethods: () => payoutMethods(deps, subject),
    paymentIntents: () => payments(deps, subject),
    refunds: () => refunds(deps, subject),
    outcomes: () => outcomes(deps, subject),
    disputes: () => disputes(deps, subject),
    fraudReports: () => fraudReports(deps, subject),
    debitAuthorizations: () => mandates(deps, subject),
    bankPayments: () => bankPayments(deps, subject),
    bankLogins: () => bankLogins(deps, subject),
    achEntries: () => achEntries(deps, subject),
    cryptoDeposits: () => cryptoDeposits(deps, subject),
    disbursementIntents: () => payouts(deps, subject),
    prizes: () => prizes(deps, subject),
    taxForms: () => taxForms(deps, subject),
    w9Forms: () => w9Forms(deps, subject),
    identityVerifications: () => verifications(deps, subject),
    identityDocuments: () => documents(deps, subject),
    webhookEvents: () => events(deps, subject),
    webhookAttempts: () => webhookAttempts(deps, subject),
    auditEntries: () => auditEntries(deps, subject),
  };
  for (const [name, read] of Object.entries(sections)) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = "";
    for await (const item of read()) {
      yield `${separator}${JSON.stringify(item)}`;
      separator = ",";
    }
    yield "]";
  }
  // An erasure in the meantime leaves a part of the records, which must not look complete.
  if (await findErasure(deps.database.kysely, subject)) throw new ApiError("resource_not_found");
  yield `,"unreadable":${JSON.stringify(unreadable())}}\n`;
}

async function* lastSeen({ database, keyring }: ExportDeps, subject: ErasureSubject) {
  const { operatorId, externalCustomerId: id } = subject;
  const row = await database.kysely
    .selectFrom("customer_last_seen")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", id)
    .executeTakeFirst();
  if (!row) return;
  const place = { operatorId, table: "customer_last_seen", column: "ip_address", id };
  yield {
    ipAddress: showText(keyring, place, row.ip_address_sealed),
    seenAt: row.seen_at.toISOString(),
  };
}

async function* smsVerifications(deps: ExportDeps, subject: ErasureSubject) {
  const rows = await deps.database.kysely
    .selectFrom("sms_verifications")
    .selectAll()
    .where("operator_id", "=", subject.operatorId)
    .where("external_customer_id", "=", subject.externalCustomerId)
    .orderBy("sms_verification_id")
    .execute();
  for (const row of rows) {
    const { sms_verification_id: smsVerificationId, status, purpose } = row;
    const createdAt = row.created_at.toISOString();
    const phoneNumber = unlessBroken(() => openNumber(deps, row)) ?? null;
    yield { smsVerificationId, phoneNumber, status, purpose, createdAt };
  }
}

/** Includes methods that are not saved yet, and what remains of removed ones. */
async function* paymentMethods({ database, keyring }: ExportDeps, subject: ErasureSubject) {
  const { operatorId, externalCustomerId } = subject;
  const rows = await database.kysely
    .selectFrom("payment_methods")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .orderBy("payment_method_id")
    .execute();
  for (const row of rows) {
    const { payment_method_id: paymentMethodId, type, status } = row;
    const consent = showText(keyring, savedMethodPlace(row, "consent_sealed"), row.consent_sealed);
    const shown =
      status === "removed" ? undefined : unlessBroken(() => presentSavedMethod(keyring, row));
    yield {
      ...(shown ?? { paymentMethodId, type }),
      status,
      consentedAt: row.consented_at.toISOString(),
      consent: consent && JSON.parse(consent),
      removedAt: row.removed_at?.toISOString() ?? null,
    };
  }
}

async function* payoutMethods(deps: ExportDeps, subject: ErasureSubject) {
  const methods = await listSavedMethods(deps.disbursements, deps.database.kysely, subject, null);
  for (const { payoutMethodId, type, shown, lastUsedAt } of methods) {
    yield { payoutMethodId, type, payoutMethod: maskMethod(shown), lastUsedAt };
  }
}

async function* payments(deps: ExportDeps, { operatorId, externalCustomerId }: ErasureSubject) {
  for await (const piece of streamPayments(deps.payments, operatorId, { externalCustomerId })) {
    for (const intent of piece) {
      const { paymentIntentId } = intent;
      const devices = await contextsOfIntent(deps.payments, operatorId, paymentIntentId);
      const stopLifts = await stopLiftsOfIntent(deps.payments, operatorId, paymentIntentId);
      const key = { operatorId, paymentIntentId };
      const { kysely } = deps.database;
      const delivery = await awaitUnlessBroken(() => findDelivery(deps, kysely, key));
      yield { ...intent, devices, stopLifts, delivery };
    }
  }
}

async function* mandates(deps: ExportDeps, { operatorId, externalCustomerId }: ErasureSubject) {
  const rows = await deps.database.kysely
    .selectFrom("bank_mandates as m")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "m.payment_intent_id")
    .select(["m.payment_id", "m.bar_lifted_at", "m.bar_lift_sealed"])
    .where("i.operator_id", "=", operatorId)
    .where("i.external_customer_id", "=", externalCustomerId)
    .orderBy("m.payment_id")
    .execute();
  for (const row of rows) {
    const { payment_id: paymentId } = row;
    const mandate = await awaitUnlessBroken(() => readMandate(deps, operatorId, paymentId));
    const lift = openColumn(deps.keyring, "bank_mandates", "bar_lift_sealed", row, operatorId);
    const barLift = lift && JSON.parse(lift);
    yield { ...(mandate ?? { paymentId }), barLift };
  }
}

async function* payouts(deps: ExportDeps, { operatorId, externalCustomerId }: ErasureSubject) {
  const filter = { externalCustomerId };
  for await (const piece of streamDisbursements(deps.disbursements, operatorId, filter)) {
    for (const intent of piece) {
      const { disbursementIntentId: id } = intent;
      const rows = await deps.database.kysely
        .selectFrom("disbursement_history")
        .select(["version", "happening", "reason_sealed"])
        .where("operator_id", "=", operatorId)
        .where("disbursement_intent_id", "=", id)
        .where("reason_sealed", "is not", null)
        .orderBy("version")
        .execute();
      const reasons = rows.map(({ version, happening, reason_sealed: sealed }) => {
        const place = reasonPlace(operatorId, id, version);
        return { happening, reason: showText(deps.keyring, place, sealed) };
      });
      yield { ...intent, staffReasons: reasons };
    }
  }
}

async function* refunds(deps: ExportDeps, { operatorId, externalCustomerId }: ErasureSubject) {
  for (const refund of await refundsOfCustomer(deps.payments, operatorId, externalCustomerId)) {
    yield { ...refund.shown, note: refund.note, destination: refund.named };
  }
}

/** Staff notes about unknown outcomes. */
function outcomes(deps: ExportDeps, { operatorId, externalCustomerId }: ErasureSubject) {
  return outcomesOfCustomer(deps.payments, operatorId, externalCustomerId);
}

/** Disputes with their files, one at a time. */
function disputes(deps: ExportDeps, { operatorId, externalCustomerId }: ErasureSubject) {
  return disputesOfCustomer(deps.payments, operatorId, externalCustomerId);
}

async function* prizes(deps: ExportDeps, { operatorId, externalCustomerId }: ErasureSubject) {
  const size = 100;
  for (let page = 1; ; page += 1) {
    const found = await listPrizes(deps, operatorId, { externalCustomerId }, { page, size });
    yield* found.prizes;
    if (page * size >= found.total) return;
  }
}

async function* w9Forms(deps: ExportDeps, subject: ErasureSubject) {
  const { kysely } = deps.database;
  const rows = await kysely
    .selectFrom("w9_forms")
    .selectAll()
    .where("operator_id", "=", subject.operatorId)
    .where("external_customer_id", "=", subject.externalCustomerId)
    .orderBy("w9_id")
    .execute();
  for (const row of rows) {
    const signed = unlessBroken(() => openSignedForm(deps.keyring, row));
    yield {
      w9Id: row.w9_id,
      status: row.status,
      notUsPerson: row.not_us_person,
      completedAt: row.completed_at?.toISOString() ?? null,
      form: signed ? maskForm(signed) : null,
      draft: unlessBroken(() => openDraft(deps.keyring, row)) ?? null,
      accesses: await listW9Accesses(deps, kysely, row),
    };
  }
}

function maskForm({ tinLast4, ...form }: SignedForm) {
  return { ...form, maskedTin: maskTin(tinLast4, form.tinBox) };
}

function verificationRows({ database }: ExportDeps, subject: ErasureSubject) {
  return database.kysely
    .selectFrom("kyc_verifications")
    .selectAll()
    .where("operator_id", "=", subject.operatorId)
    .where("external_customer_id", "=", subject.externalCustomerId)
    .orderBy("kyc_verification_id")
    .execute();
}

async function* verifications(deps: ExportDeps, subject: ErasureSubject) {
  for (const row of await verificationRows(deps, subject)) {
    const { kyc_verification_id: kycVerificationId, status, document_type: documentType } = row;
    const open = (column: "reading_sealed" | "outcome_sealed") =>
      openVerificationColumn(deps, row, column);
    yield {
      kycVerificationId,
      status,
      documentType,
      documentExpiresOn: row.document_expires_on,
      createdAt: row.created_at.toISOString(),
      reading: open("reading_sealed"),
      outcome: open("outcome_sealed"),
      decisionReason: openColumn(
        deps.keyring,
        "kyc_verifications",
        "decision_reason_sealed",
        row,
        row.operator_id,
      ),
      accesses: await listKycAccesses(deps.database.kysely, subject.operatorId, kycVerificationId),
    };
  }
}

/** Pictures as base64, one at a time. */
async function* documents(deps: ExportDeps, subject: ErasureSubject) {
  const { kysely } = deps.database;
  for (const { kyc_verification_id: kycVerificationId } of await verificationRows(deps, subject)) {
    for (const image of await listImages(kysely, kycVerificationId)) {
      const bytes = await awaitUnlessBroken(() => openImage(kysely, deps.keyring, image));
      const { side, content_type: contentType, upload_id: uploadId } = image;
      const content = bytes?.toString("base64") ?? null;
      const problems = openColumn(
        deps.keyring,
        "kyc_images",
        "problems_sealed",
        image,
        subject.operatorId,
      );
      yield {
        kycVerificationId,
        uploadId,
        side,
        contentType,
        content,
        problems: problems && JSON.parse(problems),
      };
    }
  }
}

async function* events(deps: ExportDeps, subject: ErasureSubject) {
  const { operatorId } = subject;
  const ids = await inTransaction(deps.database, (tx) => resourceIdsOf(tx, subject));
  for (const resourceId of ids) {
    const rows = await deps.database.kysely
      .selectFrom("events")
      .select(["event_id", "body_sealed"])
      .where("operator_id", "=", operatorId)
      .where("resource_id", "=", resourceId)
      // The customer must not learn that a review held a payout.
      .where("status", "not in", [...reviewStatuses])
      .orderBy("sequence")
      .execute();
    for (const { event_id: eventId, body_sealed: sealed } of rows) {
      const body = showText(deps.keyring, eventBodyPlace(operatorId, eventId), sealed);
      if (body !== null) yield JSON.parse(body);
    }
  }
}
