// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StaffRole } from "#contract/console/roles";
import { App } from "./app.tsx";
import { resumeReading } from "./client/use-query.ts";
import { freshCodes } from "./entrance/fresh-codes.ts";
import { changeLanguage } from "./i18n/current-texts.ts";
import { go, place } from "./router/place.ts";
import { idleEndsAt } from "./session/activity.ts";
import { reentry, session, sessionFailure, takeSession } from "./session/session.ts";
import { anonymousSession, exampleQueue, exampleSession } from "./testing/examples.ts";
import { fakeService, Refusal } from "./testing/fake-service.ts";

const token = "t".repeat(43);

beforeEach(async () => {
  freshCodes.value = null;
  reentry.value = null;
  idleEndsAt.value = null;
  resumeReading();
  takeSession(anonymousSession());
  await go("/console");
});
afterEach(async () => {
  cleanup();
  await changeLanguage("en");
  vi.unstubAllGlobals();
});

async function signInWith(email: string, password: string) {
  await userEvent.type(screen.getByLabelText("E-mail"), email);
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByTestId("sign-in-submit"));
}

it("signs in with password and code, and opens Home", async () => {
  const requests = fakeService({
    "POST /login": { ...anonymousSession(), stage: "second_factor", csrfToken: "csrf-0" },
    "POST /login/second-factor": exampleSession("admin"),
    "GET /reviews": exampleQueue(4),
  });
  render(<App />);
  await signInWith("ana@example.com", "correct horse battery");
  await userEvent.type(await screen.findByLabelText("Authenticator code"), "123 456");
  await screen.findByTestId("home");
  expect(place.value.path).toBe("/home");
  expect(screen.getByTestId("nav-reviews").textContent).toContain("4 cases waiting");
  const factor = requests.find(({ path }) => path === "/login/second-factor");
  expect(factor?.headers.get("x-csrf-token")).toBe("csrf-0");
});

it("reads the number of waiting cases again on another page", async () => {
  let waiting = 2;
  fakeService({ "GET /reviews": () => exampleQueue(waiting), "GET /customers": exampleQueue(0) });
  takeSession(exampleSession("admin"));
  render(<App />);
  await waitFor(() => expect(screen.getByTestId("nav-reviews").textContent).toContain("2 cases"));
  waiting = 1;
  await userEvent.click(screen.getByTestId("nav-settings"));
  await waitFor(() => expect(screen.getByTestId("nav-reviews").textContent).toContain("1 case "));
});

it("does not send an empty form, and says beside each field what is missing", async () => {
  const requests = fakeService({});
  render(<App />);
  await userEvent.click(screen.getByTestId("sign-in-submit"));
  expect(screen.getByTestId("error-email")).toBeTruthy();
  expect(screen.getByTestId("error-password")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("E-mail"));
  expect(requests).toEqual([]);
});

it("shows the same error for a wrong e-mail and a wrong password, and keeps the typed values", async () => {
  fakeService({ "POST /login": new Refusal(401, "login_failed") });
  render(<App />);
  await signInWith("ana@example.com", "wrong");
  expect((await screen.findByTestId("failure")).textContent).toContain(
    "The e-mail or password is wrong.",
  );
  expect((screen.getByLabelText("E-mail") as HTMLInputElement).value).toBe("ana@example.com");
});

it("accepts a recovery code instead of the app's code", async () => {
  const requests = fakeService({
    "POST /login/second-factor": exampleSession(),
    "GET /reviews": exampleQueue(0),
  });
  takeSession({ ...anonymousSession(), stage: "second_factor" });
  render(<App />);
  await userEvent.click(screen.getByTestId("other-factor"));
  await userEvent.type(screen.getByLabelText("Recovery code"), " abcd-efgh ");
  await userEvent.click(screen.getByTestId("second-factor-submit"));
  await screen.findByTestId("home");
  expect(requests[0]?.body).toEqual({ recoveryCode: "abcd-efgh" });
});

