import type { FrameLocator, Page } from "@playwright/test";
import { clickWhenStill } from "./click-when-still.ts";

/** A W-9 as the customer sees it, in its own window or in a frame. */
export class W9Page {
  constructor(readonly where: Page | FrameLocator) {}

  find(testId: string) {
    return this.where.getByTestId(testId);
  }

  async continue(): Promise<void> {
    await this.find("w9-go-on").click();
  }

  /** Answers what a form with a known name and address still asks for, up to the review. */
  async giveUsualAnswers({ tin = "536-22-8714", withholding = "no" } = {}): Promise<void> {
    await this.answerStatus();
    await this.answerNumber({ tin, withholding });
  }

  /** Answers as a US person who is paid as an individual. */
  async answerStatus(): Promise<void> {
    await this.find("usPerson-yes").check();
    await this.continue();
  }

  async answerNumber({ tin = "536-22-8714", withholding = "no" } = {}): Promise<void> {
    await this.fill({ tin });
    await this.find(`backupWithholding-${withholding}`).check();
    await this.continue();
  }

  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) {
      const field = this.find(`field-${name}`);
      const isSelect = (await field.evaluate((element) => element.tagName)) === "SELECT";
      if (isSelect) await field.selectOption(text);
      else await field.fill(text);
    }
  }

  /** Fills in the whole form of an individual, up to the review. */
  async fillByHand(): Promise<void> {
    await this.answerStatus();
    await this.fill({ firstName: "Jane", lastName: "Doe" });
    await this.continue();
    await this.fill({
      "address-line1": "1 Main Street",
      "address-city": "Reno",
      "address-state": "NV",
      "address-postalCode": "89501",
    });
    await this.continue();
    await this.answerNumber();
  }

  async sign(name = "Jane Doe"): Promise<void> {
    await this.fill({ signature: name });
    await this.find("w9-sign").click();
  }

  /** The click removes the frame. Chromium then sometimes never reports the click's end. */
  async close(): Promise<void> {
    const button = this.find("w9-close");
    await button.waitFor();
    await Promise.race([clickWhenStill(button), button.waitFor({ state: "detached" })]);
  }
}
