import {
  type ConsoleSettings,
  changeSettings,
  consoleSettings,
  type EditableSettings,
  editableSettings,
} from "#contract/console/settings";
import { toMajor } from "#contract/money";
import {
  changeOperator,
  defaultSettings,
  type OperatorSettings,
  readSettings,
  SettingRefused,
} from "../../../operators/accounts/index.ts";
import { dateIn } from "../../../platform/date-in.ts";
import { ApiError, fieldError, refuseFields } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import { type AmountLimit, prizeGameTypes, taxThresholds } from "../../../tax/w9/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";

const editable = Object.keys(editableSettings.shape) as (keyof EditableSettings)[];

export function registerSettingsRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/settings`,
    consoleRoute("settings.read", { response: consoleSettings }),
    (request) => readAll(deps, staffOf(request)),
  );

  app.put(
    `${consoleApi}/settings`,
    consoleRoute("settings.write", { body: changeSettings, response: consoleSettings }),
    async (request) => {
      const staff = staffOf(request);
      const { operatorId, staffId } = staff;
      const { version, changes } = request.body;
      requireEditable(changes);
      const actor = { kind: "staff", staffId } as const;
      try {
        await changeOperator(deps, operatorId, { version, settings: changes, actor });
      } catch (error) {
        throw error instanceof SettingRefused ? refusalOf(error) : error;
      }
      return readAll(deps, staff);
    },
  );
}

/** This is not cached: the next change starts from what the page shows. */
async function readAll(
  { database, clock, forwarding }: ConsoleDeps,
  { operatorId, role }: Pick<ReturnType<typeof staffOf>, "operatorId" | "role">,
): Promise<ConsoleSettings> {
  const row = await database.kysely
    .selectFrom("operators")
    .select(["settings", "version", "updated_at"])
    .where("operator_id", "=", operatorId)
    .executeTakeFirstOrThrow();
  const settings = readSettings(row.settings);
  return {
    version: row.version,
    settings: pick(settings),
    defaults: pick(defaultSettings),
    taxLimits: taxLimitsOf(yearAt(settings.timeZone, clock.nowMs())),
    updatedAt: row.updated_at.toISOString(),
    proxyNotice: role === "admin" ? noticeOf(forwarding) : null,
  };
}

function noticeOf(forwarding: ConsoleDeps["forwarding"]): ConsoleSettings["proxyNotice"] {
  const notice = forwarding.notice();
  if (!notice) return null;
  const { lastSeenAtMs, ...seen } = notice;
  return { ...seen, lastSeenAt: new Date(lastSeenAtMs).toISOString() };
}

function yearAt(timeZone: string, nowMs: number): number {
  return Number(dateIn(timeZone, nowMs).slice(0, 4));
}

function taxLimitsOf(year: number): ConsoleSettings["taxLimits"] {
  const { forms1099, w2g, isFinal } = taxThresholds(year);
  const dollars = ({ reachedAtMinor }: AmountLimit) => toMajor(reachedAtMinor, "USD");
  const payouts = forms1099["1099-MISC"];
  return {
    year,
    isFinal,
    limits: [
      {
        of: "payouts",
        timesWager: null,
        productAmount: dollars(payouts.product),
        lawAmount: dollars(payouts.law),
      },
      ...prizeGameTypes.map((game) => ({
        of: game,
        productAmount: dollars(w2g[game].product),
        lawAmount: dollars(w2g[game].law),
        timesWager: w2g[game].product.timesWager,
      })),
    ],
  };
}

function pick(settings: OperatorSettings): EditableSettings {
  return Object.fromEntries(editable.map((name) => [name, settings[name]])) as never;
}

function requireEditable(changes: Readonly<Record<string, unknown>>): void {
  const others = Object.keys(changes).filter((name) => !editable.includes(name as never));
  const message = "This setting cannot be changed here.";
  refuseFields(others.map((name) => fieldError(`changes.${name}`, "unknown_field", message)));
}

function refusalOf({ path, message }: SettingRefused): ApiError {
  const text = message.replace(/^[^:]*: /, "");
  const place = ["changes", ...path].join(".");
  return new ApiError("validation_failed", {
    errors: [fieldError(place, "invalid_value", text)],
  });
}
