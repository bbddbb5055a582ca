import { expect, test } from "vitest";
import { readOrNull } from "#contract/channel/readers";
import { kycHandoff, kycSession, kycUpload } from "#contract/client/kyc";
import { readHandoff, readSession, readUpload } from "./kyc-responses.ts";
import { exampleSession, exampleUpload } from "./testing/examples.ts";

const session = exampleSession({
  checks: [{ code: "date_of_birth", result: "passed", message: "Fits." }],
  reasons: [{ code: "document_expired", message: "It has expired." }],
  sides: [{ side: "front", upload: exampleUpload({ state: "refused" }) }],
  handoff: { expiresAt: "2026-11-22T03:15:00.000Z", openedAt: null },
  requirements: [{ type: "customer_data", blocks: "submission", fields: ["dateOfBirth"] }],
});

test("reads everything that the contract allows", () => {
  expect(kycSession.parse(session)).toEqual(session);
  expect(readOrNull(readSession, session)).toEqual(session);
  expect(Object.keys(kycSession.shape).sort()).toEqual(Object.keys(session).sort());
  const upload = kycUpload.parse(exampleUpload({ sizeBytes: 12 * 1024 * 1024 }));
  expect(readOrNull(readUpload, upload)).toEqual(upload);
  const handoff = kycHandoff.parse({ url: "https://x", expiresAt: "2026-11-22T03:15:00.000Z" });
  expect(readOrNull(readHandoff, handoff)).toEqual(handoff);
});

test("unknown statuses and actions are kept, and unknown members are left out", () => {
  const later = { ...session, status: "postponed", nextAction: "dance", moon: "full" };
  expect(readOrNull(readSession, later)).toEqual({
    ...session,
    status: "postponed",
    nextAction: "dance",
  });
});

test("any other shape is not a session", () => {
  expect(readOrNull(readSession, { ...session, sides: null })).toBeNull();
  expect(readOrNull(readUpload, exampleUpload({ offset: -1 }))).toBeNull();
});
