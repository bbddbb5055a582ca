// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact";
import { afterEach, expect, it, vi } from "vitest";
import type { CardStop } from "#contract/console/card-stops";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import { CardStops } from "./card-stops.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const declinedAt = "2026-03-04T10:00:00.000Z";
const endsAt = "2026-04-03T10:00:00.000Z";
const stop = (paymentId: string, lifted: CardStop["lifted"] = null): CardStop => ({
  paymentId,
  paymentIntentId: `pi_of_${paymentId}`,
  declinedAt,
  endsAt,
  lifted,
});
const path = "/payments/pi_1/attempts/pay_1";

function show(role: "reviewer" | "admin", stops: CardStop[], reload = () => {}) {
  takeSession(exampleSession(role));
  render(<CardStops stops={stops} paymentId="pay_1" path={path} reload={reload} />);
  return within(screen.getByTestId("card-stops"));
}

it("shows all staff the stops of a card; only an admin can lift them", () => {
  const shown = show("reviewer", [stop("pay_1"), stop("pay_2")]);
  expect(shown.getByRole("heading").textContent).toBe("This card is blocked");
  expect(shown.getAllByRole("listitem")).toHaveLength(2);
  expect(shown.getByRole("link").getAttribute("href")).toBe("/console/payments/pi_of_pay_2");
  expect(shown.queryByTestId("lift-stop")).toBeNull();
  cleanup();
  expect(show("admin", [stop("pay_1")]).queryByTestId("lift-stop")).not.toBeNull();
});

it("requires a reason, and sends it with the declines that stop the card", async () => {
  const reload = vi.fn();
  const lifted = { at: declinedAt, by: "Ada", reason: "It works" };
  const shown = show("admin", [stop("pay_1"), stop("pay_2"), stop("pay_3", lifted)], reload);
  const requests = fakeService({ [`POST ${path}/lift-stop`]: { paymentId: "pay_1" } });
  fireEvent.click(shown.getByTestId("lift-stop"));
  const dialog = within(await screen.findByTestId("lift-stop-dialog"));
  fireEvent.click(dialog.getByTestId("lift-stop-confirm"));
  await dialog.findByText("Enter a reason.");
  fireEvent.input(dialog.getByTestId("field-reason"), { target: { value: " The bank said so " } });
  fireEvent.click(dialog.getByTestId("lift-stop-confirm"));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(requests.at(-1)?.body).toEqual({
    reason: "The bank said so",
    seen: ["pay_1", "pay_2"],
  });
});

it("shows who allowed the card again, and why", () => {
  const lifted = { at: declinedAt, by: "Ada Admin", reason: "The bank said so" };
  const shown = show("admin", [stop("pay_1", lifted)]);
  expect(shown.getByRole("heading").textContent).toBe("This card can be charged again");
  const line = shown.getByTestId("card-stop").textContent;
  expect(line).toContain("Allowed by Ada Admin,");
  expect(line).toContain("The bank said so");
  expect(shown.queryByTestId("lift-stop")).toBeNull();
});
