// @vitest-environment happy-dom
import { act, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ApiKeyView } from "#contract/console/api-keys";
import { resumeReading } from "../../client/use-query.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import KeysPage from "./keys-page.tsx";
import { limitsText, parseLimits } from "./limits-text.ts";

const shown: ApiKeyView = {
  keyId: "key_1",
  hint: "sk_live_…AbCd",
  label: "Web shop",
  status: "active",
  scopes: ["payments"],
  allowedAddresses: ["203.0.113.0/24"],
  approvalLimits: null,
  createdBy: { kind: "staff", name: "Ana Pérez" },
  createdAt: "2026-03-04T10:00:00.000Z",
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  version: 3,
};
const list = { data: [shown], yourAddress: "198.51.100.9" };

signedInAs("admin");

it("shows how long ago a key was used, and the exact time on focus", async () => {
  const used = { ...shown, lastUsedAt: new Date(Date.now() - 3 * 3_600_000 - 1000).toISOString() };
  fakeService({ "GET /api-keys": { ...list, data: [used] } });
  render(<KeysPage />);
  expect((await screen.findByText("3 hours ago")).tabIndex).toBe(0);
});

it("shows a new key once, with the chosen restrictions", async () => {
  const requests = fakeService({
    "GET /api-keys": list,
    "POST /api-keys": { secretKey: "sk_live_secret", apiKey: shown },
  });
  render(<KeysPage />);
  await userEvent.click(await screen.findByTestId("create"));
  expect(screen.getByText(/Your address is 198.51.100.9/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Label"), "Approver");
  await userEvent.click(screen.getByTestId("scopes-some"));
  await userEvent.click(screen.getByTestId("key-submit"));
  expect(screen.getByTestId("scope-missing")).toBeTruthy();
  await userEvent.click(screen.getByTestId("scope-approvals"));
  await userEvent.type(screen.getByLabelText("Allowed addresses"), "203.0.113.7");
  await userEvent.type(screen.getByLabelText("Daily approval limit"), "usd 1000");
  await userEvent.click(screen.getByTestId("key-submit"));
  expect((await screen.findByTestId("new-key")).textContent).toContain("sk_live_secret");
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    keyId: expect.stringMatching(/^key_\w{24}$/),
    label: "Approver",
    scopes: ["approvals"],
    allowedAddresses: ["203.0.113.7"],
    approvalLimits: { USD: 1000 },
  });
  await userEvent.click(screen.getByTestId("new-key-done"));
  await waitFor(() => expect(screen.queryByText(/sk_live_secret/)).toBeNull());
});

