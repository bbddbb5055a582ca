import type { ChallengeTexts } from "../challenge-texts.ts";

export const challengeTexts: ChallengeTexts = {
  language: "es",
  title: "Confirme con su banco",
  cancel: "Cancelar",
  bankPage: "La página de su banco",
  opening: "Abriendo la página de su banco…",
  open: "La página de su banco está abierta.",
  oneMinuteLeft: "Queda 1 minuto para confirmar con su banco.",
  closing: "Cerrando…",
};
