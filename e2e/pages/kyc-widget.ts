import type { FrameLocator, Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { pressStill } from "./press.ts";

/** A picture as a customer would choose it. */
export interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The widget that verifies who somebody is, as a customer finds it. English unless told otherwise. */
export class KycWidget {
  /** Everything in it, whichever screen is shown. */
  readonly root: Locator;
  readonly live: Locator;

  constructor(
    readonly page: Page,
    /** The frame that it is in; the page itself behind a link. */
    private readonly frame: FrameLocator | Page,
    private readonly address: RegExp | undefined,
  ) {
    this.root = frame.getByTestId("kyc");
    this.live = frame.getByTestId("live-region").last();
  }

  /** In an operator's page; `name` is the frame's. */
  static inFrame(page: Page, name = "kyc"): KycWidget {
    const frame = page.frameLocator(`iframe[src*="/v1/frames/${name}"]`);
    return new KycWidget(page, frame, new RegExp(`/v1/frames/${name}`));
  }

  /** On a page of ours. */
  static onPage(page: Page): KycWidget {
    return new KycWidget(page, page, undefined);
  }

  at(testId: string): Locator {
    return this.frame.getByTestId(testId);
  }

  /** Chooses the document where there is a choice, agrees, and goes on. */
  async agree(document?: "drivers_license" | "passport"): Promise<void> {
    await this.at("kyc-choose").waitFor();
    if (document) await this.at(`kyc-document-${document}`).check();
    await this.at("kyc-consent").check();
    await this.at("kyc-go-on").click();
  }

  /** Chooses a file for the side that is asked for, and stops before it is sent. */
  async choose(picture: PictureFile): Promise<void> {
    await this.at("kyc-side").waitFor();
    await this.at("kyc-file-input").setInputFiles(picture);
  }

  /** Sends what is shown. */
  async use(): Promise<void> {
    await pressStill(this.at("kyc-use"));
  }

  /** A whole side by file. */
  async send(picture: PictureFile): Promise<void> {
    await this.choose(picture);
    await this.use();
  }

  /** The heading of what is shown. */
  title(text: string | RegExp): Locator {
    return this.frame.getByRole("heading", { level: 1, name: text });
  }

  /** Waits for the result: reading takes seconds, on a busy machine many. */
  async expectResult(status: string): Promise<void> {
    await this.at(`kyc-result-${status}`).waitFor({ timeout: 180_000 });
  }

  /** axe finds nothing in this state of it. */
  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, this.address, `kyc: ${state}`);
  }
}
