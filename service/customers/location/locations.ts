import type { Location } from "#contract/api/location";
import type { Operator } from "../../operators/accounts/index.ts";
import type { Domain } from "../../platform/domain.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { createJob } from "../../platform/jobs/job.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { GeoSettings } from "../../providers/geo/geo-settings.ts";
import { createLastSeen } from "./last-seen.ts";
import { checkPlace, type RuleResult } from "./location-rules.ts";
import { type GeoData, openGeoData } from "./open-geo-provider.ts";
import { registerGeolocation } from "./routes.ts";

export interface Locations extends Domain {
  /**
   * Checks an address. Skips the look-up for an operator without rules. Text that is not an IP address is an unknown
   * location.
   */
  check(operatorId: string, ipAddress: string | null): Promise<Location>;
  /** Checks the customer's last address. */
  checkCustomer(operatorId: string, externalCustomerId: string): Promise<Location>;
  /**
   * Requires an allowed location. Call it before money moves. Throws ApiError `location_not_allowed` or
   * `location_unknown`.
   */
  requireAllowed(operatorId: string, ipAddress: string | null): Promise<void>;
  /** Records the address, only for operators with rules. Never throws. */
  recordSeen(operatorId: string, externalCustomerId: string, ipAddress: string): Promise<void>;
}

interface LocationDeps extends PlatformDeps<GeoSettings> {
  operators: { get(operatorId: string): Operator | Promise<Operator> };
}

/** Opens the domain. Throws if the configured file is unreadable. */
export async function openLocations(deps: LocationDeps): Promise<Locations> {
  return createLocations(deps, await openGeoData(deps));
}

export function createLocations(deps: LocationDeps, geo: GeoData | null): Locations {
  const { operators, clock, machineClock, log } = deps;
  const lastSeen = createLastSeen(deps);
  const rulesOf = async (operatorId: string) =>
    (await operators.get(operatorId)).settings.locationRules;

  async function check(operatorId: string, ipAddress: string | null): Promise<Location> {
    const checkedAt = new Date(clock.nowMs()).toISOString();
    const rules = await rulesOf(operatorId);
    const nowhere = { country: null, state: null, ipAddress, checkedAt };
    if (rules.length === 0) return { allowed: true, reason: null, ...nowhere, skipped: true };
    if (geo !== null && machineClock.nowMs() - geo.provider.builtAtMs() > geo.maxAgeMs) {
      return { allowed: false, reason: "location_data_stale", ...nowhere };
    }
    const place = ipAddress === null ? null : (geo?.provider.lookUp(ipAddress) ?? null);
    return { ...checkPlace(rules, place), ...nowhere, ...place };
  }

  async function refresh(): Promise<undefined> {
    if (await geo?.provider.refresh()) log.info("loaded newer location data");
  }

  const functions: Omit<Locations, keyof Domain> = {
    check,
    async checkCustomer(operatorId, externalCustomerId) {
      return check(operatorId, await lastSeen.find(operatorId, externalCustomerId));
    },
    async requireAllowed(operatorId, ipAddress) {
      const result = await check(operatorId, ipAddress);
      if (result.allowed) return;
      log.info("request refused because of the customer's location", {
        operatorId,
        reason: result.reason,
      });
      throw new ApiError(refusalOf(result));
    },
    async recordSeen(operatorId, externalCustomerId, ipAddress) {
      try {
        if ((await rulesOf(operatorId)).length === 0) return;
        await lastSeen.record(operatorId, externalCustomerId, ipAddress);
      } catch (error) {
        // A problem here must not fail the customer's payment.
        log.warn("could not record a customer's IP address", { operatorId, error });
      }
    },
  };
  return {
    ...functions,
    register: (app) => registerGeolocation(app, { ...deps, locations: functions }),
    jobs: [
      createJob({ name: "geolocation.refresh", isTechnical: true, everyMs: 60_000, run: refresh }),
    ],
    commands: [],
  };
}

/** Only operators get the exact reason. */
function refusalOf({ reason }: RuleResult): "location_not_allowed" | "location_unknown" {
  return reason === "country_not_allowed" || reason === "state_not_allowed"
    ? "location_not_allowed"
    : "location_unknown";
}
