import "../../../styles/challenge.css";
import { render } from "preact";
import { galleryTexts } from "../gallery-texts.ts";
import type { DrawPreview } from "../preview.tsx";

export const draw: DrawPreview = (place, { language }) => {
  const texts = galleryTexts("challenge", language);
  render(
    <div class="preview-challenge">
      <header class="challenge-bar">
        <h1 class="challenge-title">{texts.title}</h1>
        <button class="challenge-cancel" type="button">
          {texts.cancel}
        </button>
      </header>
      <div class="challenge-stage">
        <p class="preview-bank">{texts.bankPage}</p>
      </div>
    </div>,
    place,
  );
};
