import type { ChallengeTexts } from "../challenge-texts.ts";

export const challengeTexts: ChallengeTexts = {
  language: "fr-CA",
  title: "Confirmez auprès de votre banque",
  cancel: "Annuler",
  bankPage: "La page de votre banque",
  opening: "Ouverture de la page de votre banque…",
  open: "La page de votre banque est ouverte.",
  oneMinuteLeft: "Il reste 1 minute pour confirmer auprès de votre banque.",
  closing: "Fermeture…",
};
