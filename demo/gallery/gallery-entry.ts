import type { Texts } from "../../widgets/i18n/texts.ts";

/** How an entry is looked at. */
export interface GalleryView {
  readonly texts: Texts;
  /** BCP 47 tag for amounts. */
  readonly locale: string;
}

/** One state of a widget, or one of its parts, as the gallery shows it. */
export interface GalleryEntry {
  /** Part of its link: `payment-declined`. Never changes, so that links stay good. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** What to look at. */
  readonly note?: string;
  /** Draws it into an empty place; where more is to be done than that, it says when all of it is done. */
  render(place: HTMLElement, view: GalleryView): void | Promise<void>;
}
