// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { App } from "../app.tsx";
import { resumeReading } from "../client/use-query.ts";
import { freshCodes } from "../entrance/fresh-codes.ts";
import { go } from "../router/place.ts";
import { anonymousSession, exampleQueue, exampleSession } from "../testing/examples.ts";
import { fakeService } from "../testing/fake-service.ts";
import { idleEndsAt } from "./activity.ts";
import { readSession, reentry, session, takeSession } from "./session.ts";

beforeEach(async () => {
  freshCodes.value = null;
  reentry.value = null;
  idleEndsAt.value = null;
  resumeReading();
  takeSession(anonymousSession());
  await go("/console");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("reloads the page for another person", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  fakeService({ "GET /session": anonymousSession(), "GET /reviews": exampleQueue(0) });
  takeSession(exampleSession("admin"));
  await readSession();
  expect(reentry.value?.stage).toBe("anonymous");
  const other = exampleSession("viewer");
  takeSession({ ...other, me: other.me && { ...other.me, staffId: "stf_other" } });
  expect(assign).toHaveBeenCalledWith("/console");
  expect(session.value?.me?.role).toBe("admin");
  assign.mockRestore();
});

it("shows another person's new recovery codes before it reloads the page for them", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  fakeService({ "GET /session": anonymousSession(), "GET /reviews": exampleQueue(0) });
  takeSession(exampleSession("admin"));
  render(<App />);
  await screen.findByTestId("home");
  await readSession();
  const { me } = exampleSession("viewer");
  freshCodes.value = ["aaaa-1111"];
  takeSession({ ...exampleSession("viewer"), me: me && { ...me, staffId: "stf_other" } });
  expect((await screen.findByTestId("recovery-codes")).textContent).toContain("aaaa-1111");
  expect(assign).not.toHaveBeenCalled();
  await userEvent.click(screen.getByTestId("codes-stored"));
  await userEvent.click(screen.getByTestId("codes-continue"));
  expect(assign).toHaveBeenCalledWith("/console");
  assign.mockRestore();
});

it("reloads the page if another person signed in in another tab", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const other = exampleSession("viewer");
  fakeService({
    "GET /session": { ...other, me: other.me && { ...other.me, staffId: "stf_other" } },
    "GET /reviews": exampleQueue(0),
  });
  takeSession(exampleSession("admin"));
  render(<App />);
  await screen.findByTestId("home");
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/console"));
  expect(session.value?.me?.role).toBe("admin");
  assign.mockRestore();
});

it("closes the sign-in when the same person signed in in another tab", async () => {
  let current: object = anonymousSession();
  fakeService({ "GET /session": () => current, "GET /reviews": exampleQueue(0) });
  takeSession(exampleSession("admin"));
  render(<App />);
  await readSession();
  expect(await screen.findByTestId("entrance")).toBeTruthy();
  current = { ...exampleSession("admin"), csrfToken: "csrf-2" };
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(screen.queryByTestId("entrance")).toBeNull());
  expect(session.value?.csrfToken).toBe("csrf-2");
});

it("stays signed out when an older response says that the session is open", async () => {
  let respond = (_: object) => {};
  fakeService({
    "GET /session": () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
    "POST /logout": anonymousSession(),
    "GET /reviews": exampleQueue(0),
  });
  takeSession(exampleSession("admin"));
  render(<App />);
  await screen.findByTestId("home");
  const reading = readSession();
  await userEvent.click(screen.getByTestId("sign-out"));
  await screen.findByTestId("sign-in-submit");
  respond(exampleSession("admin"));
  await reading;
  expect(session.value?.stage).toBe("anonymous");
});

it("restores the page's title after a new sign-in", async () => {
  fakeService({ "GET /session": anonymousSession(), "GET /reviews": exampleQueue(0) });
  takeSession(exampleSession("admin"));
  render(<App />);
  await screen.findByTestId("home");
  const { title } = document;
  await readSession();
  await waitFor(() => expect(document.title).toBe("Sign in · Tessera"));
  takeSession(exampleSession("admin"));
  await waitFor(() => expect(document.title).toBe(title));
});
