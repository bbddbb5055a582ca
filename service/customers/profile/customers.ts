import type {
  CreateCustomer,
  Customer,
  CustomerData,
  CustomerDataUpdate,
} from "#contract/api/customers";
import type { FieldError } from "#contract/error-response";
import type { errorCodes } from "#contract/errors";
import type { PageQuery } from "#contract/lists";
import type { RowCount } from "../../platform/database/row-count.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId } from "../../platform/randomness.ts";
import {
  openListedProfile,
  openProfile,
  openReplacedProfile,
  sealProfile,
} from "./customer-row.ts";
import {
  countErased,
  findCustomerRows,
  insertCustomer,
  listCustomerRows,
  lockCustomerRow,
  updateCustomer,
} from "./customer-store.ts";
import type { IdentityChanges } from "./identity-changes.ts";
import { loadVerifications, verificationsOf } from "./kyc-history.ts";
import { isIdentityChanged, type MergedProfile, mergeProfile } from "./merge-profile.ts";
import { presentCustomer } from "./present-customer.ts";
import { loadSavedMethods, savedMethodsOf } from "./saved-methods.ts";
import type { CustomerRow } from "./tables.ts";
import { loadW9Forms, presentW9State, w9FormOf } from "./w9-state.ts";

export type CustomerDeps = Pick<PlatformDeps, "clock" | "random" | "database" | "keyring">;

/** A caller with a client secret is `customer`. */
export type DataSource = "operator" | "customer";

/** Notifies the owner of a verified number that was replaced. */
export interface PhoneNoticeDeps {
  readonly phoneNotices: {
    verifiedNumberReplaced(
      tx: Tx,
      customer: { operatorId: string; externalCustomerId: string },
      phoneNumber: string,
    ): Promise<void>;
    wake(): void;
  };
}

export interface IdentityChangeDeps {
  readonly identityChanges: Pick<IdentityChanges, "notify">;
}

/** Starts a verification for a customer who has none, and stores its event. */
export type StartVerification = (
  tx: Tx,
  customer: { operatorId: string; externalCustomerId: string },
) => Promise<Tables["kyc_verifications"]>;

/** Writes more in the same transaction, for example an idempotency row. */
export type AlsoWrite = (tx: Tx, customer: KnownCustomer) => Promise<void>;

/**
 * Creates a customer, and with the deprecated `verifyAfterCreation` a pending verification. Refuses (ApiError 400) a
 * taken id or e-mail, an e-mail with a plus or a disposable domain, an invalid phone number, and an impossible date of
 * birth.
 */
export async function createCustomer(
  deps: CustomerDeps & { startVerification: StartVerification },
  operatorId: string,
  input: CreateCustomer,
  alsoWrite: AlsoWrite,
): Promise<Customer> {
  const nowMs = deps.clock.nowMs();
  const data = requireMerged(mergeProfile(null, input.data, dateOf(nowMs)), "data.");
  const customerId = newId(deps, "customer");
  const now = new Date(nowMs);
  const row: CustomerRow = {
    customer_id: customerId,
    operator_id: operatorId,
    external_customer_id: input.externalCustomerId,
    ...sealProfile(deps.keyring, operatorId, customerId, data),
    phone_verified_at: null,
    date_of_birth_claimed: false,
    identity_changed_at: now,
    version: 1,
    created_at: now,
    updated_at: now,
    search_version: 0,
    erased_at: null,
  };
  const { externalCustomerId } = input;
  return inTransaction(deps.database, async (tx) => {
    await insertCustomer(tx, row);
    const history = input.verifyAfterCreation
      ? [await deps.startVerification(tx, { operatorId, externalCustomerId })]
      : [];
    const customer = toKnownCustomer(deps, row, history, [], []);
    await alsoWrite(tx, customer);
    return customer;
  });
}

