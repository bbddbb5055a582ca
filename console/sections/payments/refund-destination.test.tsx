// @vitest-environment happy-dom
import { render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { PaymentDetail } from "#contract/console/payments";
import { changeLanguage } from "../../i18n/current-texts.ts";
import { takeSession } from "../../session/session.ts";
import { exampleRefund, exampleRefundedPayment } from "../../testing/example-refunds.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { Asking } from "../../ui/ask.tsx";
import PaymentPage from "./payment-page.tsx";

signedInAs("admin");

function show(detail: PaymentDetail, responses: Record<string, unknown> = {}) {
  const requests = fakeService({ "GET /payments/pi_1": detail, ...responses });
  render(
    <>
      <PaymentPage parts={{ id: "pi_1" }} />
      <Asking />
    </>,
  );
  return { sent: () => requests.filter(({ method }) => method === "POST") };
}

const waiting = exampleRefund({
  status: "requires-destination",
  kind: "transfer",
  crypto: { asset: "USDC", network: "ethereum", amount: null },
});
const named = exampleRefund({
  kind: "transfer",
  crypto: { asset: "USDC", network: "ethereum", amount: "22.15" },
  destination: { type: "crypto", text: "0x5aAeb6…1BeAed", holderName: null },
  decisionVersion: 3,
});
const refundUrl = "http://pay.test/refund#ref_1_secret_x";

it("copies the customer's link without showing it", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  const { sent } = show(exampleRefundedPayment([waiting]), {
    "POST /refunds/ref_1/link": { refundUrl, expiresAt: "2026-12-03T12:00:00.000Z" },
  });
  expect((await screen.findByTestId("refund")).textContent).toContain("Needs a destination");
  await userEvent.click(await screen.findByTestId("refund-copy-link"));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(refundUrl));
  expect(sent()).toHaveLength(1);
  expect(document.body.textContent).not.toContain("_secret_");
});

it("approves the destination that was seen, after a confirmation", async () => {
  const { sent } = show(exampleRefundedPayment([named]), {
    "POST /refunds/ref_1/approve": { ...named, decisionVersion: null },
  });
  expect((await screen.findByTestId("refund-destination")).textContent).toContain(
    "0x5aAeb6…1BeAed",
  );
  await userEvent.click(screen.getByTestId("refund-approve"));
  expect((await screen.findByTestId("ask")).textContent).toContain("22.15 USDC");
  await userEvent.click(screen.getByTestId("ask-yes"));
  await waitFor(() => expect(sent()).toMatchObject([{ body: { seenVersion: 3 } }]));
});

it("only declines a destination that cannot be read", async () => {
  const destination = { type: "crypto", text: "", holderName: null };
  show(exampleRefundedPayment([{ ...named, destination }]), {});
  expect((await screen.findByTestId("refund-destination")).textContent).toBe(
    "Address can't be read. Decline it, then refund the payment again.",
  );
  expect(screen.getByTestId("refund-decline")).toBeTruthy();
  expect(screen.queryByTestId("refund-approve")).toBeNull();
});

it("explains, in the language of the page, why a late decision was refused", async () => {
  await changeLanguage("es");
  show(exampleRefundedPayment([named]), {
    "POST /refunds/ref_1/decline": new Refusal(409, "conflicting_state"),
  });
  await userEvent.click(await screen.findByTestId("refund-decline"));
  await userEvent.click(await screen.findByTestId("ask-yes"));
  const failure = await screen.findByTestId("failure");
  expect(failure.dataset["code"]).toBe("conflicting_state");
  expect(failure.textContent).toContain("Ha cambiado desde que lo abrió.");
});

it("says what to do about a destination that was damaged after the page was read", async () => {
  show(exampleRefundedPayment([named]), {
    "POST /refunds/ref_1/approve": new Refusal(409, "refund_destination_unreadable"),
  });
  await userEvent.click(await screen.findByTestId("refund-approve"));
  await userEvent.click(await screen.findByTestId("ask-yes"));
  expect((await screen.findByTestId("failure")).textContent).toContain("Decline it, then refund");
});

it("offers neither link nor decision to viewers", async () => {
  takeSession(exampleSession("viewer"));
  show(exampleRefundedPayment([waiting, { ...named, refundId: "ref_2" }]));
  await screen.findAllByTestId("refund");
  for (const testId of ["refund-copy-link", "refund-approve", "refund-decline"]) {
    expect(screen.queryByTestId(testId)).toBeNull();
  }
});

it("returns the crypto that the payment did not use, once per asset", async () => {
  const usdc = { asset: "USDC", network: "ethereum", amount: "24.995" };
  const detail = {
    ...exampleRefundedPayment([], null),
    returnables: [
      { reason: "underpaid", ...usdc },
      { reason: "paid_late", ...usdc },
    ],
  };
  const { sent } = show(detail, { "POST /payments/pi_1/refunds": waiting });
  await userEvent.click(await screen.findByTestId("refund-return-underpaid"));
  expect(screen.queryByTestId("refund-return-paid_late")).toBeNull();
  await userEvent.click(await screen.findByTestId("ask-yes"));
  await waitFor(() =>
    expect(sent()).toMatchObject([{ body: { reason: "underpaid", seenReturnedMinor: 0 } }]),
  );
});
