// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { changeLanguage } from "../../i18n/current-texts.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { Asking } from "../../ui/ask.tsx";
import { Page } from "../../ui/page.tsx";
import { Toasts } from "../../ui/toasts.tsx";
import { CancelPayment } from "./cancel-payment.tsx";

signedInAs("reviewer");

const attempt = {
  paymentId: "pay_1",
  number: 1,
  step: "challenge",
  chargeId: null,
  liabilityShift: null,
  facts: null,
  reversal: null,
  wasSuccess: false,
  canCancel: true,
  surcharge: null,
  ach: null,
  bars: [],
  stops: [],
  bankConsent: null,
  crypto: null,
};
const path = "/payments/pi_1/attempts/pay_1/cancel";

function show(response: unknown, overrides: Partial<typeof attempt> = {}) {
  const reload = vi.fn();
  const requests = fakeService({ [`POST ${path}`]: response });
  const view = (of: typeof attempt) => (
    <>
      <Page title="Payment" testId="page">
        <CancelPayment paymentIntentId="pi_1" attempt={of} reload={reload} />
      </Page>
      <Asking />
      <Toasts />
    </>
  );
  const { rerender } = render(view({ ...attempt, ...overrides }));
  return {
    requests,
    reload,
    becomes: (next: Partial<typeof attempt>) => rerender(view({ ...attempt, ...next })),
  };
}

it("cancels a payment after a confirmation, and keeps the focus when the button disappears", async () => {
  const { requests, reload, becomes } = show({ paymentId: "pay_1" });
  await userEvent.click(screen.getByTestId("call-off"));
  expect(requests).toEqual([]);
  expect(screen.getByText(/Nothing is charged, and the payment fails/)).toBeTruthy();
  await userEvent.click(screen.getByTestId("ask-yes"));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(requests.map((request) => request.path)).toEqual([path]);
  await screen.findByText("Payment canceled. Nothing was charged.");
  becomes({ canCancel: false });
  expect(screen.queryByTestId("call-off")).toBeNull();
  await waitFor(() =>
    expect(document.activeElement?.getAttribute("data-testid")).toBe("cancel-payment"),
  );
});

it("says that it is too late when the customer has already paid", async () => {
  await changeLanguage("es");
  show(new Refusal(409, "payment_not_cancelable"));
  await userEvent.click(screen.getByTestId("call-off"));
  await userEvent.click(screen.getByTestId("ask-yes"));
  await screen.findByText("Ya es tarde para cancelar. Si el pago se completa, reembólselo.");
});

it("is not offered to viewers, nor once something may be charged", () => {
  show({}, { canCancel: false });
  expect(screen.queryByTestId("call-off")).toBeNull();
  cleanup();
  takeSession(exampleSession("viewer"));
  show({});
  expect(screen.queryByTestId("call-off")).toBeNull();
});
