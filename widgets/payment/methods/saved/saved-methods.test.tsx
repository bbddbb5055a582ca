// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { afterEach, expect, test, vi } from "vitest";
import type { OfferedPaymentMethod } from "#contract/client/session";
import { texts as cardTexts } from "../../../i18n/en/payment.ts";
import { savedMethodTexts as en } from "../../../i18n/en/saved-method.ts";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { expiredCard, savedBank, savedCard } from "./examples.ts";
import { SaveConsent } from "./save-consent.tsx";
import { SavedCvc } from "./saved-cvc.tsx";
import { savedOptions } from "./saved-options.tsx";

afterEach(cleanup);
const user = userEvent.setup();

function List(props: {
  remove: (method: OfferedPaymentMethod) => Promise<boolean>;
  takesCards?: boolean;
}) {
  const [methods, setMethods] = useState([savedCard(), savedBank(), expiredCard()]);
  const options = savedOptions<string>({
    methods,
    texts: en,
    locale: "en-US",
    keyOf: ({ paymentMethodId }) => paymentMethodId,
    contentOf: ({ verification }) => <p data-testid={`needs-${verification}`} />,
    remove: props.remove,
    onRemoved: (gone) => setMethods((all) => all.filter((method) => method !== gone)),
  });
  return (
    <RadioGroup
      name="method"
      legend="Pay with"
      look="list"
      options={[
        ...options,
        { value: "card", label: "New card", hidden: props.takesCards === false },
        ...(props.takesCards === false ? [{ value: "bank", label: "Bank account" }] : []),
      ]}
      chosen="pm_visa"
      onChoose={() => undefined}
    />
  );
}

test("saved methods differ by name and date, and an expired one cannot be chosen", () => {
  render(<List remove={async () => true} />);
  const names = screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
  expect(names).toEqual([
    "Visa ••••\u00a04242Expires 12/34",
    "First Platypus Bank, checking ••••\u00a06789Last used Nov 3, 2026",
    "Mastercard ••••\u00a04444Expired 03/24",
    "New card",
  ]);
  const [, , expired] = screen.getAllByRole<HTMLInputElement>("radio");
  expect(expired?.disabled).toBe(true);
  expect(screen.getByTestId("needs-cvc")).toBeTruthy();
});

test("a method is removed only after the customer confirms, and the focus moves to the next one", async () => {
  const remove = vi.fn(async (_: OfferedPaymentMethod) => true);
  render(<List remove={remove} />);
  const button = screen.getByRole("button", { name: /^Remove Visa/ });
  await user.click(button);
  expect(document.activeElement?.textContent).toBe(en.remove.title("Visa ••••\u00a04242"));
  await user.click(screen.getByTestId("remove-cancel"));
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.keyboard("{Escape}");
  expect(screen.queryByTestId("remove-question")).toBeNull();
  expect(remove).not.toHaveBeenCalled();
  await user.click(button);
  await user.click(screen.getByTestId("remove-confirm"));
  await waitFor(() => expect(screen.queryByRole("radio", { name: /Visa/ })).toBeNull());
  expect(remove.mock.calls.map(([method]) => method.paymentMethodId)).toEqual(["pm_visa"]);
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: /Platypus/ }));
});

test("an expired method is removed the same way, and the focus finds the new card after it", async () => {
  render(<List remove={async () => true} />);
  await user.click(screen.getByTestId("remove-pm_expired"));
  await user.click(screen.getByTestId("remove-confirm"));
  await waitFor(() => expect(screen.getAllByRole("radio")).toHaveLength(3));
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "New card" }));
});

test("without cards, the focus skips the hidden option for a new card", async () => {
  render(<List takesCards={false} remove={async () => true} />);
  await user.click(screen.getByTestId("remove-pm_expired"));
  await user.click(screen.getByTestId("remove-confirm"));
  await waitFor(() => expect(screen.queryByTestId("remove-pm_expired")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Bank account" }));
});

test("a method that the service could not delete stays, and says so", async () => {
  render(<List remove={async () => false} />);
  await user.click(screen.getByTestId("remove-pm_bank"));
  await user.click(screen.getByTestId("remove-confirm"));
  await waitFor(() => expect(screen.getByTestId("remove-failed")).toBeTruthy());
  expect(screen.getAllByRole("radio")).toHaveLength(4);
});

test("the security code has the brand's length, and a refusal is shown until it is corrected", async () => {
  const onReading = vi.fn();
  const field = (brand: string, refusals: number) => (
    <SavedCvc
      id="pm"
      texts={en.cvc}
      problems={cardTexts.problem}
      isSubmitted={false}
      brand={brand}
      refusals={refusals}
      onReading={onReading}
    />
  );
  const { rerender } = render(field("american-express", 0));
  const input = screen.getByLabelText<HTMLInputElement>(/Security code/);
  expect(input.autocomplete).toBe("cc-csc");
  await user.type(input, "12345");
  expect(input.value).toBe("1234");
  expect(onReading.mock.lastCall?.[0]).toEqual({ value: "1234", blocks: false });
  rerender(field("american-express", 1));
  expect(screen.getByTestId("error-cvc-pm").textContent).toBe(
    cardTexts.problem.cvc_wrong({ code: "cvc_wrong" }),
  );
  await user.type(input, "{Backspace}");
  expect(screen.queryByTestId("error-cvc-pm")).toBeNull();
  expect(onReading.mock.lastCall?.[0]).toEqual({ value: null, blocks: true });
});

test("nothing is saved unless the customer ticks the box", async () => {
  const onChange = vi.fn();
  const props = { operator: "Northwind", texts: en.consent, checked: false, onChange } as const;
  render(<SaveConsent kind="card" {...props} />);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: en.consent.card.label });
  expect(box.checked).toBe(false);
  await user.click(box);
  expect(onChange).toHaveBeenCalledWith(true);
});

test("the security code is left alone while an input method composes it", () => {
  render(
    <SavedCvc
      id="pm"
      texts={en.cvc}
      problems={cardTexts.problem}
      isSubmitted={false}
      brand="visa"
      refusals={0}
      onReading={() => undefined}
    />,
  );
  const input = screen.getByLabelText<HTMLInputElement>(/Security code/);
  fireEvent.input(input, { target: { value: "１２３" }, isComposing: true });
  expect(input.value).toBe("１２３");
  fireEvent.compositionEnd(input);
  expect(input.value).toBe("123");
});
