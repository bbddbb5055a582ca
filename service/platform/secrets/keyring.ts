import { createHmac } from "node:crypto";
import type { Tx } from "../database/transaction.ts";
import { ApiError } from "../http/api-error.ts";
import { type DataKey, groupByOperator, type KeyRow, toDataKey } from "./data-keys.ts";
import { KeyNotConfigured } from "./key-encryption.ts";
import { isDamaged, isUnopened, KeyServiceError } from "./key-services/key-service-error.ts";
import {
  dataKeyContext,
  firstIndexKey,
  indexKeyContext,
  type KeyStoreDeps,
  openServiceKey,
  raiseKeyEpoch,
  readDataKeys,
  readIndexKeys,
  readKeyEpoch,
  storeIndexKey,
} from "./key-store.ts";
import { countUses, maxUses, reserveUses } from "./key-uses.ts";
import { SealBroken, seal, unseal } from "./seal.ts";
import { createSealedPlaceTest, type SealedTable } from "./sealed-columns.ts";

/** The place that a sealed value belongs to. It cannot be opened for any other. */
export interface FieldPlace {
  operatorId: string;
  table: string;
  /** The column, as a domain's `sealed-columns.ts` declares it; others cannot be sealed. */
  column: string;
  id: string;
}

/**
 * Field encryption with a data key per operator, wrapped by a key-encryption key.
 *
 * - An operator's keys must be in memory: {@link Keyring.load}. Every authenticated request awaits it; other work, such
 *   as a job, must await it first.
 * - A new version of a data key is first `incoming`, until every process can read it. Then it is `active` and seals.
 *   The previous one is `retiring`: it only decrypts, until nothing is sealed with it.
 * - A process that has not read the store's keys for {@link maxStaleMs} must not seal: the version that it knows may
 *   soon be destroyed.
 */
export interface Keyring {
  /** All sealed tables, in the order in which a rotation walks through them. */
  readonly sealedTables: readonly SealedTable[];
  /**
   * Seals a text. Returns `<key version>.<sealed bytes>`, about 1.4 × the text + 44 characters, in about 15 µs. Throws
   * ApiError `service_unavailable` if this process has no key that it may seal with.
   */
  encryptField(place: FieldPlace, text: string): string;
  /**
   * Opens a sealed text. Throws `SealBroken` if it was sealed for another place or changed, or names a key version that
   * does not exist, and ApiError `service_unavailable` if this process does not have its key version yet. An unknown
   * version may be new: it counts as missing only after this process has read the store's keys again.
   */
  decryptField(place: FieldPlace, sealed: string): string;
  /**
   * A keyed fingerprint of 43 characters for look-ups (e-mail, SSN): equal texts have equal ones. Its key never
   * changes, so rotations do not affect indexes, secrets or the audit chain.
   */
  blindIndex(operatorId: string, purpose: string, text: string): string;
  /** `blindIndex` across all operators, before the operator is known (at login). */
  serviceIndex(purpose: string, text: string): string;
  /**
   * Ensures that the operator's keys are in memory and fresh; costs nothing if they are. Throws ApiError
   * `service_unavailable` if this process cannot open them.
   */
  load(operatorId: string): Promise<void>;
  /** Creates a new operator's keys, in memory at once. Await it outside the transaction. */
  createKeys(operatorId: string): Promise<NewKeys>;
  /** Which key-encryption key this process lacks, as text for people. Another process may have it. */
  problem(): string | undefined;
  /**
   * Why the key service does not work, as text for people. Operators with keys in memory are not affected, so it is not a
   * {@link problem}.
   */
  keyServiceProblem(): string | undefined;
  /** Operators with a stored key that no process can open. Only they are affected, so it is not a {@link problem}. */
  damaged(): ReadonlySet<string>;
}

export interface NewKeys {
  /** Stores the keys, in the transaction that creates the operator. */
  insert(tx: Tx): Promise<void>;
}

/** The keyring with key management (service/operators/encryption-keys). */
export interface ManagedKeyring extends Keyring {
  /** Reads keys that any process has changed. Costs little if there are none. */
  refresh(): Promise<void>;
  /** Reserves uses in the store for this process's seals (key-uses.ts). */
  countUses(): Promise<void>;
  known(): ReadonlyMap<string, OperatorKeys>;
}