/** Steps in the update's transaction, with the customer locked. */
export interface UpdateSteps {
  /** Checks the customer, and throws to refuse the update. */
  check?(before: CustomerData): void;
  alsoWrite: AlsoWrite;
}

/**
 * Merges `input` into the customer's data (mergeProfile). A new legal name or date of birth voids what was verified
 * about the old one ({@link IdentityChanges}); a new phone number is unverified. The operator's update replaces a field
 * that cannot be decrypted. Writes nothing if nothing changes.
 * Refuses as {@link createCustomer} does; 404 for an unknown customer.
 */
export async function updateCustomerData(
  deps: CustomerDeps & PhoneNoticeDeps & IdentityChangeDeps,
  source: DataSource,
  operatorId: string,
  externalCustomerId: string,
  input: CustomerDataUpdate,
  { check, alsoWrite }: UpdateSteps,
): Promise<KnownCustomer> {
  const nowMs = deps.clock.nowMs();
  return inTransaction(deps.database, async (tx) => {
    const row = await lockCustomerRow(tx, operatorId, externalCustomerId);
    if (!row) throw new ApiError("resource_not_found");
    // A customer only adds what is missing, and a damaged field is not missing.
    const before =
      source === "operator"
        ? openReplacedProfile(deps.keyring, row, input)
        : openProfile(deps.keyring, row);
    check?.(before);
    const after = requireMerged(mergeProfile(before, input, dateOf(nowMs)), "");
    const isClaimed = isBirthDateClaimed(row, before, input, source);
    let current = row;
    let replacedNumber: string | null = null;
    if (!isSameData(before, after) || isClaimed !== row.date_of_birth_claimed) {
      const now = new Date(nowMs);
      const isOtherIdentity = isIdentityChanged(before, after);
      const changes: Partial<CustomerRow> = {
        ...sealProfile(deps.keyring, operatorId, row.customer_id, after),
        ...(isOtherIdentity ? { identity_changed_at: now } : {}),
        ...(before.phoneNumber === after.phoneNumber ? {} : { phone_verified_at: null }),
        date_of_birth_claimed: isClaimed,
        version: row.version + 1,
        updated_at: now,
      };
      await updateCustomer(tx, row.customer_id, changes);
      current = { ...row, ...changes };
      if (isOtherIdentity) {
        await deps.identityChanges.notify(tx, { operatorId, externalCustomerId });
      }
      if (row.phone_verified_at !== null && before.phoneNumber !== after.phoneNumber) {
        if (source !== "operator") throw new ApiError("phone_number_verified");
        // A damaged number gets no message.
        replacedNumber = before.phoneNumber || null;
      }
    }
    const history = await loadVerifications(tx, operatorId, [externalCustomerId]);
    const forms = await loadW9Forms(tx, operatorId, [externalCustomerId]);
    const methods = await loadSavedMethods(tx, operatorId, [externalCustomerId]);
    const customer = toKnownCustomer(deps, current, history, forms, methods);
    await alsoWrite(tx, customer);
    if (replacedNumber !== null) {
      const key = { operatorId, externalCustomerId };
      await deps.phoneNotices.verifiedNumberReplaced(tx, key, replacedNumber);
    }
    return customer;
  });
}

/** True until the operator's server states the date, too. */
function isBirthDateClaimed(
  row: CustomerRow,
  before: CustomerData,
  input: CustomerDataUpdate,
  source: DataSource,
): boolean {
  if (input.dateOfBirth === undefined) return row.date_of_birth_claimed;
  if (source === "operator") return false;
  return row.date_of_birth_claimed || before.dateOfBirth === null;
}

/**
 * Adds data of a W-9 where the profile has none. Runs in the transaction that stores the form, so it adds nothing
 * instead of failing if a value is invalid.
 */
