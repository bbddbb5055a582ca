// @vitest-environment happy-dom
import { act, configure, render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { resumeReading } from "../../client/use-query.ts";
import { go, place } from "../../router/place.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession, exampleSettings } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { Asking } from "../../ui/ask.tsx";
import SettingsPage from "./settings-page.tsx";

// The page lists every country and time zone, so printing it on each failed look-up would take seconds.
configure({ getElementError: (message) => new Error(message ?? "") });

signedInAs("admin", "/console/settings");

function open(responses: Record<string, unknown>) {
  const requests = fakeService({ "GET /settings": exampleSettings(), ...responses });
  render(
    <>
      <SettingsPage />
      <Asking />
    </>,
  );
  return requests;
}

it("sends only the changes, with the version on the screen", async () => {
  const requests = open({
    "PUT /settings": exampleSettings(2, { verifyOnFirstPayment: true }),
  });
  await userEvent.click(await screen.findByTestId("setting-verifyOnFirstPayment"));
  expect(screen.getByTestId("save-bar").textContent).toContain("1 unsaved change");
  await userEvent.click(screen.getByTestId("save"));
  await waitFor(() => expect(screen.queryByTestId("save-bar")).toBeNull());
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({
    version: 1,
    changes: { verifyOnFirstPayment: true },
  });
});

it("does not save an emptied surcharge as 0 %", async () => {
  const surcharge = { basisPoints: 300, fixedMinor: 0 };
  const requests = open({
    "GET /settings": exampleSettings(1, { surcharge }),
    "PUT /settings": exampleSettings(2),
  });
  const field = await screen.findByTestId("field-surchargePercent");
  await userEvent.clear(field);
  await userEvent.click(screen.getByTestId("save"));
  expect(requests.filter(({ method }) => method === "PUT")).toEqual([]);
  // Nor as another rate than the typed one.
  await userEvent.type(field, "2.555");
  await userEvent.click(screen.getByTestId("save"));
  expect(requests.filter(({ method }) => method === "PUT")).toEqual([]);
  await userEvent.type(field, "{Backspace}{Backspace}");
  await userEvent.click(screen.getByTestId("save"));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === "PUT")?.body).toMatchObject({
      changes: { surcharge: { basisPoints: 250 } },
    }),
  );
});

it("accepts no edit while it saves, because the response would remove it", async () => {
  let respond = (_saved: unknown) => {};
  open({
    "PUT /settings": () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  await userEvent.click(await screen.findByTestId("setting-verifyOnFirstPayment"));
  const isInert = () => screen.getByTestId("payout-settings").closest("[inert]") !== null;
  expect(isInert()).toBe(false);
  await userEvent.click(screen.getByTestId("save"));
  await waitFor(() => expect(isInert()).toBe(true));
  respond(exampleSettings(2, { verifyOnFirstPayment: true }));
  await waitFor(() => expect(isInert()).toBe(false));
});

it("adds the origin of a typed address, and refuses text without an origin", async () => {
  open({});
  const origins = within(await screen.findByTestId("origins"));
  await userEvent.type(origins.getByLabelText("Add an origin"), "no origin{Enter}");
  expect(origins.getByTestId("error-new-origin").textContent).toContain("https://shop.example");
  await userEvent.clear(origins.getByLabelText("Add an origin"));
  await userEvent.type(origins.getByLabelText("Add an origin"), "club.example/pay{Enter}");
  expect(origins.getByText("https://club.example")).toBeTruthy();
});

it("saves a typed origin that was not added yet, and saves nothing while the text is not an origin", async () => {
  const requests = open({ "PUT /settings": exampleSettings(2) });
  const puts = () => requests.filter(({ method }) => method === "PUT");
  await userEvent.click(await screen.findByTestId("setting-verifyOnFirstPayment"));
  const origins = within(screen.getByTestId("origins"));
  const field = origins.getByLabelText("Add an origin");
  await userEvent.type(field, "no origin");
  await userEvent.click(screen.getByTestId("save"));
  expect(origins.getByTestId("error-new-origin").textContent).toContain("https://shop.example");
  expect(document.activeElement).toBe(field);
  expect(puts()).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, "club.example");
  await userEvent.click(screen.getByTestId("save"));
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]?.body).toMatchObject({
    changes: {
      verifyOnFirstPayment: true,
      allowedOrigins: [...exampleSettings().settings.allowedOrigins, "https://club.example"],
    },
  });
});

it("reports an unknown proxy, and what to set", async () => {
  const seen = { header: "x-forwarded-for", requests: 12, lastSeenAt: "2026-01-02T03:04:05.000Z" };
  const proxyNotice = { peer: "10.0.0.5", ...seen };
  open({ "GET /settings": { ...exampleSettings(), proxyNotice } });
  const notice = await screen.findByTestId("proxy-notice");
  expect(notice.textContent).toContain("TRUSTED_PROXIES=10.0.0.5");
  expect(notice.textContent).toContain("12 requests came from 10.0.0.5");
});

it("summarizes location rules before they are saved", async () => {
  open({});
  const rules = within(await screen.findByTestId("location-rules"));
  expect(rules.getByTestId("location-summary").textContent).toContain("everywhere");
  await userEvent.click(rules.getByTestId("add-rule"));
  await userEvent.selectOptions(rules.getByLabelText("Rule"), "deny");
  await userEvent.selectOptions(rules.getByLabelText("State"), "NY");
  await userEvent.click(rules.getByTestId("add-rule"));
  expect(rules.getByTestId("location-summary").textContent).toContain(
    "You serve customers in United States only, but not in New York, United States.",
  );
});

