// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { personalTexts as en } from "../../i18n/en/personal.ts";
import { personalTexts as es } from "../../i18n/es/personal.ts";
import type { FieldReading } from "../field-reading.ts";
import { loadPhoneRules } from "./load-phone-rules.ts";
import { PhoneField } from "./phone-field.tsx";

// Load the rules first, so that no test waits for the transformer.
beforeAll(async () => void (await loadPhoneRules()));
afterEach(cleanup);

function show(props: Partial<Parameters<typeof PhoneField>[0]> = {}) {
  let last: FieldReading<string> | undefined;
  const view = render(
    <PhoneField
      name="phone"
      texts={en}
      onReading={(reading) => {
        last = reading;
      }}
      {...props}
    />,
  );
  return {
    ...view,
    user: userEvent.setup(),
    reading: () => last,
    number: screen.getByTestId<HTMLInputElement>("field-phone"),
    country: screen.getByTestId<HTMLSelectElement>("country-phone"),
    error: () => screen.queryByTestId("error-phone")?.textContent,
  };
}

/** Shows a focused field with its rules loaded. */
async function showReady(props: Parameters<typeof show>[0] = {}) {
  const field = show(props);
  field.number.focus();
  await screen.findByText(/For example|Por ejemplo/);
  return field;
}

test("offers every country by name and code before anything loads", async () => {
  const { country } = show({ texts: es });
  expect(country.options.length).toBeGreaterThan(230);
  await waitFor(() => expect(country.value).toBe("US"));
  expect(country.selectedOptions[0]?.textContent).toBe("Estados Unidos (+1)");
  expect(country.getAttribute("autocomplete")).toBe("tel-country-code");
  expect(screen.getByLabelText("Código de país")).toBe(country);
});

test("reports E.164 and formats the number for its country when the field is left", async () => {
  const { user, number, reading } = await showReady();
  await user.type(number, "2125551234");
  expect(number.value).toBe("2125551234");
  await waitFor(() => expect(reading()).toEqual({ value: "+12125551234", blocks: false }));
  await user.tab();
  expect(number.value).toBe("(212) 555-1234");
});

test("a country without a calling code of its own is not preselected", async () => {
  // The Pitcairn Islands use New Zealand's.
  const { user, number, country, reading } = await showReady({ country: "PN" });
  expect(country.value).toBe("US");
  expect(screen.getByText("+1")).toBeTruthy();
  await user.type(number, "2125551234");
  await waitFor(() => expect(reading()?.value).toBe("+12125551234"));
});

test("a typed plus changes the selector as soon as the code is complete", async () => {
  const { user, number, country, reading } = await showReady();
  await user.type(number, "+4");
  await waitFor(() => expect(country.value).toBe("US"));
  await user.type(number, "4");
  await waitFor(() => expect(country.value).toBe("GB"));
  await user.type(number, "7911123456");
  await user.tab();
  expect(number.value).toBe("07911 123456");
  await waitFor(() => expect(reading()?.value).toBe("+447911123456"));
});

test("a pasted international number changes the selector and loses its code once", async () => {
  const { user, number, country } = await showReady();
  await user.click(number);
  await user.paste("+44 7911 123456");
  await waitFor(() => expect(number.value).toBe("07911 123456"));
  await waitFor(() => expect(country.value).toBe("GB"));
});

test("an autofilled +1 number is not doubled", async () => {
  const { number, reading } = await showReady();
  fireEvent.input(number, { target: { value: "+12125551234" } });
  await waitFor(() => expect(number.value).toBe("(212) 555-1234"));
  expect(reading()).toEqual({ value: "+12125551234", blocks: false });
});

test("the selector stays in Canada for numbers of the same code", async () => {
  const { user, number, country, reading } = await showReady({ country: "CA" });
  await user.type(number, "+1 212 555 1234");
  await user.tab();
  await waitFor(() => expect(country.value).toBe("CA"));
  await waitFor(() => expect(reading()?.value).toBe("+12125551234"));
});

test("choosing another country removes a typed code and keeps the number", async () => {
  const { user, number, country, reading } = await showReady();
  await user.type(number, "+4479");
  await user.selectOptions(country, "FR");
  await waitFor(() => expect(country.value).toBe("FR"));
  expect(number.value).toBe("79");
  await user.clear(number);
  await user.type(number, "0612345678");
  await waitFor(() => expect(reading()?.value).toBe("+33612345678"));
});

describe("errors", () => {
  test("too long appears while typing, and disappears when corrected", async () => {
    const { user, number, error, reading } = await showReady();
    await user.type(number, "212555123456789");
    await waitFor(() => expect(error()).toBe(en.phone.problem.too_long));
    expect(number.getAttribute("aria-invalid")).toBe("true");
    expect(number.getAttribute("aria-describedby")).toContain("field-phone-error");
    expect(reading()).toEqual({ value: null, blocks: true });
    await user.type(number, "{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}");
    await waitFor(() => expect(error()).toBeUndefined());
  });

  test("too short appears only when the field is left", async () => {
    const { user, number, error } = await showReady();
    await user.type(number, "212555");
    await waitFor(() => expect(error()).toBeUndefined());
    await user.tab();
    await waitFor(() => expect(error()).toBe(en.phone.problem.too_short));
  });

  test("an American number with Britain selected gets a button for the United States", async () => {
    const { user, number, country, error, reading } = await showReady({ country: "GB" });
    await user.type(number, "1 212 555 1234");
    await waitFor(() => expect(error()).toContain("a number from another country: United States."));
    await user.click(screen.getByTestId("switch-phone"));
    await waitFor(() => expect(country.value).toBe("US"));
    expect(number.value).toBe("(212) 555-1234");
    await waitFor(() => expect(reading()?.value).toBe("+12125551234"));
    await waitFor(() => expect(error()).toBeUndefined());
  });

  test("a number outside every known plan passes with a note", async () => {
    const { user, number, reading, error } = await showReady();
    await user.type(number, "5555555555");
    await user.tab();
    expect(screen.getByTestId("note-phone").textContent).toBe(en.phone.unassigned);
    await waitFor(() => expect(error()).toBeUndefined());
    expect(reading()).toEqual({ value: "+15555555555", blocks: false });
  });

  test("an empty one is an error only after the form was submitted, and never if it is optional", async () => {
    const { rerender, error, reading } = show();
    await waitFor(() => expect(error()).toBeUndefined());
    expect(reading()).toEqual({ value: null, blocks: true });
    const props = { name: "phone", texts: en, onReading: () => {}, isSubmitted: true };
    rerender(<PhoneField {...props} />);
    await waitFor(() => expect(error()).toBe(en.phone.empty));
    rerender(<PhoneField {...props} required={false} />);
    await waitFor(() => expect(error()).toBeUndefined());
  });
});

test("shows a known number in its country's form", async () => {
  const { number, country, reading } = show({ initial: "+447911123456" });
  await waitFor(() => expect(country.value).toBe("GB"));
  await waitFor(() => expect(number.value).toBe("07911 123456"));
  expect(reading()).toEqual({ value: "+447911123456", blocks: false });
});
