import * as z from "zod/mini";
import { protocolVersion } from "#contract/connectors/three-ds";
import type { VendorResponse } from "../../kit/exchange.ts";
import { httpUrl, readMessage } from "../kit/read-message.ts";
import type { Enrolment } from "../kit/three-ds-connector.ts";
import { chooseMessageVersion } from "../message-version.ts";

/** The connector builds these, oldest first. */
const versions = ["2.1.0", "2.2.0", "2.3.1"] as const;

/** Response of `/preauth` for an enrolled card. */
const cardRangeData = z.object({
  messageType: z.literal("CRD"),
  threeDSServerTransID: z.uuid(),
  dsStartProtocolVersion: protocolVersion,
  dsEndProtocolVersion: protocolVersion,
  acsStartProtocolVersion: protocolVersion,
  acsEndProtocolVersion: protocolVersion,
  threeDSMethodURL: z.optional(z.string()),
  dsProtocolVersions: z.optional(z.array(protocolVersion)),
  acsProtocolVersions: z.optional(
    z.array(z.object({ version: protocolVersion, threeDSMethodURL: z.optional(z.string()) })),
  ),
  threeDSServerProtocolVersions: z.optional(z.array(protocolVersion)),
});

/** `/preauth` responds with 305 only for a card that no scheme enrolled. */
const notEnrolled = "erro_305";

/** Reads the response of `/preauth`. */
export function readEnrolment(response: VendorResponse): Enrolment {
  const read = readMessage(response, cardRangeData);
  if (read.type === "none") {
    return read.reason === notEnrolled
      ? { type: "not_enrolled" }
      : { type: "unavailable", reason: read.reason };
  }
  const { value } = read;
  const ofAcs = value.acsProtocolVersions;
  // Ranges may have gaps; lists say more.
  const offered = versions.filter((version) =>
    [
      value.dsProtocolVersions,
      value.threeDSServerProtocolVersions,
      ofAcs?.map((each) => each.version),
    ].every((list) => list === undefined || list.includes(version)),
  );
  const version = chooseMessageVersion(value, offered);
  if (!version) return { type: "not_enrolled" };
  const own = ofAcs?.find((each) => each.version === version);
  return {
    type: "enrolled",
    version,
    methodUrl: httpUrl(own ? own.threeDSMethodURL : value.threeDSMethodURL),
    threeDSServerTransID: value.threeDSServerTransID,
  };
}
