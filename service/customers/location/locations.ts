import type { Location } from "#contract/api/location";
import type { Operator } from "../../operators/accounts/index.ts";
import type { Domain } from "../../platform/domain.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { createJob } from "../../platform/jobs/job.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { GeoSettings } from "../../providers/geo/geo-settings.ts";
import { createLastSeen } from "./last-seen.ts";
import { type Judgement, judgePlace } from "./location-rules.ts";
import { type GeoData, openGeoData } from "./open-geo-provider.ts";
import { registerGeolocation } from "./routes.ts";

/** Whether customers may be served where they are. */
export interface Locations extends Domain {
  /**
   * The place of an address and what the operator's rules say of it. Without rules nothing is looked
   * up. An address that is none is an unknown place.
   */
  check(operatorId: string, ipAddress: string | null): Promise<Location>;
  /** The same for where the customer's browser was last seen. */
  checkCustomer(operatorId: string, externalCustomerId: string): Promise<Location>;
  /**
   * To be called when money is about to move. Throws ApiError `location_not_allowed` or
   * `location_unknown`; costs nothing for operators without rules.
   */
  requireAllowed(operatorId: string, ipAddress: string | null): Promise<void>;
  /** The customer's browser was seen. Kept for operators with rules only; never throws. */
  noteSeen(operatorId: string, externalCustomerId: string, ipAddress: string): Promise<void>;
}

interface LocationDeps extends PlatformDeps<GeoSettings> {
  operators: { get(operatorId: string): Operator | Promise<Operator> };
}

/** Opens the location data. Throws when the file that the configuration names can't be read. */
export async function openLocations(deps: LocationDeps): Promise<Locations> {
  return createLocations(deps, await openGeoData(deps));
}

/** Over given data; {@link openLocations} takes the configured ones. */
export function createLocations(deps: LocationDeps, geo: GeoData | null): Locations {
  const { operators, clock, log } = deps;
  const lastSeen = createLastSeen(deps);
  const rulesOf = async (operatorId: string) =>
    (await operators.get(operatorId)).settings.locationRules;

  async function check(operatorId: string, ipAddress: string | null): Promise<Location> {
    const checkedAt = new Date(clock.nowMs()).toISOString();
    const rules = await rulesOf(operatorId);
    const nowhere = { country: null, state: null, ipAddress, checkedAt };
    if (rules.length === 0) return { allowed: true, reason: null, ...nowhere, skipped: true };
    if (geo !== null && clock.nowMs() - geo.provider.builtAtMs() > geo.maxAgeMs) {
      return { allowed: false, reason: "location_data_stale", ...nowhere };
    }
    const place = ipAddress === null ? null : (geo?.provider.lookUp(ipAddress) ?? null);
    return { ...judgePlace(rules, place), ...nowhere, ...place };
  }

  async function refresh(): Promise<undefined> {
    if (await geo?.provider.refresh()) log.info("newer location data were taken up");
  }

  const functions: Omit<Locations, keyof Domain> = {
    check,
    async checkCustomer(operatorId, externalCustomerId) {
      return check(operatorId, await lastSeen.find(operatorId, externalCustomerId));
    },
    async requireAllowed(operatorId, ipAddress) {
      const judged = await check(operatorId, ipAddress);
      if (judged.allowed) return;
      log.info("refused for the customer's location", { operatorId, reason: judged.reason });
      throw new ApiError(refusalOf(judged));
    },
    async noteSeen(operatorId, externalCustomerId, ipAddress) {
      try {
        if ((await rulesOf(operatorId)).length === 0) return;
        await lastSeen.note(operatorId, externalCustomerId, ipAddress);
      } catch (error) {
        // Nobody's payment fails because a note could not be taken.
        log.warn("a customer's address could not be noted", { operatorId, error });
      }
    },
  };
  return {
    ...functions,
    register: (app) => registerGeolocation(app, { ...deps, locations: functions }),
    // A failure is logged and tried again.
    jobs: [createJob({ name: "geolocation.refresh", everyMs: 60_000, run: refresh })],
    commands: [],
  };
}

/** What a customer may know: not served here, or not found out; the operator's call has the rest. */
function refusalOf({ reason }: Judgement): "location_not_allowed" | "location_unknown" {
  return reason === "country_not_allowed" || reason === "state_not_allowed"
    ? "location_not_allowed"
    : "location_unknown";
}
