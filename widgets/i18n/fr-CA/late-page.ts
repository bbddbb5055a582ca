import type { LatePageTexts } from "../late-page-texts.ts";

export const latePageTexts: LatePageTexts = {
  language: "fr-CA",
  late: "Cette page met du temps à se charger. Vérifiez votre connexion, puis rechargez la page. Si cela ne suffit pas, ouvrez votre lien de nouveau.",
};
