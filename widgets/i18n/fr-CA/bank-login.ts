import type { BankLoginTexts } from "../bank-login-texts.ts";

export const bankLoginTexts: BankLoginTexts = {
  explanation:
    "Vous vous connectez sur la page de votre banque, dans une nouvelle fenêtre. Nous recevons les coordonnées du compte et le nom du titulaire, jamais votre mot de passe.",
  begin: "Se connecter à votre banque",
  waiting: "En attente de votre banque. Continuez dans la nouvelle fenêtre.",
  blocked: "Votre navigateur a bloqué la fenêtre. Utilisez le lien pour aller à votre banque.",
  open: "Aller à votre banque",
  openAgain: "Rouvrir la fenêtre",
  cancel: "Annuler",
  shared: (bankName, accountType, last4) =>
    `${bankName}, ${accountType === "savings" ? "compte d’épargne" : "compte-chèques"} se terminant par\u00a0${last4}`,
  another: "Utiliser un autre compte",
  expired: "Le délai est écoulé. Réessayez.",
};