it("accepts an invitation: password, second factor, codes shown once", async () => {
  history.replaceState({}, "", `/console/invitation#${token}`);
  const requests = fakeService({
    "POST /invitation": {
      email: "grace@example.com",
      role: "reviewer",
      operatorName: "Demo Shop",
      name: null,
      expiresAt: "2026-03-04T10:00:00.000Z",
    },
    "POST /invitation/accept": { ...anonymousSession(), stage: "enrolment", csrfToken: "csrf-0" },
    "POST /enrolment": { otpauthUri: "otpauth://totp/x", secret: "ABCDEFGH", qr: ["101", "010"] },
    "POST /enrolment/confirm": {
      recoveryCodes: ["aaaa-1111", "bbbb-2222"],
      session: exampleSession("reviewer"),
    },
    "GET /reviews": exampleQueue(0),
  });
  await go(`/console/invitation#${token}`, { replace: true });
  render(<App />);
  await screen.findByText("Welcome to Demo Shop");
  expect(window.location.hash).toBe("");
  await userEvent.type(screen.getByLabelText("Your name"), "Grace");
  await userEvent.type(screen.getByLabelText("Password"), "short");
  await userEvent.click(screen.getByTestId("accept-submit"));
  expect(screen.getByTestId("error-password").textContent).toContain("7 more characters");
  await userEvent.type(screen.getByLabelText("Password"), " but long now");
  await userEvent.click(screen.getByTestId("accept-submit"));
  await screen.findByRole("img", { name: /QR code/ });
  expect(screen.getByText("ABCD EFGH")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Six digits from the app"), "123456");
  expect((await screen.findByTestId("recovery-codes")).textContent).toContain("bbbb-2222");
  // The button stays disabled until the codes are stored.
  await userEvent.click(screen.getByTestId("codes-continue"));
  expect(screen.getByRole("alert").textContent).toContain("Store the codes first");
  await userEvent.click(screen.getByTestId("codes-stored"));
  await userEvent.click(screen.getByTestId("codes-continue"));
  await screen.findByTestId("home");
  expect(requests.find(({ path }) => path === "/invitation/accept")?.body).toEqual({
    token,
    name: "Grace",
    password: "short but long now",
  });
});

it("returns to the sign-in when the session ends, says why, and keeps the address", async () => {
  fakeService({
    "GET /customers": new Refusal(401, "session_required"),
    "GET /session": anonymousSession(),
    "GET /reviews": exampleQueue(0),
  });
  takeSession(exampleSession());
  await go("/console/customers?search=ada");
  render(<App />);
  expect((await screen.findByTestId("ended")).textContent).toContain("You were signed out");
  expect(window.location.search).toBe("?search=ada");
});

it("keeps the typed values when the same person signs in again", async () => {
  let isOpen = true;
  const requests = fakeService({
    "GET /me/sessions": () => (isOpen ? { data: [] } : new Refusal(401, "session_required")),
    "GET /me/passkeys": { data: [] },
    "PUT /me": () => new Refusal(401, "session_required"),
    "GET /session": anonymousSession(),
    "POST /login": { ...anonymousSession(), stage: "second_factor", csrfToken: "csrf-0" },
    "POST /login/second-factor": { ...exampleSession("admin"), csrfToken: "csrf-9" },
    "GET /reviews": exampleQueue(0),
  });
  takeSession(exampleSession("admin"));
  await go("/console/security");
  render(<App />);
  // The section loads as a separate chunk.
  const name = await screen.findByLabelText("Name", {}, { timeout: 5000 });
  await userEvent.clear(name);
  await userEvent.type(name, "Ana Half-Typ");
  isOpen = false;
  await userEvent.click(screen.getByTestId("save-name"));
  expect((await screen.findByTestId("ended")).textContent).toContain("You were signed out");
  expect(name.closest("[hidden]")).not.toBeNull();
  const readsBefore = requests.length;
  const entrance = within(screen.getByTestId("entrance"));
  await userEvent.type(entrance.getByLabelText("E-mail"), "ana@example.com");
  await userEvent.type(entrance.getByLabelText("Password"), "correct horse battery");
  await userEvent.click(entrance.getByTestId("sign-in-submit"));
  await userEvent.type(await entrance.findByLabelText("Authenticator code"), "12345");
  expect(requests.slice(readsBefore).map(({ path }) => path)).toEqual(["/login"]);
  isOpen = true;
  await userEvent.type(entrance.getByLabelText("Authenticator code"), "6");
  await waitFor(() => expect(screen.queryByTestId("entrance")).toBeNull());
  expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("Ana Half-Typ");
  expect(name.closest("[hidden]")).toBeNull();
  expect(place.value.path).toBe("/security");
  await userEvent.click(screen.getByTestId("save-name"));
  const saved = requests.findLast(({ method }) => method === "PUT");
  expect(saved?.headers.get("x-csrf-token")).toBe("csrf-9");
});

it("keeps the typed values when the new sign-in begins with a new second factor", async () => {
  const requests = fakeService({
    "GET /me/sessions": { data: [] },
    "GET /me/passkeys": { data: [] },
    "PUT /me": new Refusal(401, "session_required"),
    "GET /session": anonymousSession(),
    "POST /login": { ...anonymousSession(), stage: "enrolment", csrfToken: "csrf-0" },
    "POST /enrolment": { otpauthUri: "otpauth://totp/x", secret: "ABCDEFGH", qr: ["101", "010"] },
    "POST /enrolment/confirm": {
      recoveryCodes: ["aaaa-1111", "bbbb-2222"],
      session: { ...exampleSession("admin"), csrfToken: "csrf-9" },
    },
    "GET /reviews": exampleQueue(0),
  });
  takeSession(exampleSession("admin"));
  await go("/console/security");
  render(<App />);
  const name = await screen.findByLabelText("Name", {}, { timeout: 5000 });
  await userEvent.clear(name);
  await userEvent.type(name, "Ana Half-Typ");
  await userEvent.click(screen.getByTestId("save-name"));
  await screen.findByTestId("ended");
  const entrance = within(screen.getByTestId("entrance"));
  await userEvent.type(entrance.getByLabelText("E-mail"), "ana@example.com");
  await userEvent.type(entrance.getByLabelText("Password"), "correct horse battery");
  await userEvent.click(entrance.getByTestId("sign-in-submit"));
  await userEvent.type(await entrance.findByLabelText("Six digits from the app"), "123456");
  await entrance.findByTestId("recovery-codes");
  expect(name.isConnected).toBe(true);
  await userEvent.click(entrance.getByTestId("codes-stored"));
  await userEvent.click(entrance.getByTestId("codes-continue"));
  await waitFor(() => expect(screen.queryByTestId("entrance")).toBeNull());
  expect(name.closest("[hidden]")).toBeNull();
  expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("Ana Half-Typ");
  await userEvent.click(screen.getByTestId("save-name"));
  const saved = requests.findLast(({ method }) => method === "PUT");
  expect(saved?.headers.get("x-csrf-token")).toBe("csrf-9");
});

it("says why starting over did not work", async () => {
  fakeService({ "POST /logout": new Refusal(503, "service_unavailable") });
  takeSession({ ...anonymousSession(), stage: "second_factor" });
  render(<App />);
  await userEvent.click(screen.getByRole("button", { name: "Start over" }));
  expect((await screen.findByTestId("failure")).textContent).toContain("not available");
});

it("warns a minute before the session ends, and stays open after activity", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  try {
    const requests = fakeService({
      "GET /reviews": exampleQueue(0),
      "POST /session/activity": exampleSession("admin"),
      "GET /session": anonymousSession(),
    });
    takeSession(exampleSession("admin"));
    render(<App />);
    await screen.findByTestId("home");
    idleEndsAt.value = Date.now() + 15 * 60_000;
    for (let half = 0; half < 28; half += 1) {
      await act(
        async () => void (await vi.advanceTimersByTimeAsync(30_000 - (half === 27 ? 6000 : 0))),
      );
    }
    expect(screen.queryByTestId("idle-warning")).toBeNull();
    // The page kept reading the queue, which does not count as activity.
    const reads = requests.filter(({ path }) => path.startsWith("/reviews"));
    expect(reads.length).toBeGreaterThan(10);
    expect(new Set(reads.slice(2).map(({ headers }) => headers.get("x-tessera-activity")))).toEqual(
      new Set(["none"]),
    );
    await act(async () => void (await vi.advanceTimersByTimeAsync(12_000)));
    expect(screen.getByTestId("idle-warning").textContent).toContain("Are you still there?");
    screen.getByTestId("stay").click();
    const report = requests.find(({ path }) => path === "/session/activity");
    expect(report?.headers.get("x-tessera-activity")).toBeNull();
    idleEndsAt.value = Date.now() + 1000;
    await act(async () => void (await vi.advanceTimersByTimeAsync(2000)));
    await waitFor(() => expect(reentry.value?.stage).toBe("anonymous"));
  } finally {
    vi.useRealTimers();
  }
});

