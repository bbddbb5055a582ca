import { render } from "preact";
import { firstScreen } from "../../widgets/payment/first-screen.tsx";
import { LostPart } from "../../widgets/ui/lost-part.tsx";
import type { GalleryEntry } from "./gallery-entry.ts";
import { galleryTexts } from "./gallery-texts.ts";

/** What the first script shows when no other script loads. */
export const lostEntries: readonly GalleryEntry[] = [
  {
    id: "payment-lost-part",
    group: "Payment",
    title: "A script did not load",
    render(place, { language, texts }) {
      const { lostPart, unreachable } = galleryTexts("payment-outcome", language);
      render(
        <>
          <LostPart card="payment" title={lostPart} retry={unreachable.retry} />
          {firstScreen(language, texts)}
        </>,
        place,
      );
    },
  },
];
