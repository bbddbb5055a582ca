// @vitest-environment happy-dom
import { render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { StaffMember } from "#contract/console/staff";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import StaffPage from "./staff-page.tsx";

const at = "2026-03-04T10:00:00.000Z";
const member = (
  staffId: string,
  name: string,
  overrides: Partial<StaffMember> = {},
): StaffMember => ({
  staffId,
  email: `${staffId}@example.com`,
  name,
  role: "reviewer",
  status: "active",
  hasSecondFactor: true,
  invitationExpiresAt: null,
  lastLoginAt: at,
  sessions: 1,
  approvalLimits: null,
  createdAt: at,
  version: 4,
  ...overrides,
});
const ana = member("st_1", "Ana Pérez", { role: "admin" });
const grace = member("st_2", "Grace Hopper");

signedInAs("admin");

function open(responses: Record<string, unknown> = {}) {
  const requests = fakeService({ "GET /staff": { data: [ana, grace] }, ...responses });
  render(<StaffPage />);
  return requests;
}
const manage = async (name: string) =>
  userEvent.click(await screen.findByRole("button", { name: `Manage ${name}` }));

it("shows an invitation's link once", async () => {
  const requests = open({
    "POST /staff": {
      staff: member("st_3", "New"),
      invitationUrl: "https://pay.example/console/invitation#token",
      expiresAt: at,
    },
  });
  await userEvent.click(await screen.findByTestId("invite"));
  await userEvent.type(screen.getByLabelText("E-mail"), " new@example.com ");
  await userEvent.selectOptions(screen.getByLabelText("Role"), "viewer");
  await userEvent.click(screen.getByTestId("invite-submit"));
  expect((await screen.findByTestId("invitation-link")).textContent).toContain("#token");
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    email: "new@example.com",
    role: "viewer",
  });
  await userEvent.click(screen.getByTestId("invitation-done"));
  await waitFor(() => expect(screen.queryByText(/#token/)).toBeNull());
});

it("locks the version on the screen, and says why if it can't", async () => {
  const requests = open({ "PUT /staff/st_2": new Refusal(409, "last_admin") });
  await manage("Grace Hopper");
  await userEvent.click(screen.getByTestId("lock"));
  expect((await screen.findByTestId("failure")).textContent).toContain("last admin");
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({
    version: 4,
    locked: true,
  });
});

it("shows the failure of the last action, not of an earlier one", async () => {
  open({
    "PUT /staff/st_2": new Refusal(409, "last_admin"),
    "POST /staff/st_2/invitation": new Refusal(503, "service_unavailable"),
  });
  const shown = async () => (await screen.findByTestId("failure")).textContent;
  await manage("Grace Hopper");
  await userEvent.click(screen.getByTestId("lock"));
  const first = await shown();
  await userEvent.click(screen.getByTestId("reset"));
  await userEvent.click(screen.getByTestId("reset"));
  await waitFor(async () => expect(await shown()).not.toBe(first));
  await userEvent.click(screen.getByTestId("lock"));
  await waitFor(async () => expect(await shown()).toBe(first));
});

it("removes only after a second press", async () => {
  const requests = open({ "DELETE /staff/st_2": { ...grace, status: "removed" } });
  await manage("Grace Hopper");
  await userEvent.click(screen.getByTestId("remove"));
  expect(requests.some(({ method }) => method === "DELETE")).toBe(false);
  await userEvent.click(screen.getByTestId("remove"));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === "DELETE")?.path).toBe("/staff/st_2?version=4"),
  );
});

it("treats a double click as one press, so that it removes or resets nobody", async () => {
  const requests = open();
  await manage("Grace Hopper");
  await userEvent.dblClick(screen.getByTestId("remove"));
  await userEvent.dblClick(screen.getByTestId("reset"));
  expect(screen.getAllByText("Press again to confirm")).toHaveLength(2);
  expect(requests.filter(({ method }) => method !== "GET")).toHaveLength(0);
});

it("reads the list again after a refusal, so that the account opens with a colleague's change", async () => {
  let read = { data: [ana, grace] };
  const requests = open({
    "GET /staff": () => read,
    "PUT /staff/st_2": new Refusal(409, "conflicting_state"),
  });
  await manage("Grace Hopper");
  read = { data: [ana, { ...grace, role: "viewer", version: 5 }] };
  await userEvent.click(screen.getByTestId("lock"));
  await screen.findByTestId("failure");
  await screen.findByText("Viewer", { selector: "td" });
  await userEvent.click(screen.getByTestId("lock"));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await manage("Grace Hopper");
  await userEvent.click(screen.getByTestId("lock"));
  const versions = requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(versions).toMatchObject([{ version: 4 }, { version: 4 }, { version: 5 }]);
});

it("reads the list again after a lost invitation, which may have added an account", async () => {
  const requests = open({ "POST /staff": new Refusal(503, "service_unavailable") });
  await userEvent.click(await screen.findByTestId("invite"));
  await userEvent.type(screen.getByLabelText("E-mail"), "new@example.com");
  await userEvent.click(screen.getByTestId("invite-submit"));
  await screen.findByTestId("failure");
  await waitFor(() => expect(requests.filter(({ method }) => method === "GET")).toHaveLength(2));
});

it("offers admins no way to lock or remove their own account", async () => {
  open();
  await manage("Ana Pérez");
  expect(screen.queryByTestId("lock")).toBeNull();
  expect(screen.queryByTestId("remove")).toBeNull();
});

it("keeps the dialog open, and starts nothing else, until it shows the new invitation's link", async () => {
  let finish: (value: unknown) => void = () => {};
  const link = new Promise((resolve) => {
    finish = resolve;
  });
  const requests = open({ "POST /staff/st_2/invitation": () => link });
  await manage("Grace Hopper");
  await userEvent.click(screen.getByTestId("reset"));
  await userEvent.click(screen.getByTestId("reset"));
  await userEvent.click(screen.getByTestId("lock"));
  screen.getByTestId("member-dialog").dispatchEvent(new Event("cancel", { cancelable: true }));
  const invitationUrl = "https://pay.example/console/invitation#token";
  finish({ staff: grace, invitationUrl, expiresAt: at });
  expect((await screen.findByTestId("invitation-link")).textContent).toContain("#token");
  expect(requests.filter(({ method }) => method !== "GET")).toHaveLength(1);
});
