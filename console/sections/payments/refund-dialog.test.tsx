// @vitest-environment happy-dom
import { render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { exampleRefundedPayment } from "../../testing/example-refunds.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import PaymentPage from "./payment-page.tsx";

signedInAs("admin");

it("the dialog stays with its refusal when the next read finds nothing to refund", async () => {
  let detail = exampleRefundedPayment();
  const path = "POST /payments/pi_1/refunds";
  fakeService({
    "GET /payments/pi_1": () => detail,
    [path]: () => {
      detail = { ...detail, refundable: null };
      return new Refusal(409, "payment_not_refundable");
    },
  });
  render(<PaymentPage parts={{ id: "pi_1" }} />);
  await userEvent.click(await screen.findByTestId("refund-open"));
  await userEvent.click(screen.getByTestId("refund-confirm"));
  await waitFor(() => expect(screen.queryByTestId("refund-open")).toBeNull());
  const dialog = within(screen.getByTestId("refund-dialog"));
  expect(dialog.getByTestId("failure")).toBeTruthy();
  await userEvent.click(screen.getByTestId("refund-dismiss"));
  expect(screen.queryByTestId("refunds")).toBeNull();
});