it("revokes only after a second press, and rolls with an overlap", async () => {
  const requests = fakeService({
    "GET /api-keys": list,
    "POST /api-keys/key_1/roll": { secretKey: "sk_live_next", apiKey: shown },
    "POST /api-keys/key_1/revoke": { ...shown, status: "revoked" },
  });
  render(<KeysPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Manage Web shop" }));
  await userEvent.dblClick(screen.getByTestId("revoke"));
  expect(requests.some(({ path }) => path.endsWith("/revoke"))).toBe(false);
  await userEvent.selectOptions(screen.getByLabelText("The old key works for"), "1");
  await userEvent.click(screen.getByTestId("roll"));
  expect((await screen.findByTestId("new-key")).textContent).toContain("sk_live_next");
  expect(requests.find(({ path }) => path.endsWith("/roll"))?.body).toEqual({ overlapHours: 1 });
});

it("shows the failure of the last action, not of an earlier one", async () => {
  fakeService({
    "GET /api-keys": list,
    "POST /api-keys/key_1/roll": new Refusal(503, "service_unavailable"),
    "POST /api-keys/key_1/revoke": new Refusal(409, "conflicting_state"),
  });
  const shown = async () => (await screen.findByTestId("failure")).textContent;
  render(<KeysPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Manage Web shop" }));
  await userEvent.click(screen.getByTestId("roll"));
  const first = await shown();
  await userEvent.click(screen.getByTestId("revoke"));
  await userEvent.click(screen.getByTestId("revoke"));
  await waitFor(async () => expect(await shown()).not.toBe(first));
});

it("keeps the dialog open until it shows the new secret, which the service never returns again", async () => {
  let finish: (value: unknown) => void = () => {};
  const secret = new Promise((resolve) => {
    finish = resolve;
  });
  fakeService({ "GET /api-keys": list, "POST /api-keys/key_1/roll": () => secret });
  render(<KeysPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Manage Web shop" }));
  await userEvent.click(screen.getByTestId("roll"));
  screen.getByRole("dialog").dispatchEvent(new Event("cancel", { cancelable: true }));
  await userEvent.click(screen.getByTestId("key-cancel"));
  finish({ secretKey: "sk_live_next", apiKey: shown });
  expect((await screen.findByTestId("new-key")).textContent).toContain("sk_live_next");
  await userEvent.click(screen.getByTestId("new-key-done"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("reads the list again after a lost call that may have created a key, and retries with the same id", async () => {
  const requests = fakeService({
    "GET /api-keys": list,
    "POST /api-keys": new Refusal(503, "service_unavailable"),
  });
  render(<KeysPage />);
  await userEvent.click(await screen.findByTestId("create"));
  await userEvent.click(screen.getByTestId("key-submit"));
  await screen.findByTestId("failure");
  await waitFor(() => expect(requests.filter(({ method }) => method === "GET")).toHaveLength(2));
  await userEvent.click(screen.getByTestId("key-submit"));
  const posts = requests.filter(({ method }) => method === "POST");
  expect(posts).toHaveLength(2);
  expect(posts[1]?.body).toEqual(posts[0]?.body);
});

it("saves against the version that the form started from", async () => {
  let read = list;
  const requests = fakeService({
    "GET /api-keys": () => read,
    "PUT /api-keys/key_1": new Refusal(409, "conflicting_state"),
  });
  render(<KeysPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Manage Web shop" }));
  // A new sign-in reads the list again, with a colleague's change.
  read = { ...list, data: [{ ...shown, approvalLimits: { USD: 5 }, version: 4 }] };
  await act(async () => resumeReading());
  await waitFor(() => expect(requests.filter(({ method }) => method === "GET")).toHaveLength(2));
  await screen.findByText("$5.00");
  await userEvent.click(screen.getByTestId("key-submit"));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === "PUT")?.body).toMatchObject({ version: 3 }),
  );
});

it("shows a colleague's change when the key is opened again after a refusal", async () => {
  let read = list;
  const requests = fakeService({
    "GET /api-keys": () => read,
    "PUT /api-keys/key_1": new Refusal(409, "conflicting_state"),
  });
  render(<KeysPage />);
  const manage = async () =>
    userEvent.click(await screen.findByRole("button", { name: "Manage Web shop" }));
  await manage();
  read = { ...list, data: [{ ...shown, approvalLimits: { USD: 5 }, version: 4 }] };
  await userEvent.click(screen.getByTestId("key-submit"));
  await screen.findByTestId("failure");
  await screen.findByText("$5.00");
  await userEvent.click(screen.getByTestId("key-cancel"));
  await manage();
  await userEvent.click(screen.getByTestId("key-submit"));
  await waitFor(() =>
    expect(requests.findLast(({ method }) => method === "PUT")?.body).toMatchObject({
      version: 4,
      approvalLimits: { USD: 5 },
    }),
  );
});

it("goes to the approval limit that cannot be read", async () => {
  fakeService({ "GET /api-keys": list });
  render(<KeysPage />);
  await userEvent.click(screen.getByTestId("create"));
  await userEvent.type(screen.getByTestId("field-limits"), "1000");
  await userEvent.click(screen.getByTestId("key-submit"));
  expect(document.activeElement).toBe(screen.getByTestId("field-limits"));
  expect(screen.getByTestId("error-limits")).toBeTruthy();
});

it("reads limits as people type them", () => {
  expect(parseLimits("")).toBeNull();
  expect(parseLimits("usd 1000.50, EUR=5")).toEqual({ USD: 1000.5, EUR: 5 });
  expect(parseLimits("1000")).toBeUndefined();
  expect(parseLimits("USD 1000, usd 5000")).toBeUndefined();
  expect(limitsText({ USD: 1000, EUR: 5 })).toBe("USD 1000, EUR 5");
});
