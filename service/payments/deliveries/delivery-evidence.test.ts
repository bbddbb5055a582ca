import { expect, test } from "vitest";
import type { Delivery } from "#contract/api/deliveries";
import { evidenceLimits } from "#contract/api/disputes";
import { deliveryEvidence } from "./delivery-evidence.ts";

test("a long log of use is cut after a whole line, so that evidence can be submitted", () => {
  const digital = Array.from({ length: 50 }, (_, index) => ({
    at: "2026-03-07T10:00:00.000Z",
    description: `${index} `.padEnd(500, "x"),
    ipAddress: null,
    deviceId: null,
  }));
  const delivery = { recipientName: null, address: null, shipments: [], digital } as Pick<
    Delivery,
    "recipientName" | "address" | "shipments" | "digital"
  >;
  const { accessActivityLog = "" } = deliveryEvidence(delivery as Delivery);
  const lines = accessActivityLog.split("\n");
  expect(lines.length).toBeGreaterThan(30);
  expect(lines.every((line) => line.endsWith("xxx"))).toBe(true);
  expect(accessActivityLog.length).toBeLessThanOrEqual(evidenceLimits.fieldCharacters);
});