export interface OperatorKeys {
  readonly versions: ReadonlyMap<number, DataKey>;
  readonly active: DataKey | undefined;
  readonly indexKey: Uint8Array;
}

/** How many unknown versions a process remembers. */
const maxUnknown = 1_000;

/** How many keys are opened at the same time. */
const keysAtOnce = 16;

const isOfKeyService = (error: Error): boolean =>
  error instanceof KeyServiceError && !isDamaged(error);

/** Maximum age of the keys at the start of a request. */
const maxAgeMs = 10_000;
/** Much shorter than the time that retired keys are stored. Measured with a clock that cannot be set. */
export const maxStaleMs = 10 * 60_000;

/**
 * Opens the keyring with all operators' keys. Throws {@link KeyNotConfigured} if the database needs a key-encryption
 * key that is not configured. A damaged key affects only its own operator. Later, so does every key that cannot be
 * unwrapped: another process may have a key-encryption key that this one lacks.
 */
export async function openKeyring(
  deps: KeyStoreDeps & { sealedTables: readonly SealedTable[] },
  steadyMs: () => number = () => performance.now(),
): Promise<ManagedKeyring> {
  const { database, machineClock, random, keyEncryption, sealedTables } = deps;
  const isSealedPlace = createSealedPlaceTest(sealedTables);
  /** The embedded store's only process changes the keys itself. */
  const isAlone = database.kind === "embedded";
  const operators = new Map<string, OperatorKeys>();
  /** Errors by operator. */
  const unreadableKeys = new Map<string, Error>();
  let isStarted = false;
  let epoch = "";
  let freshAtMs = 0;
  let freshAtSteadyMs = 0;
  let refreshing: Promise<void> | undefined;

  const isOfOperator = (error: unknown): error is Error =>
    isDamaged(error) || (isStarted && (isUnopened(error) || error instanceof KeyNotConfigured));
  /** If a key cannot be unwrapped here, adds the reason to `problems` and returns undefined. */
  const openOrNote = async <Opened>(
    problems: Error[],
    open: () => Promise<Opened>,
    isNoted: (error: unknown) => error is Error = isOfOperator,
  ) => {
    try {
      return await open();
    } catch (error) {
      if (!isNoted(error)) throw error;
      problems.push(error);
      return undefined;
    }
  };
  /** At the start, a key of a rotation in progress may need a key-encryption key that this process lacks. */
  const isOfDataKey = (error: unknown): error is Error =>
    isOfOperator(error) || error instanceof KeyNotConfigured;
  const unwrapRow = (row: KeyRow) => {
    const { operator_id, key_version, kek_id, wrapped_key } = row;
    const wrapped = { kekId: kek_id, blob: wrapped_key };
    return keyEncryption.unwrap(wrapped, dataKeyContext(operator_id, key_version));
  };
  const accept = async (
    rows: readonly KeyRow[],
    indexKeys: ReadonlyMap<string, WrappedIndexKey>,
  ) => {
    const acceptOne = async (operatorId: string, own: readonly KeyRow[]) => {
      const before = operators.get(operatorId);
      const problems: Error[] = [];
      const opened: { row: KeyRow; key: Uint8Array | undefined }[] = [];
      for (const row of own) {
        const known = before?.versions.get(row.key_version)?.key;
        const key = known ?? (await openOrNote(problems, () => unwrapRow(row), isOfDataKey));
        opened.push({ row, key });
      }
      // There is no await from here on: requests count uses in these objects.
      const versions = new Map(
        opened.map(({ row, key }) => [
          row.key_version,
          toDataKey(row, key, before?.versions.get(row.key_version), machineClock.nowMs()),
        ]),
      );
      const active = [...versions.values()].find(({ state }) => state === "active");
      if (before) {
        operators.set(operatorId, { versions, active, indexKey: before.indexKey });
      } else {
        const openIndex = () => openIndexKey(deps, operatorId, indexKeys, versions);
        const indexKey = await openOrNote(problems, openIndex);
        if (indexKey) operators.set(operatorId, { versions, active, indexKey });
      }
      // Reports a problem that may pass, or that another process can solve, rather than a damaged key.
      const problem = problems.find((error) => !isDamaged(error)) ?? problems[0];
      if (problem) unreadableKeys.set(operatorId, problem);
      else unreadableKeys.delete(operatorId);
    };
    // A key service answers in milliseconds, and there may be thousands of operators.
    const groups = [...groupByOperator(rows)].values();
    const work = async () => {
      for (const [operatorId, own] of groups) await acceptOne(operatorId, own);
    };
    await Promise.all(Array.from({ length: keysAtOnce }, work));
  };
  const damaged = () =>
    new Set([...unreadableKeys].flatMap(([id, error]) => (isDamaged(error) ? [id] : [])));
  const refreshNow = async () => {
    const startMs = machineClock.nowMs();
    const startSteadyMs = steadyMs();
    const found = await readKeyEpoch(database);
    if (found !== epoch) {
      const indexKeys = await readIndexKeys(database);
      await accept(await readDataKeys(database), new Map(indexKeys.map((row) => [row.owner, row])));
    } else {
      // Somebody may have restored it, which no epoch shows.
      for (const operatorId of damaged()) await readOne(operatorId);
    }
    // The next round retries keys that a key service did not unwrap.
    const isOpened = ![...unreadableKeys.values()].some(isOfKeyService);
    epoch = isOpened ? found : "";
    freshAtMs = startMs;
    freshAtSteadyMs = startSteadyMs;
  };
  const refresh = () => {
    refreshing ??= refreshNow().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
  const readOne = async (operatorId: string) => {
    const rows = await readDataKeys(database, operatorId);
    const indexKeys = await readIndexKeys(database, operatorId);
    await accept(rows, new Map(indexKeys.map((row) => [row.owner, row])));
  };
  const loadFromStore = async (operatorId: string) => {
    await refresh();
    if (operators.has(operatorId)) return;
    await readOne(operatorId);
    if (!operators.has(operatorId) && unreadableKeys.has(operatorId)) throw unavailable(operatorId);
  };
  const keysOf = (operatorId: string): OperatorKeys => {
    const keys = operators.get(operatorId);
    if (keys) return keys;
    if (unreadableKeys.has(operatorId)) throw unavailable(operatorId);
    throw new Error(`the data key of ${operatorId} is not loaded`);
  };
  /** When this process first met versions that it does not know. */
  const unknownSinceMs = new Map<string, number>();
  const isMissing = (operatorId: string, version: number): boolean => {
    // Versions count from 1. Only this process could have created it.
    if (isAlone || !Number.isSafeInteger(version) || version < 1) return true;
    const name = `${operatorId}.${version}`;
    const sinceMs = unknownSinceMs.get(name);
    if (sinceMs !== undefined) return sinceMs < freshAtSteadyMs;
    if (unknownSinceMs.size >= maxUnknown) unknownSinceMs.clear();
    unknownSinceMs.set(name, steadyMs());
    return false;
  };
  const unavailable = (operatorId: string, message = "its keys do not open") =>
    new ApiError("service_unavailable", {
      cause: unreadableKeys.get(operatorId) ?? new Error(`${operatorId}: ${message}`),
    });

  const serviceKey = await openServiceKey(deps);
  await refresh();
  isStarted = true;

  return {
    sealedTables,
    encryptField(place, text) {
      if (!isSealedPlace(place)) {
        throw new Error(`${place.table}.${place.column} is not declared in sealed-columns.ts`);
      }
      const { operatorId } = place;
      const { active } = keysOf(operatorId);
      if (!active?.key) throw unavailable(operatorId, "there is no active data key");
      if (!isAlone && steadyMs() - freshAtSteadyMs > maxStaleMs) {
        throw unavailable(operatorId, "the data keys in memory are too old");
      }
      if (active.total + active.used - active.reserved >= maxUses) {
        throw unavailable(operatorId, "the data key is used up");
      }
      active.used += 1;
      const sealed = seal(active.key, fieldPlace(place), Buffer.from(text), random);
      return `${active.version}.${sealed}`;
    },
    decryptField(place, sealed) {
      const dot = sealed.indexOf(".");
      const version = Number(sealed.slice(0, dot));
      const { versions } = keysOf(place.operatorId);
      const key = versions.get(version)?.key;
      if (!key) {
        if (!versions.has(version) && isMissing(place.operatorId, version)) {
          throw new SealBroken("sealed text names a key version that does not exist");
        }
        // The next request first reads the keys again.
        freshAtMs = Number.NEGATIVE_INFINITY;
        throw unavailable(
          place.operatorId,
          "a field was sealed with a key version that this process does not have",
        );
      }
      return unseal(key, fieldPlace(place), sealed.slice(dot + 1)).toString("utf8");
    },
    blindIndex(operatorId, purpose, text) {
      return createHmac("sha256", keysOf(operatorId).indexKey)
        .update(`${purpose}\n${text}`)
        .digest("base64url");
    },
    serviceIndex(purpose, text) {
      return createHmac("sha256", serviceKey).update(`${purpose}\n${text}`).digest("base64url");
    },
    async load(operatorId) {
      const ageMs = isAlone ? 0 : machineClock.nowMs() - freshAtMs;
      // If the clock was set back, the age is unknown.
      if (operators.has(operatorId) && ageMs >= 0 && ageMs <= maxAgeMs) return;
      await loadFromStore(operatorId);
    },
    async createKeys(operatorId) {
      const [dataKey, indexKey] = [random.bytes(32), random.bytes(32)];
      const wrapped = await keyEncryption.wrap(dataKey, dataKeyContext(operatorId, 1));
      const wrappedIndex = await keyEncryption.wrap(indexKey, indexKeyContext(operatorId));
      const created_at = new Date(machineClock.nowMs());
      const active: DataKey = {
        version: 1,
        state: "active",
        key: dataKey,
        knownSinceMs: machineClock.nowMs(),
        used: 0,
        usedBefore: 0,
        reserved: 0,
        total: 0,
      };
      operators.set(operatorId, { versions: new Map([[1, active]]), active, indexKey });
      return {
        async insert(tx) {
          await tx
            .insertInto("data_keys")
            .values({
              operator_id: operatorId,
              key_version: 1,
              wrapped_key: wrapped.blob,
              kek_id: wrapped.kekId,
              retired_at: null,
              created_at,
            })
            .execute();
          await tx
            .insertInto("index_keys")
            .values({
              owner: operatorId,
              wrapped_key: wrappedIndex.blob,
              kek_id: wrappedIndex.kekId,
              created_at,
            })
            .execute();
          await raiseKeyEpoch(tx);
        },
      };
    },
    refresh,
    countUses: () => countUses(operators, (key, block) => reserveUses(database, key, block)),
    known: () => operators,
    problem: () =>
      [...unreadableKeys.values()].find((error) => error instanceof KeyNotConfigured)?.message,
    keyServiceProblem: () =>
      keyEncryption.problem() ?? [...unreadableKeys.values()].find(isOfKeyService)?.message,
    damaged,
  };
}

type WrappedIndexKey = Awaited<ReturnType<typeof readIndexKeys>>[number];

/**
 * Opens the stored index key, or derives it from the first data key and stores it. Undefined if this process can do
 * neither.
 */
async function openIndexKey(
  deps: KeyStoreDeps,
  operatorId: string,
  indexKeys: ReadonlyMap<string, WrappedIndexKey>,
  versions: ReadonlyMap<number, DataKey>,
): Promise<Uint8Array | undefined> {
  const stored = indexKeys.get(operatorId);
  if (stored) {
    const wrapped = { kekId: stored.kek_id, blob: stored.wrapped_key };
    return deps.keyEncryption.unwrap(wrapped, indexKeyContext(operatorId));
  }
  const first = versions.get(1)?.key;
  return first && storeIndexKey(deps, operatorId, firstIndexKey(first));
}

function fieldPlace({ operatorId, table, column, id }: FieldPlace): string {
  return `${operatorId}:${table}:${column}:${id}`;
}
