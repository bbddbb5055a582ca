import type { Language } from "#contract/languages";
import type { Texts } from "../../widgets/i18n/texts.ts";

/** How an entry is displayed. */
export interface GalleryView {
  readonly language: Language;
  /** The payment widget's texts. */
  readonly texts: Texts;
  /** The locale of amounts, as a BCP 47 tag. */
  readonly locale: string;
}

/** One state of a widget or of its parts. */
export interface GalleryEntry {
  /** Part of its link, such as `payment-declined`. It never changes, so that links stay valid. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly note?: string;
  /** Renders it into an empty place. A returned promise resolves when everything is done. */
  render(place: HTMLElement, view: GalleryView): void | Promise<void>;
}
