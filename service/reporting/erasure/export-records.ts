/**
 * Parts of an export that no domain presents, with sealed columns opened and account numbers masked. Omits secrets and
 * keyed indexes, which personal-data.ts lists.
 */
import { readDetails } from "../../operators/audit/index.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import { type KeptAccount, shownDigitsOf } from "../../rails/bank-login/index.ts";
import { type ErasureSubject, entryKeysOf } from "./blockers.ts";
import type { ErasureDeps } from "./erase-customer.ts";
import { openColumn } from "./open-column.ts";
import { resourceIdsOf } from "./redact-events.ts";

type Deps = ErasureDeps;

/** Statuses that reveal a sanctions review, so an export omits them. */
export const reviewStatuses = ["held", "released"] as const;

async function moneyIdsOf({ database }: Deps, subject: ErasureSubject): Promise<string[]> {
  const rows = await entryKeysOf(database.kysely, subject).execute();
  return rows.map(({ id }) => id);
}

async function methodIdsOf({ database }: Deps, subject: ErasureSubject): Promise<string[]> {
  const { operatorId, externalCustomerId } = subject;
  const rows = await database.kysely
    .selectFrom("payment_methods")
    .select("payment_method_id as id")
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .unionAll(
      database.kysely
        .selectFrom("payout_methods")
        .select("payout_method_id as id")
        .where("operator_id", "=", operatorId)
        .where("external_customer_id", "=", externalCustomerId),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Entries about the customer and their intents, methods, verifications and forms, without the person who acted and
 * without other customers' payments.
 */
export async function* auditEntries(deps: Deps, subject: ErasureSubject) {
  const { operatorId, externalCustomerId } = subject;
  const { kysely } = deps.database;
  const ids = [
    ...(await resourceIdsOf(kysely, subject)),
    ...(await moneyIdsOf(deps, subject)),
    ...(await methodIdsOf(deps, subject)),
  ];
  const own = new Set(ids);
  const rows = await kysely
    .selectFrom("audit_entries")
    .select(["at", "actor_kind", "action", "subject_type", "subject_id", "details"])
    .where("operator_id", "=", operatorId)
    .where("subject_id", "=", anyOf([externalCustomerId, ...ids]))
    // The customer must not learn of sanctions reviews.
    .where("action", "not like", "sanctions_review.%")
    .orderBy("sequence")
    .execute();
  for (const row of rows) {
    // Another subject may have the customer's id.
    if (row.subject_id === externalCustomerId && row.subject_type !== "customer") continue;
    yield {
      at: row.at.toISOString(),
      actor: row.actor_kind,
      action: row.action,
      subject: { type: row.subject_type, id: row.subject_id },
      details: ownDetails(readDetails(row.details) ?? {}, own),
    };
  }
}

/** A card's stop, and so the entry of its lift, can name payments of other customers. */
function ownDetails(details: Record<string, unknown>, ids: ReadonlySet<string>): object {
  const { declines } = details;
  if (!Array.isArray(declines)) return details;
  return { ...details, declines: declines.filter((id) => ids.has(id)) };
}

export async function* taxForms({ database }: Deps, subject: ErasureSubject) {
  const rows = await database.kysely
    .selectFrom("tax_forms as f")
    .innerJoin("tax_filings as g", "g.tax_filing_id", "f.tax_filing_id")
    .select(["f.tax_filing_id", "f.tax_year", "f.form", "f.revision", "f.amount_minor"])
    .select(["f.withheld_minor", "g.status", "g.created_at", "g.filed_at"])
    .where("f.operator_id", "=", subject.operatorId)
    .where("f.external_customer_id", "=", subject.externalCustomerId)
    .orderBy("f.tax_year")
    .orderBy("f.form")
    .orderBy("f.revision")
    .execute();
  for (const row of rows) {
    yield {
      taxFilingId: row.tax_filing_id,
      taxYear: row.tax_year,
      form: row.form,
      revision: row.revision,
      amountMinor: row.amount_minor,
      withheldMinor: row.withheld_minor,
      currency: "USD",
      status: row.status,
      createdAt: row.created_at.toISOString(),
      filedAt: row.filed_at?.toISOString() ?? null,
    };
  }
}

/** The bank logins that are not deleted yet, with the shared account. */
export async function* bankLogins(deps: Deps, subject: ErasureSubject) {
  const { operatorId } = subject;
  const { kysely } = deps.database;
  const intentIds = await resourceIdsOf(kysely, subject);
  if (intentIds.length === 0) return;
  const rows = await kysely
    .selectFrom("bank_logins")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("subject", "=", anyOf(intentIds))
    .orderBy("bank_login_id")
    .execute();
  for (const row of rows) {
    const account = openColumn(deps.keyring, "bank_logins", "account_sealed", row, operatorId);
    yield {
      bankLoginId: row.bank_login_id,
      intentId: row.subject,
      status: row.status,
      account: account && maskAccount(JSON.parse(account)),
      createdAt: row.created_at.toISOString(),
      openedAt: row.opened_at?.toISOString() ?? null,
    };
  }
}

/** Payments that the customer confirmed at their bank. */
export async function* bankPayments(deps: Deps, subject: ErasureSubject) {
  const { operatorId } = subject;
  const rows = await deps.database.kysely
    .selectFrom("bank_payments as b")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "b.payment_intent_id")
    .selectAll("b")
    .where("i.operator_id", "=", operatorId)
    .where("i.external_customer_id", "=", subject.externalCustomerId)
    .orderBy("b.payment_id")
    .execute();
  for (const row of rows) {
    yield {
      paymentId: row.payment_id,
      status: row.status,
      amountMinor: row.amount_minor,
      currency: row.currency,
      payee: row.payee,
      reference: row.reference,
      account: row.account,
      returnUrl: openColumn(deps.keyring, "bank_payments", "return_url_sealed", row, operatorId),
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
      agreedAt: row.agreed_at?.toISOString() ?? null,
    };
  }
}

export async function* achEntries(deps: Deps, subject: ErasureSubject) {
  const { operatorId } = subject;
  const keys = await moneyIdsOf(deps, subject);
  if (keys.length === 0) return;
  const rows = await deps.database.kysely
    .selectFrom("ach_entries")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("entry_key", "=", anyOf(keys))
    .orderBy("ach_entry_id")
    .execute();
  for (const row of rows) {
    const details = openColumn(deps.keyring, "ach_entries", "details_sealed", row, operatorId);
    yield {
      key: row.entry_key,
      direction: row.direction,
      accountType: row.account_type,
      account: details && maskAccount(JSON.parse(details)),
      amountMinor: row.amount_minor,
      companyName: row.company_name,
      status: row.status,
      traceNumber: row.trace_number,
      effectiveDate: row.effective_date,
      returnCode: row.return_code,
      createdAt: row.created_at.toISOString(),
    };
  }
}

/** Deposits with the transfers to each address. */
export async function* cryptoDeposits({ database }: Deps, subject: ErasureSubject) {
  const deposits = await database.kysely
    .selectFrom("crypto_deposits as d")
    .innerJoin("payments as p", "p.payment_id", "d.payment_id")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "p.payment_intent_id")
    .selectAll("d")
    .where("i.operator_id", "=", subject.operatorId)
    .where("i.external_customer_id", "=", subject.externalCustomerId)
    .orderBy("d.crypto_deposit_id")
    .execute();
  for (const row of deposits) {
    const transfers = await database.kysely
      .selectFrom("crypto_transfers")
      .selectAll()
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .orderBy("arrived_at")
      .execute();
    yield {
      paymentId: row.payment_id,
      network: row.network,
      asset: row.asset,
      address: row.address,
      due: row.due,
      received: row.received,
      status: row.status,
      createdAt: row.created_at.toISOString(),
      transfers: transfers.map((transfer) => ({
        transactionHash: transfer.tx_hash,
        asset: transfer.asset,
        amount: transfer.amount,
        state: transfer.state,
        arrivedAt: transfer.arrived_at.toISOString(),
      })),
    };
  }
}

