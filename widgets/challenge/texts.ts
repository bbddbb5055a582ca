/** The texts of the challenge's frame; the bank's page has its own. */
export interface ChallengeTexts {
  readonly language: string;
  readonly title: string;
  readonly cancel: string;
  /** Names the bank's frame to screen readers. */
  readonly bankPage: string;
  readonly opening: string;
  readonly open: string;
  readonly oneMinuteLeft: string;
  readonly closing: string;
}

const english: ChallengeTexts = {
  language: "en",
  title: "Confirm with your bank",
  cancel: "Cancel",
  bankPage: "Your bank’s page",
  opening: "Opening your bank’s page…",
  open: "Your bank’s page is open.",
  oneMinuteLeft: "1 minute left to confirm with your bank.",
  closing: "Closing…",
};

const spanish: ChallengeTexts = {
  language: "es",
  title: "Confirme con su banco",
  cancel: "Cancelar",
  bankPage: "La página de su banco",
  opening: "Abriendo la página de su banco…",
  open: "La página de su banco está abierta.",
  oneMinuteLeft: "Queda 1 minuto para confirmar con su banco.",
  closing: "Cerrando…",
};

/** The texts for a BCP 47 tag; English by default. */
export const challengeTexts = (locale: string): ChallengeTexts =>
  /^es\b/i.test(locale) ? spanish : english;
