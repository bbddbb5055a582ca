import type { BankAccountTexts } from "./bank-account-texts.ts";

/** Spanish. */
export const bankAccountTexts: BankAccountTexts = {
  holder: {
    label: "Titular de la cuenta",
    hint: "El nombre que figura en la cuenta. Debe ser la suya.",
    problem: {
      name_empty: "Escriba el nombre que figura en la cuenta.",
      name_long: "Use 100 caracteres como máximo.",
      name_number: "Escriba aquí un nombre, no un número.",
    },
  },
  accountType: {
    legend: "Tipo de cuenta",
    checking: "Corriente",
    savings: "De ahorros",
    empty: "Elija corriente o de ahorros.",
  },
  routingNumber: {
    label: "Número de ruta",
    hint: "Nueve dígitos",
    empty: "Escriba el número de ruta.",
    incomplete: "El número de ruta tiene nueve dígitos: compruebe que están todos.",
    wrong: "Revise el número de ruta: parece que hay un dígito equivocado.",
  },
  accountNumber: {
    label: "Número de cuenta",
    problem: {
      empty: "Escriba el número de cuenta.",
      characters: "El número de cuenta solo tiene letras, dígitos y guiones: escríbalo entero.",
      too_short: "El número de cuenta tiene al menos cuatro dígitos: compruebe que están todos.",
      too_long: "El número de cuenta tiene 17 caracteres como máximo: revíselo.",
      same_as_routing: "Este es el número de ruta. Escriba el número de su cuenta.",
    },
    looksLikeCard:
      "Parece un número de tarjeta. Escriba el de la cuenta, que está en un cheque o en la aplicación de su banco.",
  },
  confirmation: {
    label: "Repita el número de cuenta",
    empty: "Escriba otra vez el número de cuenta.",
    differs: "Los dos números de cuenta son distintos: revise ambos.",
  },
  where: {
    summary: "¿Dónde encuentro estos números?",
    text: "En la parte inferior de un cheque, o en la aplicación de su banco, en los datos de la cuenta.",
    routing: "Número de ruta",
    account: "Número de cuenta",
  },
};
