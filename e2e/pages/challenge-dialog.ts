import type { FrameLocator, Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";

/** The SDK's dialog in the operator's page, with the bank's own page in it. */
export class ChallengeDialog {
  readonly dialog: Locator;
  readonly frame: FrameLocator;
  /** The bank's page, which is none of ours. */
  readonly bank: FrameLocator;
  readonly code: Locator;
  /** Ours, above the bank's page. */
  readonly cancelButton: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole("dialog");
    this.frame = page.frameLocator('iframe[src*="/v1/frames/challenge"]');
    this.bank = this.frame.frameLocator("iframe");
    this.cancelButton = this.frame.getByTestId("challenge-cancel");
    this.code = this.bank.getByTestId("otp");
  }

  /** The bank's document: how tall its content and its frame are, and whether the code's field has the focus. */
  async bankPage(): Promise<{ contentPx: number; framePx: number; isCodeFocused: boolean }> {
    return this.code.evaluate((field) => ({
      contentPx: document.documentElement.scrollHeight,
      framePx: document.documentElement.clientHeight,
      isCodeFocused: document.hasFocus() && document.activeElement === field,
    }));
  }

  /** Types the bank's code, which is sent once it is whole; the sandbox's is always this one. */
  async enterCode(code = "123456"): Promise<void> {
    await this.code.fill(code);
  }

  /** Presses one of the bank's explicit outcomes. */
  async choose(outcome: "success" | "failure" | "unavailable" | "rejected"): Promise<void> {
    await this.bank.getByTestId(`outcome-${outcome}`).click();
  }

  /** Presses "cancel" on the bank's page. */
  async cancelAtBank(): Promise<void> {
    await this.bank.getByTestId("otp-cancel").click();
  }

  /**
   * Presses Escape where the key is ours; in the bank's own page it is the bank's. The browser's
   * answer to the key is not waited for: the frame that got it is gone by then, and it may never come.
   */
  async leaveByEscape(): Promise<void> {
    await this.cancelButton.focus();
    void this.page.keyboard.press("Escape").catch(() => {});
  }

  /** Scans our frame around the bank's page; see {@link expectAccessible}. */
  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, /\/v1\/frames\/challenge/, `challenge: ${state}`);
  }
}