export async function addMissingData(
  deps: Pick<CustomerDeps, "clock" | "keyring"> & IdentityChangeDeps,
  tx: Tx,
  customer: { operatorId: string; externalCustomerId: string },
  given: Omit<CustomerDataUpdate, "email">,
): Promise<void> {
  const { operatorId, externalCustomerId } = customer;
  const row = await lockCustomerRow(tx, operatorId, externalCustomerId);
  if (!row) return;
  const nowMs = deps.clock.nowMs();
  const before = openProfile(deps.keyring, row);
  const missing = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => {
      return value != null && before[field as keyof CustomerData] === null;
    }),
  );
  const merged = mergeProfile(before, missing, dateOf(nowMs));
  if (!merged.ok || isSameData(before, merged.data)) return;
  const now = new Date(nowMs);
  const isOtherIdentity = isIdentityChanged(before, merged.data);
  await updateCustomer(tx, row.customer_id, {
    ...sealProfile(deps.keyring, operatorId, row.customer_id, merged.data),
    ...(isOtherIdentity ? { identity_changed_at: now } : {}),
    version: row.version + 1,
    updated_at: now,
  });
  if (isOtherIdentity) await deps.identityChanges.notify(tx, customer);
}

export interface KnownCustomer extends Customer {
  /** When the legal name or date of birth last changed. Earlier W-9 signatures do not count. */
  identityChangedAt: string;
  /** Whether the date came with a client secret, so that it must not confirm an identity. */
  isDateOfBirthClaimed: boolean;
  /** Verifications in which a payment's client secret took part. Payouts ignore them unless staff decided. */
  paymentVerificationIds: readonly string[];
  /** Whether the customer is erased, so that only the id remains. */
  isErased: boolean;
}

/** Finds a customer; undefined if unknown, erased or another operator's. */
export async function findCustomer(
  deps: CustomerDeps,
  operatorId: string,
  externalCustomerId: string,
): Promise<KnownCustomer | undefined> {
  const customer = await findTombstone(deps, operatorId, externalCustomerId);
  return customer?.isErased ? undefined : customer;
}

/** Like {@link findCustomer}, only to show the customer: data that cannot be decrypted is missing. */
export async function findShownCustomer(
  deps: CustomerDeps,
  operatorId: string,
  externalCustomerId: string,
): Promise<KnownCustomer | undefined> {
  const found = await findTombstones(deps, operatorId, [externalCustomerId]);
  const customer = found.get(externalCustomerId);
  return customer?.isErased ? undefined : customer;
}

/** Finds erased customers, too, with an empty profile. For payouts and prizes. */
export async function findTombstone(
  deps: CustomerDeps,
  operatorId: string,
  externalCustomerId: string,
): Promise<KnownCustomer | undefined> {
  const found = await readCustomers(deps, operatorId, [externalCustomerId], openProfile);
  return found.get(externalCustomerId);
}

/**
 * Finds erased customers by id, in four statements, to show a list. Omits unknown ids. Data that cannot be decrypted is
 * missing ({@link openListedProfile}).
 */
