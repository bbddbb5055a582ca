// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test } from "vitest";
import { personalTexts as en } from "../../i18n/en/personal.ts";
import type { FieldReading } from "../field-reading.ts";
import { AddressField } from "./address-field.tsx";
import type { Address } from "./address-rules.ts";
import { loadAddressRules } from "./load-address-rules.ts";

beforeAll(async () => void (await loadAddressRules()));
afterEach(cleanup);

async function show(props: Partial<Parameters<typeof AddressField>[0]> = {}) {
  let last: FieldReading<Address> | undefined;
  const field = (more: typeof props) => (
    <AddressField
      name="address"
      texts={en}
      onReading={(reading) => {
        last = reading;
      }}
      {...props}
      {...more}
    />
  );
  const { rerender } = render(field({}));
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLSelectElement>("Country or region").length).toBeGreaterThan(1),
  );
  return {
    user: userEvent.setup(),
    rerender: (more: typeof props) => rerender(field(more)),
    reading: () => last,
    part: (part: string) => screen.getByTestId<HTMLInputElement>(`field-address-${part}`),
    error: (part: string) => screen.queryByTestId(`error-address-${part}`)?.textContent,
  };
}
const labels = () => [...document.querySelectorAll("label")].map(({ textContent }) => textContent);

test("asks for the parts of a United States address, with its labels and autofill names", async () => {
  const { part } = await show();
  expect(labels()).toEqual([
    "Country or region",
    "Street address",
    "Apartment, suite, unit (optional)",
    "City",
    "State",
    "ZIP code",
  ]);
  expect(part("line1").getAttribute("autocomplete")).toBe("address-line1");
  expect(part("state").getAttribute("autocomplete")).toBe("address-level1");
  expect(part("postalCode").getAttribute("inputmode")).toBe("numeric");
});

test("reports a complete address", async () => {
  const { user, part, reading } = await show();
  expect(reading()).toEqual({ value: null, blocks: true });
  await user.type(part("line1"), "1 Main Street");
  await user.type(part("city"), "Springfield");
  await user.selectOptions(part("state"), "Illinois");
  await user.type(part("postalCode"), "62701");
  await waitFor(() =>
    expect(reading()).toEqual({
      blocks: false,
      value: {
        line1: "1 Main Street",
        line2: "",
        city: "Springfield",
        state: "IL",
        postalCode: "62701",
        country: "US",
      },
    }),
  );
});

test("another country has other parts, in its order, and typed data is kept", async () => {
  const { user, part } = await show();
  await user.type(part("line1"), "Hauptstraße 1");
  await user.type(part("city"), "Köln");
  await user.selectOptions(part("country"), "Germany");
  await waitFor(() =>
    expect(labels().slice(1)).toEqual([
      "Street address",
      "Apartment, suite, unit (optional)",
      "Postal code",
      "City",
    ]),
  );
  expect(part("line1").value).toBe("Hauptstraße 1");
  expect(part("city").value).toBe("Köln");
});

test("a postal code of the wrong shape is an error when left, and corrected while typing", async () => {
  const { user, part, error } = await show();
  await user.type(part("postalCode"), "6270");
  expect(error("postalCode")).toBeUndefined();
  await user.tab();
  await waitFor(() =>
    expect(error("postalCode")).toBe("Check the ZIP code. It should look like 95014."),
  );
  await user.type(part("postalCode"), "1");
  await waitFor(() => expect(error("postalCode")).toBeUndefined());
});

test("a postal code is named in lower case inside a sentence", async () => {
  const { user, part, error, rerender } = await show({ initial: { country: "DE" } });
  await user.type(part("postalCode"), "506");
  await user.tab();
  await waitFor(() => expect(error("postalCode")).toContain("Check the postal code."));
  await user.clear(part("postalCode"));
  rerender({ isSubmitted: true, initial: { country: "DE" } });
  await waitFor(() => expect(error("postalCode")).toBe("Enter the postal code."));
});

test("a ZIP code of another state is a warning", async () => {
  const { user, part, error, reading } = await show({
    initial: { line1: "1 Main Street", city: "Springfield", state: "CA", postalCode: "62701" },
  });
  await user.click(part("postalCode"));
  await user.tab();
  await waitFor(() =>
    expect(screen.getByTestId("note-address-postalCode").textContent).toContain(
      "62701 is in Illinois",
    ),
  );
  expect(error("postalCode")).toBeUndefined();
  expect(reading()?.blocks).toBe(false);
});

test("missing parts are errors after the form was submitted", async () => {
  const { rerender, error } = await show();
  expect(error("line1")).toBeUndefined();
  rerender({ isSubmitted: true });
  await waitFor(() => expect(error("line1")).toBe("Enter your street address."));
  expect(error("city")).toBe("Enter the city.");
  expect(error("state")).toBe("Enter the state.");
  expect(error("postalCode")).toBe("Enter the ZIP code.");
  expect(error("line2")).toBeUndefined();
});

test("an optional address may stay empty, but not incomplete", async () => {
  const { user, part, reading } = await show({ required: false });
  await waitFor(() => expect(reading()).toEqual({ value: null, blocks: false }));
  await user.type(part("line1"), "1 Main Street");
  await waitFor(() => expect(reading()).toEqual({ value: null, blocks: true }));
});