/** What processors reported as fraud. */
export async function* fraudReports(
  deps: Deps,
  { operatorId, externalCustomerId }: ErasureSubject,
) {
  const rows = await deps.database.kysely
    .selectFrom("fraud_reports as f")
    .innerJoin("payment_intents as i", (join) =>
      join
        .onRef("i.payment_intent_id", "=", "f.payment_intent_id")
        .onRef("i.operator_id", "=", "f.operator_id"),
    )
    .select(["f.payment_id", "f.network", "f.fraud_type", "f.reported_at"])
    .where("i.operator_id", "=", operatorId)
    .where("i.external_customer_id", "=", externalCustomerId)
    .orderBy("f.reported_at")
    .execute();
  for (const row of rows) {
    yield {
      paymentId: row.payment_id,
      network: row.network,
      fraudType: row.fraud_type,
      reportedAt: row.reported_at.toISOString(),
    };
  }
}

/** Unsent notices to a replaced phone number. */
export async function* phoneNotices(deps: Deps, subject: ErasureSubject) {
  const { operatorId } = subject;
  const rows = await deps.database.kysely
    .selectFrom("sms_notices")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", subject.externalCustomerId)
    .orderBy("sms_notice_id")
    .execute();
  for (const row of rows) {
    const phoneNumber = openColumn(
      deps.keyring,
      "sms_notices",
      "phone_number_sealed",
      row,
      operatorId,
    );
    yield { phoneNumber, createdAt: row.created_at.toISOString() };
  }
}

/** Endpoints' responses to events about the customer. */
export async function* webhookAttempts(deps: Deps, subject: ErasureSubject) {
  const { operatorId } = subject;
  const { kysely } = deps.database;
  const ids = await resourceIdsOf(kysely, subject);
  for (const resourceId of ids) {
    const rows = await kysely
      .selectFrom("webhook_attempts as a")
      .innerJoin("events as e", "e.event_id", "a.event_id")
      .selectAll("a")
      .where("e.operator_id", "=", operatorId)
      .where("e.resource_id", "=", resourceId)
      .where("e.status", "not in", [...reviewStatuses])
      .orderBy("a.attempted_at")
      .execute();
    for (const row of rows) {
      yield {
        eventId: row.event_id,
        attemptedAt: row.attempted_at.toISOString(),
        statusCode: row.status_code,
        answer: openColumn(deps.keyring, "webhook_attempts", "answer_sealed", row, operatorId),
      };
    }
  }
}

/** Shows only the digits by which the customer knows the account. */
function maskAccount(shared: Pick<KeptAccount, "accountNumber" | "last4" | "consentId">): object {
  const { accountNumber: _, consentId: _id, ...account } = shared;
  return { ...account, last4: shownDigitsOf(shared) };
}
