import type { FrameLocator, Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { clickWhenStill } from "./click-when-still.ts";

export interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The identity widget as a customer sees it. English by default. */
export class KycWidget {
  readonly root: Locator;
  readonly live: Locator;

  constructor(
    readonly page: Page,
    /** The widget's frame, or the page itself when the customer opened a link. */
    private readonly frame: FrameLocator | Page,
    private readonly address: RegExp | undefined,
  ) {
    this.root = frame.getByTestId("kyc");
    this.live = frame.getByTestId("live-region").last();
  }

  /** The widget on an operator's page; `name` is the frame's name. */
  static inFrame(page: Page, name = "kyc"): KycWidget {
    const frame = page.frameLocator(`iframe[src*="/v1/frames/${name}"]`);
    return new KycWidget(page, frame, new RegExp(`/v1/frames/${name}`));
  }

  static onPage(page: Page): KycWidget {
    return new KycWidget(page, page, undefined);
  }

  at(testId: string): Locator {
    return this.frame.getByTestId(testId);
  }

  /** Chooses the document if there is a choice, consents and continues. */
  async agree(document?: "drivers_license" | "passport"): Promise<void> {
    await this.at("kyc-choose").waitFor();
    if (document) await this.at(`kyc-document-${document}`).check();
    await this.at("kyc-consent").check();
    await this.at("kyc-go-on").click();
  }

  async choose(picture: PictureFile): Promise<void> {
    await this.at("kyc-side").waitFor();
    await this.at("kyc-file-input").setInputFiles(picture);
  }

  /** Sends the selected picture. */
  async use(): Promise<void> {
    await clickWhenStill(this.at("kyc-use"));
  }

  async send(picture: PictureFile): Promise<void> {
    await this.choose(picture);
    await this.use();
  }

  title(text: string | RegExp): Locator {
    return this.frame.getByRole("heading", { level: 1, name: text });
  }

  /** Waits for the result. Reading a document takes seconds, and much longer on a busy machine. */
  async expectResult(status: string): Promise<void> {
    await this.at(`kyc-result-${status}`).waitFor({ timeout: 180_000 });
  }

  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, this.address, `kyc: ${state}`);
  }
}