it("offers a retry when the session can't be read", async () => {
  fakeService({ "GET /session": exampleSession(), "GET /reviews": exampleQueue(0) });
  session.value = null;
  sessionFailure.value = {
    kind: "lost",
    code: "network",
    message: "",
    status: 0,
    requestId: null,
    retryAfterS: null,
    fields: [],
  };
  render(<App />);
  await userEvent.click(screen.getByTestId("retry"));
  await screen.findByTestId("home");
});

it.each([
  [
    "viewer",
    [
      "home",
      "reviews",
      "customers",
      "approvals",
      "payouts",
      "payments",
      "disputes",
      "reconciliation",
      "ledger",
      "deliveries",
      "routing",
      "settings",
      "appearance",
    ],
  ],
  [
    "reviewer",
    [
      "home",
      "reviews",
      "customers",
      "approvals",
      "payouts",
      "payments",
      "disputes",
      "reconciliation",
      "ledger",
      "deliveries",
      "routing",
      "settings",
      "appearance",
    ],
  ],
  [
    "admin",
    [
      "home",
      "reviews",
      "customers",
      "approvals",
      "payouts",
      "payments",
      "disputes",
      "reconciliation",
      "ledger",
      "tax",
      "deliveries",
      "routing",
      "settings",
      "appearance",
      "staff",
      "keys",
      "audit",
    ],
  ],
])("shows a %s the sections of that role and no others", async (role, names) => {
  fakeService({ "GET /reviews": exampleQueue(0) });
  takeSession(exampleSession(role as StaffRole));
  render(<App />);
  await screen.findByTestId("home");
  const shown = [...document.querySelectorAll(".nav [data-testid]")].map((link) =>
    link.getAttribute("data-testid")?.replace("nav-", ""),
  );
  expect(shown).toEqual(names);
});

it("explains that the role does not include a section, without reading the section", async () => {
  const requests = fakeService({ "GET /reviews": exampleQueue(0) });
  takeSession(exampleSession("viewer"));
  await go("/console/audit");
  render(<App />);
  expect((await screen.findByTestId("not-yours-text")).textContent).toContain("Viewer");
  await waitFor(() => expect(requests.map(({ path }) => path.split("?")[0])).toEqual(["/reviews"]));
});

it("lets a viewer see the queue without opening a case", async () => {
  fakeService({ "GET /reviews": exampleQueue(2) });
  takeSession(exampleSession("viewer"));
  await go("/console/reviews");
  render(<App />);
  await screen.findByTestId("look-only");
  await screen.findByText("Ada Lovelace");
  expect(document.querySelector(".row-link")).toBeNull();
  expect(screen.queryByTestId("start-reviewing")).toBeNull();
});

it("switches to Spanish", async () => {
  fakeService({});
  render(<App />);
  await userEvent.click(screen.getByRole("button", { name: "español" }));
  await screen.findByText("Correo electrónico");
  expect(document.documentElement.lang).toBe("es");
});