export function findTombstones(
  deps: CustomerDeps,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Map<string, KnownCustomer>> {
  return readCustomers(deps, operatorId, externalCustomerIds, openListedProfile);
}

async function readCustomers(
  deps: CustomerDeps,
  operatorId: string,
  externalCustomerIds: readonly string[],
  open: typeof openProfile,
): Promise<Map<string, KnownCustomer>> {
  const ids = [...new Set(externalCustomerIds)];
  const { kysely } = deps.database;
  const [rows, history, forms, methods] = await Promise.all([
    findCustomerRows(deps.database, operatorId, ids),
    loadVerifications(kysely, operatorId, ids),
    loadW9Forms(kysely, operatorId, ids),
    loadSavedMethods(kysely, operatorId, ids),
  ]);
  return new Map(
    rows.map((row) => [
      row.external_customer_id,
      toKnownCustomer(deps, row, history, forms, methods, open(deps.keyring, row)),
    ]),
  );
}

/** Locks without reading the profile. False if the operator has no such customer. */
export async function lockExistingCustomer(
  tx: Tx,
  operatorId: string,
  externalCustomerId: string,
): Promise<boolean> {
  return (await lockCustomerRow(tx, operatorId, externalCustomerId)) !== undefined;
}

/**
 * Locks the customer, and returns their data. With {@link openListedProfile} as `open`, data that cannot be decrypted
 * is missing: for decisions that need no data, such as a rejection.
 */
export async function lockCustomer(
  deps: Pick<CustomerDeps, "keyring">,
  tx: Tx,
  operatorId: string,
  externalCustomerId: string,
  open: typeof openProfile = openProfile,
): Promise<KnownCustomer | undefined> {
  const row = await lockCustomerRow(tx, operatorId, externalCustomerId);
  if (!row) return undefined;
  const history = await loadVerifications(tx, operatorId, [externalCustomerId]);
  const forms = await loadW9Forms(tx, operatorId, [externalCustomerId]);
  const methods = await loadSavedMethods(tx, operatorId, [externalCustomerId]);
  return toKnownCustomer(deps, row, history, forms, methods, open(deps.keyring, row));
}

function toKnownCustomer(
  { keyring }: Pick<CustomerDeps, "keyring">,
  row: CustomerRow,
  history: readonly Tables["kyc_verifications"][],
  forms: readonly Tables["w9_forms"][],
  methods: readonly Tables["payment_methods"][],
  data = openProfile(keyring, row),
): KnownCustomer {
  const verifications = verificationsOf(keyring, history, row);
  const w9 = presentW9State(w9FormOf(forms, row));
  return {
    ...presentCustomer(row, data, verifications, w9, savedMethodsOf(keyring, methods, row)),
    identityChangedAt: row.identity_changed_at.toISOString(),
    isDateOfBirthClaimed: row.date_of_birth_claimed,
    paymentVerificationIds: history
      .filter((row) => row.payment_secret_used)
      .filter((each) => each.external_customer_id === row.external_customer_id)
      .map((row) => row.kyc_verification_id),
    isErased: row.erased_at !== null,
  };
}

/** One page, newest first. `total` does not count erased customers. */
export async function listCustomers(
  deps: CustomerDeps & { customerCount: RowCount },
  operatorId: string,
  query: PageQuery,
): Promise<{ data: Customer[]; page: number; size: number; total: number }> {
  const [rows, counted, erased] = await Promise.all([
    listCustomerRows(deps.database, operatorId, query),
    deps.customerCount.total(operatorId),
    countErased(deps.database, operatorId),
  ]);
  const total = counted - erased;
  const ids = rows.map((row) => row.external_customer_id);
  const history = await loadVerifications(deps.database.kysely, operatorId, ids);
  const forms = await loadW9Forms(deps.database.kysely, operatorId, ids);
  const methods = await loadSavedMethods(deps.database.kysely, operatorId, ids);
  const data = rows.map((row) =>
    presentCustomer(
      row,
      openListedProfile(deps.keyring, row),
      verificationsOf(deps.keyring, history, row),
      presentW9State(w9FormOf(forms, row)),
      savedMethodsOf(deps.keyring, methods, row),
    ),
  );
  return { data, page: query.page, size: query.size, total };
}

function dateOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

function isSameData(one: CustomerData, other: CustomerData): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function requireMerged(merged: MergedProfile, pathPrefix: string): CustomerData {
  if (merged.ok) return merged.data;
  const errors = merged.errors.map((error) => ({ ...error, path: pathPrefix + error.path }));
  throw refusalOf(errors);
}

/** If all fields have the same code, the whole error has it, as for schema errors. */
function refusalOf(errors: readonly FieldError[]): ApiError {
  const [first, ...others] = errors;
  const code = first?.errorCode as keyof typeof errorCodes;
  const isShared = code !== "invalid_value" && others.every((each) => each.errorCode === code);
  return new ApiError(isShared ? code : "validation_failed", { errors });
}
