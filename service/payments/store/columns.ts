import type { AttemptRecord, IntentRecord } from "../records.ts";
import { attemptStatus } from "../states/attempt-states.ts";

/** A column with its SQL type and its value in a record of type `Of`. */
interface Column<Of> {
  readonly name: string;
  readonly type: string;
  readonly value: (record: Of) => unknown;
}

function column<Of>(name: string, type: string, value: (record: Of) => unknown): Column<Of> {
  return { name, type, value };
}

const time = (ms: number | null) => (ms === null ? null : new Date(ms));

export const intentColumns: readonly Column<IntentRecord>[] = [
  column("payment_intent_id", "text", (intent) => intent.paymentIntentId),
  column("operator_id", "text", (intent) => intent.operatorId),
  column("external_payment_intent_id", "text", (intent) => intent.externalPaymentIntentId),
  column("external_customer_id", "text", (intent) => intent.externalCustomerId),
  column("amount_minor", "bigint", (intent) => intent.amountMinor),
  column("currency", "text", (intent) => intent.currency),
  column("description", "text", (intent) => intent.description),
  column("custom_data", "jsonb", (intent) => JSON.stringify(intent.customData)),
  column("payment_method_types", "jsonb", (intent) => JSON.stringify(intent.paymentMethodTypes)),
  column("payment_descriptor", "text", (intent) => intent.paymentDescriptor),
  column("secret_hash", "text", (intent) => intent.secretHash),
  column("status", "text", (intent) => intent.status),
  column("version", "integer", (intent) => intent.version),
  column("created_at", "timestamptz", (intent) => time(intent.createdAtMs)),
  column("updated_at", "timestamptz", (intent) => time(intent.updatedAtMs)),
  column("expires_at", "timestamptz", (intent) => time(intent.expiresAtMs)),
];

/** A new intent costs its amount, until an attempt has another total. */
export const newIntentColumns: readonly Column<IntentRecord>[] = [
  ...intentColumns,
  column("cost_minor", "bigint", (intent) => intent.amountMinor),
];

/** Columns of `payments` that change with the attempt. */
export const changingColumns: readonly Column<AttemptRecord>[] = [
  column("step", "text", (attempt) => attempt.step),
  column("status", "text", (attempt) => attemptStatus(attempt.step)),
  column("was_success", "boolean", (attempt) => attempt.wasSuccess),
  column("messages", "jsonb", (attempt) => JSON.stringify(attempt.messages)),
  column(
    "payment_method",
    "jsonb",
    (attempt) => attempt.paymentMethod && JSON.stringify(attempt.paymentMethod),
  ),
  column("detail", "jsonb", (attempt) => JSON.stringify(attempt.detail)),
  column("three_ds", "jsonb", (attempt) => attempt.threeDS && JSON.stringify(attempt.threeDS)),
  column(
    "three_ds_server_trans_id",
    "text",
    (attempt) => attempt.threeDS?.threeDSServerTransID ?? null,
  ),
  column("details_sealed", "text", (attempt) => attempt.detailsSealed),
  column("processor", "text", (attempt) => attempt.processor),
  column("routing", "jsonb", (attempt) => attempt.routing && JSON.stringify(attempt.routing)),
  column("charge_number", "integer", (attempt) => attempt.chargeNumber),
  column("charge_id", "text", (attempt) => attempt.chargeId),
  column("charge_reference", "text", (attempt) => attempt.chargeReference),
  column("reversal", "text", (attempt) => attempt.reversal),
  column("next_check_at", "timestamptz", (attempt) => time(attempt.nextCheckAtMs)),
  column("checks", "integer", (attempt) => attempt.checks),
  column("updated_at", "timestamptz", (attempt) => time(attempt.updatedAtMs)),
];

/** Columns of an attempt that never change, except `payment_intent_id` and `operator_id`. */
export const fixedColumns: readonly Column<AttemptRecord>[] = [
  column("payment_id", "text", (attempt) => attempt.paymentId),
  column("attempt", "integer", (attempt) => attempt.number),
  column("type", "text", (attempt) => attempt.type),
  column("fees_minor", "bigint", (attempt) => attempt.price.feesMinor),
  column("tax_minor", "bigint", (attempt) => attempt.price.taxMinor),
  column("total_minor", "bigint", (attempt) => attempt.price.totalMinor),
  column("price_detail", "jsonb", (attempt) => JSON.stringify(attempt.price.detail)),
  column("context_sealed", "text", (attempt) => attempt.contextSealed),
  column("tax_address_sealed", "text", (attempt) => attempt.taxAddressSealed),
  column("instrument_index", "text", (attempt) => attempt.instrumentIndex),
  column("created_at", "timestamptz", (attempt) => time(attempt.createdAtMs)),
];

/** `$5::text, $6::jsonb, …`, from parameter `first` on. */
export function placeholders<Of>(columns: readonly Column<Of>[], first: number): string {
  return columns.map(({ type }, index) => `$${first + index}::${type}`).join(", ");
}

/** `step = $5::text, status = $6::text, …` */
export function assignments<Of>(columns: readonly Column<Of>[], first: number): string {
  return columns.map(({ name, type }, index) => `${name} = $${first + index}::${type}`).join(", ");
}

/** `step, status, …` */
export function names<Of>(columns: readonly Column<Of>[]): string {
  return columns.map(({ name }) => name).join(", ");
}

/** A record's values, in the columns' order. */
export function values<Of>(columns: readonly Column<Of>[], record: Of): unknown[] {
  return columns.map(({ value }) => value(record));
}