it("keeps the edits when someone else saves first, and names what both changed", async () => {
  const colleaguesSettings = exampleSettings(2, {
    smsVerification: "off",
    w9Policy: "over-threshold",
  });
  const responses = [exampleSettings(1), colleaguesSettings];
  const tries = [new Refusal(409, "conflicting_state"), exampleSettings(3)];
  const requests = open({
    "GET /settings": () => responses.shift() ?? colleaguesSettings,
    "PUT /settings": () => tries.shift(),
  });
  await userEvent.selectOptions(
    await screen.findByLabelText("Text message to confirm the phone"),
    "every_payout",
  );
  await userEvent.click(screen.getByTestId("save"));
  const notice = await screen.findByTestId("settings-conflict");
  expect(notice.textContent).toContain("Text message to confirm the phone");
  // The page shows their change, and keeps our edit.
  expect((screen.getByLabelText("Form W‑9") as HTMLSelectElement).value).toBe("over-threshold");
  await userEvent.click(screen.getByTestId("save"));
  await waitFor(() => expect(screen.queryByTestId("save-bar")).toBeNull());
  expect(requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { version: 1, changes: { smsVerification: "every_payout" } },
    { version: 2, changes: { smsVerification: "every_payout" } },
  ]);
});

it("says that nothing was saved if the newer settings cannot be read after a conflict", async () => {
  const responses = [exampleSettings(1)];
  open({
    "GET /settings": () => responses.shift() ?? new Refusal(503, "service_unavailable"),
    "PUT /settings": new Refusal(409, "conflicting_state"),
  });
  await userEvent.click(await screen.findByTestId("setting-verifyOnFirstPayment"));
  await userEvent.click(screen.getByTestId("save"));
  expect((await screen.findByTestId("failure")).textContent).toContain("has changed since");
  expect(screen.getByTestId("save-bar")).toBeTruthy();
});

it("keeps the focus near what was saved or removed", async () => {
  open({ "PUT /settings": exampleSettings(2, { verifyOnFirstPayment: true }) });
  const rules = within(await screen.findByTestId("location-rules"));
  await userEvent.click(rules.getByTestId("add-rule"));
  await userEvent.click(rules.getByRole("button", { name: "Remove the rule for United States" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("location-rules")));
  await userEvent.click(screen.getByTestId("setting-verifyOnFirstPayment"));
  await userEvent.click(screen.getByTestId("save"));
  await waitFor(() => expect(document.activeElement?.className).toBe("editor"));
});

it("changes the games with prizes, and shows the year's limits beside the legal ones", async () => {
  const requests = open({
    "PUT /settings": exampleSettings(2, { taxTypes: ["bingo", "horse_racing"] }),
  });
  const payouts = within(await screen.findByTestId("payout-settings"));
  expect(payouts.getByTestId("tax-limits").textContent).toContain(
    "BingoWe ask from $1,200.00 · The law requires reports from $2,000.00",
  );
  expect(payouts.getByTestId("tax-limits").textContent).toContain("$600.00 and 300 × the wager");
  await userEvent.click(payouts.getByLabelText("Horse racing"));
  await userEvent.click(screen.getByTestId("save"));
  await waitFor(() => expect(screen.queryByTestId("save-bar")).toBeNull());
  expect(requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { version: 1, changes: { taxTypes: ["bingo", "horse_racing"] } },
  ]);
});

it("marks the refused value and scrolls to it", async () => {
  open({
    "PUT /settings": new Refusal(400, "validation_failed", {
      errors: [
        { path: "changes.paymentDescriptor", message: "is too short", errorCode: "invalid_value" },
      ],
    }),
  });
  await userEvent.clear(await screen.findByTestId("field-paymentDescriptor"));
  await userEvent.click(screen.getByTestId("save"));
  expect((await screen.findByTestId("error-paymentDescriptor")).textContent).toBe("is too short");
  const field = screen.getByTestId("field-paymentDescriptor");
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it("asks before it discards unsaved changes", async () => {
  open({});
  await userEvent.click(await screen.findByTestId("setting-verifyOnFirstPayment"));
  void go("/console/customers");
  await userEvent.click(await screen.findByTestId("ask-no"));
  expect(place.value.path).toBe("/settings");
  void go("/console/customers");
  await userEvent.click(await screen.findByTestId("ask-yes"));
  await waitFor(() => expect(place.value.path).toBe("/customers"));
});

it("shows everything to viewers, without controls", async () => {
  takeSession(exampleSession("viewer"));
  open({});
  expect((await screen.findByTestId("read-only")).textContent).toContain("Only admins");
  expect(screen.queryByLabelText("Add an origin")).toBeNull();
  expect(screen.queryByTestId("add-rule")).toBeNull();
  expect(screen.getByTestId("setting-verifyOnFirstPayment").closest("fieldset")?.disabled).toBe(
    true,
  );
});

it("does not overwrite a colleague's change that was read after a new sign-in", async () => {
  const theirs = exampleSettings(2, { smsVerification: "off" });
  let stored = exampleSettings(1);
  const requests = open({
    "GET /settings": () => stored,
    "PUT /settings": new Refusal(409, "conflicting_state"),
  });
  const choice = await screen.findByLabelText("Text message to confirm the phone");
  await userEvent.selectOptions(choice, "every_payout");
  stored = theirs;
  await act(() => resumeReading());
  await waitFor(() => expect(requests.filter(({ method }) => method === "GET")).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await userEvent.click(screen.getByTestId("save"));
  expect(requests.find(({ method }) => method === "PUT")?.body).toMatchObject({ version: 1 });
  expect((await screen.findByTestId("settings-conflict")).textContent).toContain(
    "Text message to confirm the phone",
  );
});
