import type { FrameLocator, Locator } from "@playwright/test";

/** The step that asks for missing customer data, in any widget, in English and Spanish. */
export class DataStep {
  readonly title: Locator;
  readonly firstName: Locator;
  readonly lastName: Locator;
  readonly dateOfBirth: Locator;
  readonly street: Locator;
  readonly city: Locator;
  readonly state: Locator;
  readonly postalCode: Locator;
  readonly continueButton: Locator;
  readonly problem: Locator;

  constructor(frame: FrameLocator) {
    const step = frame.getByTestId("step-customer-data");
    this.title = step.getByRole("heading");
    this.firstName = step.locator('input[autocomplete="given-name"]');
    this.lastName = step.locator('input[autocomplete="family-name"]');
    this.dateOfBirth = step.locator('input[autocomplete="bday"]');
    this.street = step.locator('[autocomplete="address-line1"]');
    this.city = step.locator('[autocomplete="address-level2"]');
    this.state = step.locator('[autocomplete="address-level1"]');
    this.postalCode = step.locator('[autocomplete="postal-code"]');
    this.continueButton = step.getByRole("button", { name: /^(Continue|Continuar)$/ });
    this.problem = step.getByTestId("step-problem");
  }
}
