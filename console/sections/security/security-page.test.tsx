// @vitest-environment happy-dom
import { render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { StaffSession } from "#contract/console/session";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import SecurityPage from "./security-page.tsx";

signedInAs("admin", "/console/security");

const sessionOf = (sessionId: string, isCurrent: boolean): StaffSession => ({
  sessionId,
  isCurrent,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
  ipAddress: "192.0.2.1",
  createdAt: "2026-03-04T10:00:00.000Z",
  lastSeenAt: "2026-03-04T10:00:00.000Z",
  expiresAt: "2026-03-05T10:00:00.000Z",
});

it("shows no session that a new password has ended", async () => {
  let sessions = [sessionOf("ses_1", true), sessionOf("ses_2", false)];
  fakeService({
    "GET /me/passkeys": { data: [] },
    "GET /me/sessions": () => ({ data: sessions }),
    "PUT /me/password": () => {
      sessions = [sessionOf("ses_1", true)];
      return exampleSession("admin");
    },
  });
  render(<SecurityPage />);
  await screen.findByTestId("end-others");
  await userEvent.type(screen.getByLabelText("Current password"), "correct horse battery");
  await userEvent.type(screen.getByLabelText("New password"), "another horse battery");
  const code = screen.getByTestId("new-password").querySelector("[name='code']");
  await userEvent.type(code as HTMLInputElement, "123456");
  await waitFor(() => expect(screen.queryByTestId("end-others")).toBeNull());
});

it("moves the focus to new recovery codes, which are shown only once", async () => {
  fakeService({
    "GET /me/passkeys": { data: [] },
    "GET /me/sessions": { data: [] },
    "GET /session": exampleSession("admin"),
    "POST /me/recovery-codes": { recoveryCodes: ["aaaa-1111", "bbbb-2222"] },
  });
  render(<SecurityPage />);
  const code = (await screen.findByTestId("new-codes")).querySelector("[name='freshCode']");
  await userEvent.type(code as HTMLInputElement, "123456");
  await screen.findByTestId("recovery-codes");
  expect(document.activeElement?.nextElementSibling).toBe(screen.getByTestId("recovery-codes"));
});
