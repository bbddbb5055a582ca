// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { texts as en } from "../../i18n/en/payment.ts";
import type { FieldReading } from "../field-reading.ts";
import { type DebitCardEntry, DebitCardFields } from "./debit-card-fields.tsx";

afterEach(cleanup);

function show(isSubmitted = false) {
  const onReading = vi.fn<(reading: FieldReading<DebitCardEntry>) => void>();
  const nowMs = () => Date.UTC(2026, 10, 22);
  render(
    <DebitCardFields
      texts={en}
      hint="Debit cards only."
      isSubmitted={isSubmitted}
      nowMs={nowMs}
      onReading={onReading}
    />,
  );
  return {
    user: userEvent.setup(),
    field: (name: string) => screen.getByTestId<HTMLInputElement>(`field-${name}`),
    error: (name: string) => screen.queryByTestId(`error-${name}`)?.textContent ?? null,
    reading: () => onReading.mock.lastCall?.[0],
  };
}

test("number, date and name are reported as the service accepts them, without a security code", async () => {
  const { user, field, reading } = show();
  await user.type(field("number"), "4000056655665556");
  await user.type(field("expiry"), "1234");
  await user.type(field("name"), "Ada Lovelace");
  expect(field("number").value).toBe("4000 0566 5566 5556");
  expect(field("expiry").value).toBe("12/34");
  expect(reading()).toEqual({
    value: {
      number: "4000056655665556",
      expiryMonth: 12,
      expiryYear: 2034,
      holderName: "Ada Lovelace",
    },
    blocks: false,
  });
  expect(screen.queryByTestId("field-cvc")).toBeNull();
});

test("errors appear when a field is left", async () => {
  const { user, field, error, reading } = show();
  await user.type(field("number"), "4000056655665557");
  await user.type(field("expiry"), "0124");
  expect(error("number")).toBe("Check the card number. A digit may be wrong.");
  await user.tab();
  expect(error("expiry")).toBe("This card expired in 2024. Check the date.");
  expect(reading()?.blocks).toBe(true);
});

test("missing fields are errors once the form was submitted", () => {
  const { error } = show(true);
  expect(error("number")).toBe("Enter the card number.");
  expect(error("expiry")).toBe("Enter the expiry date.");
  expect(error("name")).toBe("Enter the name on the card.");
});
