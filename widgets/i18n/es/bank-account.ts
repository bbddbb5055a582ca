import type { BankAccountTexts } from "../bank-account-texts.ts";

export const bankAccountTexts: BankAccountTexts = {
  holder: {
    label: "Titular de la cuenta",
    hint: "Escriba el nombre que figura en la cuenta. La cuenta debe ser suya.",
    problem: {
      name_empty: "Escriba el nombre que figura en la cuenta.",
      name_long: "Use 100 caracteres como máximo.",
      name_number: "Escriba un nombre, no un número.",
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
    hint: "9 dígitos",
    empty: "Escriba el número de ruta.",
    incomplete: "Escriba los 9 dígitos del número de ruta.",
    wrong: "Revise el número de ruta. Puede haber un dígito equivocado.",
  },
  accountNumber: {
    label: "Número de cuenta",
    problem: {
      empty: "Escriba el número de cuenta.",
      characters: "Use solo letras, dígitos y guiones en el número de cuenta.",
      too_short: "Escriba el número de cuenta completo. Tiene al menos 4 dígitos.",
      too_long: "Revise el número de cuenta. Tiene 17 caracteres como máximo.",
      same_as_routing: "Este es el número de ruta. Escriba su número de cuenta.",
    },
    looksLikeCard:
      "Parece un número de tarjeta. Escriba el de la cuenta, que está en un cheque o en la aplicación de su banco.",
  },
  confirmation: {
    label: "Confirme el número de cuenta",
    empty: "Escriba de nuevo el número de cuenta.",
    differs: "Los números de cuenta no coinciden. Revise ambos.",
  },
  where: {
    summary: "¿Dónde encuentro estos números?",
    text: "En la parte inferior de un cheque, o en la aplicación de su banco, en los datos de la cuenta.",
    routing: "Número de ruta",
    account: "Número de cuenta",
  },
};
