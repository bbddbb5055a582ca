import type { FrameLocator, Page } from "@playwright/test";
import { pressStill } from "./press.ts";

/** A W-9 as the customer sees it, in its own window or in a frame. */
export class W9Page {
  constructor(readonly where: Page | FrameLocator) {}

  find(testId: string) {
    return this.where.getByTestId(testId);
  }

  /** Gives the usual answers: a US person, not subject to backup withholding. */
  async giveUsualAnswers(): Promise<void> {
    await this.find("usPerson-yes").check();
    await this.find("backupWithholding-no").check();
  }

  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) {
      const field = this.find(`field-${name}`);
      const isSelect = (await field.evaluate((element) => element.tagName)) === "SELECT";
      if (isSelect) await field.selectOption(text);
      else await field.fill(text);
    }
  }

  /** Fills in the whole form of an individual. */
  async fillByHand(): Promise<void> {
    await this.giveUsualAnswers();
    await this.fill({ firstName: "Jane", lastName: "Doe", "address-line1": "1 Main Street" });
    await this.fill({
      "address-city": "Reno",
      "address-state": "NV",
      "address-postalCode": "89501",
    });
    await this.fill({ tin: "536-22-8714" });
  }

  async sign(name = "Jane Doe"): Promise<void> {
    await this.fill({ signature: name });
    await this.find("w9-sign").click();
  }

  /** Closes the signed form. */
  async close(): Promise<void> {
    await pressStill(this.find("w9-close"));
  }
}
