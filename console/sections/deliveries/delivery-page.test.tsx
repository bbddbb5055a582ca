// @vitest-environment happy-dom
import { act, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { DeliveryDetail } from "#contract/console/deliveries";
import { resumeReading } from "../../client/use-query.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import DeliveryPage from "./delivery-page.tsx";

const at = "2026-03-04T10:00:00.000Z";
const dead: DeliveryDetail = {
  delivery: {
    eventId: "evt_1",
    webhookId: "we_1",
    url: "https://shop.example/hooks",
    type: "PAYMENT",
    eventStatus: "success",
    resourceId: "pi_1",
    sequence: 1,
    status: "dead",
    attempts: 0,
    lastStatusCode: null,
    nextAt: null,
    createdAt: at,
    finishedAt: at,
  },
  tries: [],
  body: "{}",
};

signedInAs("admin");

function open(responses: Record<string, unknown>) {
  const requests = fakeService(responses);
  render(<DeliveryPage parts={{ eventId: "evt_1", webhookId: "we_1" }} />);
  return requests;
}

it("says that a later read failed, beside what the page showed before", async () => {
  let read: unknown = dead;
  open({ "GET /deliveries/evt_1/we_1": () => read });
  await screen.findByTestId("delivery");
  read = new Refusal(503, "service_unavailable");
  await act(async () => resumeReading());
  expect((await screen.findByTestId("failure")).textContent).toContain("not available");
  expect(screen.getByText("https://shop.example/hooks")).toBeTruthy();
  read = dead;
  await userEvent.click(screen.getByTestId("retry"));
  await waitFor(() => expect(screen.queryByTestId("failure")).toBeNull());
});

it("says that the stored body cannot be read, and shows the rest", async () => {
  open({ "GET /deliveries/evt_1/we_1": { ...dead, body: null } });
  expect(await screen.findByText(/can’t read the stored body/)).toBeTruthy();
  expect(screen.getByText("https://shop.example/hooks")).toBeTruthy();
});

it("shows what a colleague did in the meantime, if a resend is refused", async () => {
  let read = dead;
  open({
    "GET /deliveries/evt_1/we_1": () => read,
    "POST /deliveries/evt_1/we_1/resend": new Refusal(409, "conflicting_state"),
  });
  await screen.findByTestId("resend");
  read = { ...dead, delivery: { ...dead.delivery, status: "delivered" } };
  await userEvent.click(screen.getByTestId("resend"));
  await waitFor(() => expect(screen.queryByTestId("resend")).toBeNull());
  expect(screen.getByTestId("failure")).toBeTruthy();
});
