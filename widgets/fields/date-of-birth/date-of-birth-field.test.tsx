// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { personalTexts as en } from "../../i18n/en/personal.ts";
import { personalTexts as es } from "../../i18n/es/personal.ts";
import type { FieldReading } from "../field-reading.ts";
import { DateOfBirthField } from "./date-of-birth-field.tsx";

afterEach(cleanup);

function show(props: Partial<Parameters<typeof DateOfBirthField>[0]> = {}) {
  let last: FieldReading<string> | undefined;
  const field = (more: typeof props) => (
    <DateOfBirthField
      name="dateOfBirth"
      texts={en}
      nowMs={() => Date.UTC(2026, 10, 22)}
      onReading={(reading) => {
        last = reading;
      }}
      {...props}
      {...more}
    />
  );
  const { rerender } = render(field({}));
  return {
    user: userEvent.setup(),
    rerender: (more: typeof props) => rerender(field(more)),
    reading: () => last,
    input: screen.getByLabelText<HTMLInputElement>(
      props.texts?.dateOfBirth.label ?? /Date of birth/,
    ),
    error: () => screen.queryByTestId("error-dateOfBirth")?.textContent,
  };
}

test("typed digits get their separators, and the value is ISO 8601", async () => {
  const { user, input, reading } = show();
  await user.type(input, "04231985");
  expect(input.value).toBe("04/23/1985");
  await waitFor(() => expect(reading()).toEqual({ value: "1985-04-23", blocks: false }));
  expect(screen.getByText("MM/DD/YYYY").id).toBe(input.getAttribute("aria-describedby"));
});

test("a Spanish reader writes the day first", async () => {
  const { user, input, reading } = show({ texts: es });
  expect(screen.getByText("DD/MM/AAAA")).toBeTruthy();
  await user.type(input, "5/4/1985");
  expect(input.value).toBe("05/04/1985");
  await waitFor(() => expect(reading()?.value).toBe("1985-04-05"));
});

test("a pasted or autofilled date is rewritten in the reader's order", async () => {
  const { input, reading } = show();
  fireEvent.input(input, { target: { value: "1985-04-23" } });
  await waitFor(() => expect(input.value).toBe("04/23/1985"));
  await waitFor(() => expect(reading()?.value).toBe("1985-04-23"));
});

test("a date in words is read when the field is left", async () => {
  const { user, input, reading } = show();
  await user.type(input, "Apr 23, 1985");
  await user.tab();
  expect(input.value).toBe("04/23/1985");
  await waitFor(() => expect(reading()?.value).toBe("1985-04-23"));
});

test("errors appear when the field is left, and disappear when corrected", async () => {
  const { user, input, error, reading } = show();
  await user.type(input, "04/23/2085");
  expect(error()).toBeUndefined();
  await user.tab();
  await waitFor(() => expect(error()).toBe(en.dateOfBirth.problem.future));
  expect(reading()).toEqual({ value: null, blocks: true });
  await user.clear(input);
  await user.type(input, "04/23/1985");
  await waitFor(() => expect(error()).toBeUndefined());
});

test("an empty field is an error only after the form was submitted", async () => {
  const { error, rerender } = show();
  expect(error()).toBeUndefined();
  rerender({ isSubmitted: true });
  await waitFor(() => expect(error()).toBe(en.dateOfBirth.empty));
});

test("shows the known date", () => {
  const { input, reading } = show({ initial: "1985-04-23" });
  expect(input.value).toBe("04/23/1985");
  expect(reading()).toEqual({ value: "1985-04-23", blocks: false });
});

test("digits that an input method composes count as soon as they are chosen", () => {
  const { input, reading } = show();
  input.focus();
  fireEvent.compositionStart(input);
  fireEvent.input(input, { target: { value: "０４２３１９８５" }, isComposing: true });
  expect(input.value).toBe("０４２３１９８５");
  fireEvent.compositionEnd(input);
  expect(input.value).toBe("04/23/1985");
  expect(reading()).toEqual({ value: "1985-04-23", blocks: false });
});
