import { isIP } from "node:net";
import * as z from "zod/mini";
import { checkGeolocationRequest, location, locationQuery } from "#contract/api/location";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { type CustomerDeps, findShownCustomer } from "../profile/index.ts";
import type { Locations } from "./locations.ts";

const tags = ["Geolocation"];

interface GeolocationDeps extends CustomerDeps {
  locations: Pick<Locations, "check" | "checkCustomer">;
}

export function registerGeolocation(app: HttpServer, deps: GeolocationDeps): void {
  const { locations } = deps;

  app.get(
    "/v1/customers/:externalCustomerId/location",
    {
      config: forSecretKeys("read", "payments", "payouts"),
      schema: {
        summary: "Check a customer's location against your rules",
        description:
          "Checks the address that the SDK saw last, or `ipAddress`. With rules, an unknown location " +
          "is not allowed.",
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
      const requested = ipAddress === undefined ? undefined : requireIpAddress(ipAddress);
      if (!(await findShownCustomer(deps, operatorId, externalCustomerId))) {
        throw new ApiError("resource_not_found");
      }
      return requested === undefined
        ? locations.checkCustomer(operatorId, externalCustomerId)
        : locations.check(operatorId, requested);
    },
  );

  app.post(
    "/v1/operators/check-geolocation",
    {
      config: forSecretKeys("read", "payments", "payouts"),
      schema: {
        summary: "Check an IP address against your location rules",
        description: "Without location rules the service does no look-up, and `skipped` is true.",
        tags,
        body: checkGeolocationRequest,
        response: { 200: location },
      },
    },
    // Ignores an Idempotency-Key: the result must be current.
    (request) =>
      locations.check(callerOf(request).operatorId, requireIpAddress(request.body.ipAddress)),
  );
}

/** Throws 400 `ip_address_invalid` for text that is not an IP address. */
function requireIpAddress(ipAddress: string): string {
  if (isIP(ipAddress) === 0) throw fieldRefusal("ip_address_invalid", "ipAddress");
  return ipAddress;
}
