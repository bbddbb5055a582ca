// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it, vi } from "vitest";
import type { AuditEntry } from "#contract/console/audit";
import { forgetQueries } from "../../client/use-query.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import AuditPage from "./audit-page.tsx";

afterEach(() => {
  cleanup();
  forgetQueries();
  vi.unstubAllGlobals();
});

it("shows how long ago a change was made, and the exact time on hover and focus", async () => {
  const entry: AuditEntry = {
    sequence: 1,
    at: new Date(Date.now() - 3 * 3_600_000 - 1000).toISOString(),
    actor: { kind: "staff", staffId: "st_1", name: "Ana Pérez" },
    action: "disbursement.approved",
    subject: { type: "disbursement_intent", id: "di_1" },
    details: {},
    previousHash: "0".repeat(64),
    hash: "1".repeat(64),
  };
  takeSession(exampleSession("admin"));
  fakeService({ "GET /audit": { data: [entry], page: 1, size: 20, total: 1 } });
  render(<AuditPage />);
  const time = await screen.findByText("3 hours ago");
  expect(time.tabIndex).toBe(0);
  expect(time.title).toContain(String(new Date().getFullYear()));
  expect(screen.getAllByRole("row")[1]?.textContent).toContain("Payout approvedAna PérezPayout");
});
