import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";

const challengeFrame = 'iframe[src*="/v1/frames/challenge"]';

export class ChallengeDialog {
  readonly dialog: Locator;
  readonly frame: FrameLocator;
  /** The issuer's page, inside our frame. */
  readonly bank: FrameLocator;
  readonly code: Locator;
  readonly cancelButton: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole("dialog");
    this.frame = page.frameLocator(challengeFrame);
    this.bank = this.frame.frameLocator("iframe");
    this.cancelButton = this.frame.getByTestId("challenge-cancel");
    this.code = this.bank.getByTestId("otp");
  }

  /** Measures the issuer's document and says whether its code field has the focus. */
  async bankPage(): Promise<{ contentPx: number; framePx: number; isCodeFocused: boolean }> {
    return this.code.evaluate((field) => ({
      contentPx: document.documentElement.scrollHeight,
      framePx: document.documentElement.clientHeight,
      isCodeFocused: document.hasFocus() && document.activeElement === field,
    }));
  }

  /** Types the code. The issuer's page sends it when complete; the sandbox accepts only the default. */
  async enterCode(code = "123456"): Promise<void> {
    await this.code.fill(code);
  }

  async choose(outcome: "success" | "failure" | "unavailable" | "rejected"): Promise<void> {
    await this.bank.getByTestId(`outcome-${outcome}`).click();
  }

  async cancelAtBank(): Promise<void> {
    await this.bank.getByTestId("otp-cancel").click();
  }

  /**
   * Presses Escape while our frame has the focus, until the dialog is gone. The issuer's page would keep the key for
   * itself, and may take the focus when it has loaded. Does not wait for the key press, because the frame that receives
   * it disappears and the browser may never confirm it.
   */
  async leaveByEscape(): Promise<void> {
    const frame = this.page.locator(challengeFrame);
    await expect(async () => {
      if ((await frame.count()) === 0) return;
      await this.cancelButton.focus({ timeout: 2_000 });
      void this.page.keyboard.press("Escape").catch(() => {});
      await expect(frame).toHaveCount(0, { timeout: 3_000 });
    }).toPass({ timeout: 40_000 });
  }

  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, /\/v1\/frames\/challenge/, `challenge: ${state}`);
  }
}
