// @vitest-environment happy-dom
/** A slow connection: the files with the fields' rules are under way for as long as the test runs. */
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { payoutMethodTexts } from "../i18n/en/payout-method.ts";
import { personalTexts } from "../i18n/en/personal.ts";
import { StepForm } from "../steps/step-form.tsx";
import { CryptoAddressField } from "./crypto-address/crypto-address-field.tsx";
import { PhoneField } from "./phone/phone-field.tsx";

vi.mock("./phone/load-phone-rules.ts", () => ({ loadPhoneRules: () => new Promise(() => {}) }));
vi.mock("./crypto-address/load-address-reader.ts", () => ({
  loadAddressReader: () => new Promise(() => {}),
}));

afterEach(cleanup);

function show(field: (isSubmitted: boolean) => preact.ComponentChildren) {
  render(
    <StepForm
      testId="step"
      texts={personalTexts}
      title="Step"
      text={undefined}
      problem={undefined}
      button="Continue"
      busy={false}
      blocks
      onSubmit={() => undefined}
    >
      {field}
    </StepForm>,
  );
  const user = userEvent.setup();
  return {
    user,
    press: () => user.click(screen.getByRole("button", { name: "Continue" })),
    said: () => screen.getAllByTestId("live-region").map(({ textContent }) => textContent),
  };
}

const phone = (isSubmitted: boolean) => (
  <PhoneField
    name="phone"
    texts={personalTexts}
    isSubmitted={isSubmitted}
    onReading={() => undefined}
  />
);
const address = (isSubmitted: boolean) => (
  <CryptoAddressField
    texts={payoutMethodTexts}
    isSubmitted={isSubmitted}
    onReading={() => undefined}
  />
);

test("a press with a phone number that cannot be checked yet says so", async () => {
  const { user, press, said } = show(phone);
  const number = screen.getByTestId("field-phone");
  await user.type(number, "2125551234");
  await user.tab();
  expect(screen.queryByTestId("error-phone")).toBeNull();
  await press();
  expect((await screen.findByTestId("error-phone")).textContent).toBe(
    personalTexts.phone.problem.unchecked,
  );
  await waitFor(() => expect(document.activeElement).toBe(number));
  expect(said().join()).toContain("Check 1 field.");
});

test("a press with an address that cannot be checked yet says so", async () => {
  const { user, press } = show(address);
  await user.click(screen.getByTestId("field-crypto-address"));
  await user.paste("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  await user.tab();
  expect(screen.queryByTestId("error-crypto-address")).toBeNull();
  await press();
  expect((await screen.findByTestId("error-crypto-address")).textContent).toBe(
    payoutMethodTexts.crypto.unchecked,
  );
});

test("a press without an address asks for it", async () => {
  const { press } = show(address);
  await press();
  expect((await screen.findByTestId("error-crypto-address")).textContent).toBe(
    payoutMethodTexts.crypto.problem.empty,
  );
});
