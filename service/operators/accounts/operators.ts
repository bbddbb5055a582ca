import { logoPath } from "#contract/appearance/logo";
import type { Domain } from "../../platform/domain.ts";
import { createRangeTest } from "../../platform/http/address-ranges.ts";
import type { ApiKey, ApiKeyDirectory } from "../../platform/http/authentication.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { ProcessorSettings } from "../../providers/processor/index.ts";
import { type AllowedPages, allowedPages } from "./allowed-pages.ts";
import { recordUse } from "./keys/record-use.ts";
import { type OperatorSettings, readSettings } from "./operator-settings.ts";
import { createPublishableKeys, type PublishableKeys } from "./publishable-keys.ts";
import { registerOperators } from "./register-operators.ts";

export interface Operator {
  operatorId: string;
  name: string;
  /** The logo's URL path. */
  logo: string | undefined;
  isDemo: boolean;
  settings: OperatorSettings;
  pages: AllowedPages;
  /** Flags of additive changes (docs/integrate/versions.md). */
  featureFlags: Readonly<Record<string, boolean>>;
}

/**
 * Operators and keys, cached for at most {@link freshMs}. A change by this process clears the cache; another process's
 * becomes visible when the entry expires.
 */
export interface Operators extends ApiKeyDirectory, Domain {
  /** Finds an operator. Throws if unknown. Synchronous in a request with a secret key. */
  get(operatorId: string): Operator | Promise<Operator>;
  /** The keys for pages in the browser. */
  publishableKeys: PublishableKeys;
  /** Clears the cache, after every local change. */
  forget(): void;
}

export interface OperatorsDeps extends PlatformDeps<ProcessorSettings> {
  operators: Operators;
}

export const freshMs = 5_000;
/** Unknown keys are kept for longer: keys are random, so nobody presents one before it exists. */
const unknownMs = 60_000;
const maxKeys = 10_000;

interface OperatorColumns {
  operator_id: string;
  name: string;
  logo_id: string | null;
  is_demo: boolean;
  settings: Record<string, unknown>;
  feature_flags: Record<string, boolean>;
}

interface KeyColumns extends OperatorColumns {
  key_id: string;
  kind: ApiKey["kind"];
  line_id: string;
  scopes: string[] | null;
  allowed_addresses: string[] | null;
  expires_at: Date | null;
  last_used_at: Date | null;
}

const logoId =
  "(select v.appearance->>'logo' from appearance_versions v " +
  "where v.operator_id = o.operator_id order by v.version desc limit 1) as logo_id";

const findByKey = {
  name: "operators.find_by_key",
  text:
    "select k.key_id, k.kind, coalesce(k.line_id, k.key_id) as line_id, k.scopes, " +
    "k.allowed_addresses, k.expires_at, k.last_used_at, " +
    `o.operator_id, o.name, o.is_demo, o.settings, o.feature_flags, ${logoId} ` +
    "from api_keys k join operators o on o.operator_id = k.operator_id " +
    "where k.key_hash = $1 and k.revoked_at is null",
};

const findById = {
  name: "operators.find_by_id",
  text:
    `select o.operator_id, o.name, o.is_demo, o.settings, o.feature_flags, ${logoId} ` +
    "from operators o where o.operator_id = $1",
};

interface Remembered<Value> {
  value: Value;
  untilMs: number;
}

export function createOperators(
  deps: Pick<PlatformDeps, "database" | "machineClock" | "keyring" | "config" | "log">,
): Operators {
  const { database, machineClock, keyring } = deps;
  const keys = new Map<string, Remembered<ApiKey>>();
  /** Unknown keys are kept apart, so that guesses do not evict known ones. */
  const unknownUntilMs = new Map<string, number>();
  const operators = new Map<string, Remembered<Operator>>();

  const remember = (row: OperatorColumns): Operator => {
    const settings = readSettings(row.settings);
    const operator: Operator = {
      operatorId: row.operator_id,
      name: row.name,
      logo: row.logo_id === null ? undefined : logoPath(row.logo_id),
      isDemo: row.is_demo,
      settings,
      pages: allowedPages(settings.allowedOrigins, deps.config.environment),
      featureFlags: row.feature_flags,
    };
    operators.set(row.operator_id, { value: operator, untilMs: machineClock.nowMs() + freshMs });
    return operator;
  };
  const query = async (keyHash: string): Promise<ApiKey | undefined> => {
    const { rows } = await database.run<KeyColumns>(findByKey, [keyHash]);
    const row = rows[0];
    if (!row) {
      if (unknownUntilMs.size >= maxKeys) unknownUntilMs.clear();
      unknownUntilMs.set(keyHash, machineClock.nowMs() + unknownMs);
      return undefined;
    }
    if (keys.size >= maxKeys) keys.clear();
    const key: ApiKey = {
      keyId: row.key_id,
      lineId: row.line_id,
      operatorId: row.operator_id,
      kind: row.kind,
      scopes: row.scopes,
      allowedAddresses: row.allowed_addresses,
      isAddressAllowed: createRangeTest(row.allowed_addresses ?? []),
      expiresAtMs: row.expires_at?.getTime() ?? null,
    };
    recordUse(deps, row);
    keys.set(keyHash, { value: key, untilMs: machineClock.nowMs() + freshMs });
    remember(row);
    await keyring.load(row.operator_id);
    return key;
  };
  const read = async (operatorId: string): Promise<Operator> => {
    const { rows } = await database.run<OperatorColumns>(findById, [operatorId]);
    if (!rows[0]) throw new Error(`there is no operator ${operatorId}`);
    await keyring.load(operatorId);
    return remember(rows[0]);
  };

  const directory: ApiKeyDirectory = {
    find(keyHash) {
      const found = keys.get(keyHash);
      if (found && found.untilMs > machineClock.nowMs()) return found.value;
      return (unknownUntilMs.get(keyHash) ?? 0) > machineClock.nowMs() ? undefined : query(keyHash);
    },
  };
  const functions: Omit<Operators, keyof Domain> = {
    ...directory,
    publishableKeys: createPublishableKeys(deps, directory),
    get(operatorId) {
      const found = operators.get(operatorId);
      return found && found.untilMs > machineClock.nowMs() ? found.value : read(operatorId);
    },
    forget() {
      keys.clear();
      unknownUntilMs.clear();
      operators.clear();
    },
  };
  return {
    ...functions,
    register: (app) => registerOperators(app, { ...deps, operators: functions }),
    jobs: [],
    // commands/run-command.ts has these commands built in.
    commands: [],
  };
}
