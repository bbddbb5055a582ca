// @vitest-environment happy-dom
import { render, screen, within } from "@testing-library/preact";
import { expect, it } from "vitest";
import type { DisputeCase } from "#contract/console/disputes";
import { changeLanguage } from "../../i18n/current-texts.ts";
import { exampleCase } from "../../testing/example-disputes.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { PaymentStory } from "./payment-story.tsx";

signedInAs("viewer");

const at = "2026-03-07T18:20:00.000Z";
const delivery: NonNullable<DisputeCase["delivery"]> = {
  paymentIntentId: "pi_1",
  recipientName: "Ada Lovelace",
  address: {
    line1: "1 Main St",
    line2: null,
    city: "Reno",
    state: "NV",
    postalCode: "89501",
    country: "US",
  },
  shipments: [
    { carrier: "UPS", trackingNumber: "1Z9", shippedAt: at, deliveredAt: at, signedBy: "Bob" },
    {
      carrier: "DHL",
      trackingNumber: null,
      shippedAt: null,
      deliveredAt: null,
      signedBy: null,
    },
  ],
  digital: [{ at, description: "Played level 3", ipAddress: "192.0.2.1", deviceId: "dev-1" }],
  createdAt: at,
  updatedAt: at,
};

function show(overrides: Partial<DisputeCase>) {
  render(<PaymentStory found={exampleCase({}, overrides)} />);
}

it("shows each shipment with its address and carrier, and the use of digital goods", () => {
  show({ delivery });
  const panel = within(screen.getByTestId("dispute-delivery"));
  expect(panel.getByText("1 Main St Reno NV 89501 US")).toBeTruthy();
  const [first, second] = panel.getAllByTestId("shipment");
  expect(first?.textContent).toMatch(/UPS.*1Z9.*Delivered.*Signed by Bob/);
  expect(second?.textContent).toMatch(/DHL.*Not delivered yet, or not reported/);
  expect(panel.getByTestId("digital-delivery").textContent).toMatch(
    /Played level 3.*IP address 192.0.2.1.*Device dev-1/,
  );
});

it("names the e-mail in Spanish", async () => {
  await changeLanguage("es");
  show({});
  expect(screen.getByText("Correo electrónico")).toBeTruthy();
});

it("says how a delivery is reported if nothing was", () => {
  show({});
  expect(screen.getByTestId("dispute-delivery").textContent).toContain("through the API");
});

it("shows only what the service actually showed and sent", () => {
  const text = {
    purpose: "payout",
    phoneNumber: "•••• 17",
    status: "approved",
    sends: 2,
    sentAt: at,
    changedAt: at,
  };
  show({ sent: { outcomeShownAt: at, texts: [text] } });
  const panel = screen.getByTestId("dispute-messages");
  expect(panel.textContent).toContain("The service sends no receipts by e-mail or text.");
  expect(panel.textContent).toContain("as paid, since");
  expect(screen.getByTestId("customer-text").textContent).toMatch(
    /Code for a payout · •••• 17.*sent 2 times · Customer entered the code/,
  );
});

it("says in Spanish that nothing was sent and the outcome was not shown", async () => {
  await changeLanguage("es");
  show({ sent: { outcomeShownAt: null, texts: [] } });
  const panel = screen.getByTestId("dispute-messages");
  expect(panel.textContent).toContain("no mostró este pago como pagado");
  expect(panel.textContent).toContain("no envió ningún SMS");
});
