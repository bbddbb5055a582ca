import { isIP } from "node:net";
import * as z from "zod/mini";
import { checkGeolocationRequest, location, locationQuery } from "#contract/api/location";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { type CustomerDeps, findCustomer } from "../profile/index.ts";
import type { Locations } from "./locations.ts";

const tags = ["Geolocation"];

interface GeolocationDeps extends CustomerDeps {
  locations: Pick<Locations, "check" | "checkCustomer">;
}

/** Registers the two end points that tell an operator whether a customer may be served. */
export function registerGeolocation(app: HttpServer, deps: GeolocationDeps): void {
  const { locations } = deps;

  app.get(
    "/v1/customers/:externalCustomerId/location",
    {
      config: forSecretKeys("read", "payments", "payouts"),
      schema: {
        summary: "Whether a customer may be served where they are",
        description:
          "By the address that the SDK saw last, or by `ipAddress`. An unknown place with rules " +
          "in force is not allowed.",
        tags,
        params: z.object({ externalCustomerId: z.string() }),
        querystring: locationQuery,
        response: { 200: location },
      },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const { externalCustomerId } = request.params;
      const { ipAddress } = request.query;
      const given = ipAddress === undefined ? undefined : requireIpAddress(ipAddress);
      if (!(await findCustomer(deps, operatorId, externalCustomerId))) {
        throw new ApiError("resource_not_found");
      }
      return given === undefined
        ? locations.checkCustomer(operatorId, externalCustomerId)
        : locations.check(operatorId, given);
    },
  );

  app.post(
    "/v1/operators/check-geolocation",
    {
      config: forSecretKeys("read", "payments", "payouts"),
      schema: {
        summary: "Whether a customer may be served at an IP address",
        description:
          "Nothing is looked up while you have no location rules: `skipped` is true then.",
        tags,
        body: checkGeolocationRequest,
        response: { 200: location },
      },
    },
    // Changes nothing and must answer for now: an Idempotency-Key is taken and has no effect.
    (request) =>
      locations.check(callerOf(request).operatorId, requireIpAddress(request.body.ipAddress)),
  );
}

/** The address as given, if it is one. Throws 400 `ip_address_invalid`. */
function requireIpAddress(ipAddress: string): string {
  if (isIP(ipAddress) === 0) throw fieldRefusal("ip_address_invalid", "ipAddress");
  return ipAddress;
}
