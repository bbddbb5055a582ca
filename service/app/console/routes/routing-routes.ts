import * as z from "zod/mini";
import { showAbilities } from "#contract/connectors/card-capabilities";
import { showPayoutAbilities } from "#contract/connectors/payout-capabilities";
import {
  type ConsoleRouting,
  changeRouting,
  consoleRouting,
  dryRun,
  dryRunRequest,
} from "#contract/console/routing";
import {
  checkRoutingRules,
  type RoutableProcessor,
  type RoutingRule,
} from "#contract/routing-rules";
import { changeOperator, readSettings } from "../../../operators/accounts/index.ts";
import {
  checkedParties,
  dryRunRouting,
  type KnownCheck,
  payoutKey,
  readChecks,
  serviceKey,
  startCheck,
} from "../../../payments/index.ts";
import { toIsoTime } from "../../../platform/clock.ts";
import { fieldError, refuseFields } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { CardProcessor } from "../../../providers/processor/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";

/** A processor's name, or another vendor's name with a prefix for its kind. */
const checkParams = z.object({ name: z.string().check(z.maxLength(100)) });

export function registerRoutingRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/routing`,
    consoleRoute("routing.read", { response: consoleRouting }),
    (request) => readAll(deps, staffOf(request).operatorId),
  );

  app.put(
    `${consoleApi}/routing`,
    consoleRoute("routing.write", { body: changeRouting, response: consoleRouting }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { version, rules } = request.body;
      requireValidRules(deps, rules);
      const actor = { kind: "staff", staffId } as const;
      await changeOperator(deps, operatorId, {
        version,
        settings: { routingRules: rules },
        actor,
        permission: "routing.write",
      });
      return readAll(deps, operatorId);
    },
  );

  const checks = {
    processors: (name: string) => name,
    payouts: payoutKey,
    services: (key: string) => key,
  };
  for (const [kind, keyOf] of Object.entries(checks)) {
    app.post(
      `${consoleApi}/routing/${kind}/:name/check`,
      consoleRoute("routing.write", { params: checkParams, response: consoleRouting }),
      async (request) => {
        const { operatorId, staffId } = staffOf(request);
        const { name } = request.params;
        const actor = { kind: "staff", staffId } as const;
        const { steps } = await startCheck(deps.payments, operatorId, keyOf(name), actor);
        steps.catch((error: unknown) =>
          deps.log.error("the check of a processor failed", { processor: name, error }),
        );
        return readAll(deps, operatorId);
      },
    );
  }

  app.post(
    `${consoleApi}/routing/dry-run`,
    consoleRoute("routing.write", { body: dryRunRequest, response: dryRun }),
    (request) => {
      const { rules } = request.body;
      requireValidRules(deps, rules);
      return dryRunRouting(deps.payments, staffOf(request).operatorId, rules);
    },
  );
}

interface Checks {
  readonly deps: ConsoleDeps;
  readonly known: ReadonlyMap<string, KnownCheck>;
}

function presentCheck({ deps, known }: Checks, key: string) {
  const { state = "never", checkedAt = null, steps = [] } = known.get(key) ?? {};
  const { config } = deps.payments;
  const party = checkedParties(config).find((checkedParty) => checkedParty.key === key);
  return {
    state,
    checkedAt: checkedAt?.toISOString() ?? null,
    isPossible: party?.isTest(config.environment) ?? false,
    steps: steps.map((step) => ({ ...step, codes: [...step.codes] })),
  };
}

/** This is not cached: the next change starts from what the page shows. */
async function readAll(deps: ConsoleDeps, operatorId: string): Promise<ConsoleRouting> {
  const { routing, processors } = deps.payments;
  const row = await deps.database.kysely
    .selectFrom("operators")
    .select(["settings", "version", "updated_at"])
    .where("operator_id", "=", operatorId)
    .executeTakeFirstOrThrow();
  const { routingRules: rules } = readSettings(row.settings);
  const { config, payoutProcessors } = deps.payments;
  const known = await readChecks(deps.payments, operatorId, checkedParties(config));
  return {
    version: row.version,
    rules,
    processors: routing.health.now().map(({ name, phase, sinceMs, retryAtMs, ...health }) => ({
      name,
      ...describe(processors.byName(name)),
      check: presentCheck({ deps, known }, name),
      currencies: currenciesOf(routing.processors, name),
      breaker: phase,
      cause: health.cause,
      since: toIsoTime(sinceMs),
      retryAt: retryAtMs === null ? null : toIsoTime(retryAtMs),
      recent: { answered: health.answered, failed: health.failed },
    })),
    payouts: config.payoutProcessors.map(({ name, type, methods }) => ({
      name,
      vendor: type,
      methods: [...methods],
      abilities: [...showPayoutAbilities(type)],
      currencies: presentCurrencies(payoutProcessors.byName(name)?.capabilities.currencies),
      check: presentCheck({ deps, known }, payoutKey(name)),
    })),
    services: servicesOf(config).map((service) => ({
      ...service,
      check: known.has(service.key) ? presentCheck({ deps, known }, service.key) : null,
    })),
    missingBanks: await deps.openBanking.missingBanks(operatorId),
    warnings: checkRoutingRules(rules, routing.processors).flatMap(
      ({ severity, code, path, message }) => {
        const ruleId = rules[Number(path[0])]?.id;
        return severity === "warning" && ruleId !== undefined ? [{ code, ruleId, message }] : [];
      },
    ),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Vendors that are not processors. */
function servicesOf({
  payByBank,
  earlierBanks,
  bankLogin,
  threeDSServer,
  taxService,
}: ConsoleDeps["payments"]["config"]) {
  const uses = [
    ["bank", "bank_payments", payByBank],
    ...earlierBanks.map((earlierBank) => ["bank", "earlier_bank_payments", earlierBank] as const),
    ["login", "bank_login", bankLogin],
    ["3ds", "three_d_secure", threeDSServer],
    ["tax", "sales_tax", taxService && { name: taxService.type, type: taxService.type }],
  ] as const;
  return uses.flatMap(([kind, use, party]) =>
    party ? [{ key: serviceKey(kind, party.name), name: party.name, vendor: party.type, use }] : [],
  );
}

/** Every processor with a breaker has a connector. */
function describe(processor: CardProcessor | undefined) {
  if (!processor) throw new Error("a processor without a connector");
  const { vendor, capabilities } = processor;
  return { vendor, abilities: showAbilities(capabilities) };
}

function currenciesOf(processors: readonly RoutableProcessor[], name: string): string[] | null {
  const currencies = processors.find((processor) => processor.name === name)?.currencies;
  return currencies ? [...currencies] : null;
}

function presentCurrencies(currencies: readonly string[] | null | undefined): string[] | null {
  return currencies ? [...currencies] : null;
}

/** Throws with the path of every error, such as `rules.0.to.1.weight`. */
function requireValidRules(deps: ConsoleDeps, rules: readonly RoutingRule[]): void {
  const errors = checkRoutingRules(rules, deps.payments.routing.processors)
    .filter(({ severity }) => severity === "error")
    .map(({ path, message }) => fieldError(["rules", ...path].join("."), "invalid_value", message));
  refuseFields(errors);
}
