import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { payoutVendorAbilities } from "#contract/connectors/payout-capabilities";
import type { AuditActor } from "../../operators/audit/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import { checkPayouts, payoutTests } from "../../providers/payout/index.ts";
import {
  checkProcessor,
  connectorFor,
  createCardProcessor,
  vendorTests,
} from "../../providers/processor/index.ts";
import { noticesAbout } from "../inbox/notice-inbox.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { checkConsent, checkService } from "./check-service.ts";
import { abandonCheck, beginCheck, endCheck, keysIndex, noticeState } from "./check-store.ts";
import { type CheckedParty, checkedParties, type FoundStep } from "./checked-party.ts";

export type CheckDeps = Pick<
  PaymentsDeps,
  | "config"
  | "times"
  | "http"
  | "database"
  | "clock"
  | "machineClock"
  | "keyring"
  | "random"
  | "log"
  | "payoutProcessors"
  | "threeDSServer"
  | "pricing"
>;

export interface RunningCheck {
  /** Resolves once the result is stored. Rejects if the check failed with an error. */
  readonly steps: Promise<FoundStep[]>;
}

type Wait = (ms: number) => Promise<void>;
const realWait: Wait = (ms) => wait(ms, undefined, { ref: false });

/**
 * Starts a check of the party with this key (see {@link CheckedParty}), with the configured test credentials. Throws
 * 404 if it is not configured, 409 `connector_is_live` if money could move, and 409 `connector_check_running`. The
 * operator's records and ledger do not contain the check's charges and payouts.
 */
export async function startCheck(
  deps: CheckDeps,
  operatorId: string,
  key: string,
  actor: AuditActor,
  pause = realWait,
): Promise<RunningCheck> {
  const party = checkedParties(deps.config).find((checkedParty) => checkedParty.key === key);
  if (!party) throw new ApiError("resource_not_found");
  if (!party.isTest(deps.config.environment)) throw new ApiError("connector_is_live");
  await deps.keyring.load(operatorId);
  const keys = keysIndex(deps, operatorId, party);
  const startedAt = await beginCheck(deps, operatorId, party);
  if (!startedAt) throw new ApiError("connector_check_running");
  const steps = check(deps, operatorId, party, { startedAt, pause })
    .then(async (steps) => {
      await endCheck(deps, operatorId, party, { startedAt, keys, steps, actor });
      return steps;
    })
    .catch(async (error: unknown) => {
      await abandonCheck(deps, operatorId, key, startedAt);
      throw error;
    });
  return { steps };
}

async function check(
  deps: CheckDeps,
  operatorId: string,
  party: CheckedParty,
  { startedAt, pause }: { readonly startedAt: Date; readonly pause: Wait },
): Promise<FoundStep[]> {
  const { config, times, http, machineClock, random, payoutProcessors } = deps;
  const tools = {
    runId: `check_${Buffer.from(random.bytes(9)).toString("base64url")}`,
    firstAmountMinor: 1_000 + randomInt(8_000),
    nowMs: machineClock.nowMs,
    wait: pause,
    noticeState: () => noticeState(deps, operatorId, party.key, startedAt),
    longestNoticeWaitMs: times.checkNoticeMs,
  };
  if (party.party === "payout") {
    const { name, type } = party.settings;
    const provider = payoutProcessors.byName(name);
    if (!provider) throw new ApiError("resource_not_found");
    const steps = await checkPayouts(provider, {
      ...tools,
      tests: payoutTests[type],
      notices: payoutVendorAbilities[type].payout_notices,
      operatorId,
      currency: provider.capabilities.currencies?.[0] ?? "USD",
    });
    return [...(await checkConsent(deps, party.settings)), ...steps];
  }
  if (party.party !== "card") return checkService(deps, operatorId, party);
  const { settings } = party;
  // The processor has no breaker here: a check must not affect routing.
  const card = createCardProcessor(
    settings,
    connectorFor(settings, {
      ...times,
      notificationUrl: `${config.processorNoticeUrl}/${encodeURIComponent(settings.name)}`,
    }),
    callsTo(settings.name, http),
  );
  return checkProcessor(card, {
    ...tools,
    tests: vendorTests[settings.type],
    currency: settings.currencies?.[0] ?? "USD",
    readNotices: (keys) => noticesAbout(deps, { operatorId, processor: card, keys }),
  });
}
