import type { PersonalTexts } from "../personal-texts.ts";
import { plural } from "../plural.ts";
import { unbroken } from "../unbroken.ts";

export const personalTexts: PersonalTexts = {
  language: "es",
  optional: "opcional",
  phone: {
    label: "Número de móvil",
    country: "Código de país",
    example: (number) => `Por ejemplo, ${unbroken(number)}`,
    empty: "Escriba su número de móvil.",
    problem: {
      too_short: "Este número es demasiado corto. Escriba todos los dígitos.",
      too_long: "Este número es demasiado largo. Revise los dígitos.",
      not_a_number: "Escriba el número de teléfono con dígitos.",
      unchecked: "No pudimos comprobar el número. Revise su conexión e inténtelo de nuevo.",
    },
    isOf: (country) => `Parece un número de otro país: ${country}.`,
    switchTo: (country) => `Cambiar a ${country}`,
    unassigned: "No reconocemos este número. Si es correcto, continúe.",
  },
  address: {
    legend: "Domicilio",
    country: "País o región",
    line1: "Calle y número",
    line2: "Apartamento, piso, unidad",
    city: { city: "Ciudad", post_town: "Localidad", suburb: "Barrio", district: "Distrito" },
    state: {
      province: "Provincia",
      state: "Estado",
      county: "Condado",
      prefecture: "Prefectura",
      emirate: "Emirato",
      island: "Isla",
      department: "Departamento",
      parish: "Parroquia",
      district: "Distrito",
      area: "Zona",
      oblast: "Óblast",
      do_si: "Provincia o ciudad",
    },
    postalCode: {
      postal: "Código postal",
      zip: "Código postal",
      eircode: "Eircode",
      pin: "Código PIN",
    },
    choose: "Elija…",
    empty: (part, label) =>
      part === "line1" ? "Escriba la calle y el número." : `Falta este dato: ${label}.`,
    problem: {
      postal_code_shape: (_label, example) =>
        `Revise el código postal.${example === null ? "" : ` Debe tener esta forma: ${example}.`}`,
      state_unknown: (label) => `Elija de la lista: ${label}.`,
      too_long: () => "Es demasiado largo. Acórtelo.",
    },
    ofOtherState: (postalCode, state) =>
      `${postalCode} está en ${state}. Si es correcto, continúe. Si no, revise el estado y el código postal.`,
  },
  dateOfBirth: {
    label: "Fecha de nacimiento",
    hint: { mdy: "MM/DD/AAAA", dmy: "DD/MM/AAAA", ymd: "AAAA-MM-DD" },
    empty: "Escriba su fecha de nacimiento.",
    problem: {
      incomplete: "Escriba el día, el mes y el año de nacimiento.",
      year_digits: "Escriba el año con 4 dígitos.",
      future: "Esta fecha está en el futuro. Revise el año.",
      too_old: "Revise su año de nacimiento.",
      too_young: "No tiene la edad necesaria para usar este servicio.",
    },
  },
  code: {
    label: "Código del mensaje de texto",
    sentTo: (number) => `Hemos enviado un código al ${unbroken(number)}.`,
    empty: "Escriba el código del mensaje de texto.",
    incomplete: (digits) => `Escriba los ${digits} dígitos del código.`,
    resend: "Enviar otro código",
    resendIn: (time) => `Enviar otro código en ${time}`,
    changeNumber: "Cambiar el número",
    announce: {
      started: (seconds) => `Podrá pedir otro código en ${seconds} segundos.`,
      soon: "Podrá pedir otro código en 10 segundos.",
      over: "Ya puede pedir otro código.",
    },
  },
  names: {
    firstName: "Nombre",
    middleName: "Segundo nombre",
    lastName: "Apellidos",
    suffix: "Sufijo",
    empty: (label) => `Falta este dato: ${label}.`,
  },
  steps: {
    continue: "Continuar",
    next: "Falta un paso",
    problemCount: (count) =>
      plural("es", count, { one: "Revise 1 campo.", other: `Revise ${count} campos.` }),
    customerData: {
      title: "Sobre usted",
      text: "Necesitamos estos datos una sola vez, antes de mover dinero.",
    },
    customerAddress: {
      title: "Su dirección",
      text: "La pedimos una sola vez. Los impuestos y las normas pueden depender de dónde vive.",
    },
    sms: {
      title: "Confirme su número de móvil",
      text: (number) => `Le enviaremos un código por mensaje de texto al ${unbroken(number)}.`,
      ask: "Le enviaremos un código por mensaje de texto. Puede aplicarse la tarifa habitual.",
      send: "Enviar código",
      another: "Usar otro número",
      enterCode: (number) => `Escribir el código enviado al ${unbroken(number)}`,
      verified: "Para cambiarlo, contacte con la empresa que le paga.",
      wrongCode: (left) =>
        `Ese código no es correcto. Le ${plural("es", left, { one: "queda 1 intento", other: `quedan ${left} intentos` })}.`,
      refusals: {
        phone_not_normalisable: "No podemos enviar mensajes de texto a este número. Revíselo.",
        phone_number_missing: "Escriba su número de móvil.",
        phone_number_verified:
          "Su número ya está confirmado. Para cambiarlo, contacte con la empresa que le paga.",
        sms_number_unreachable: "Este número no puede recibir mensajes de texto. Use otro número.",
        sms_code_expired: "El código ha caducado. Pida otro.",
        sms_not_started: "El código ha caducado. Pida otro.",
        sms_too_many_attempts: "Escribió demasiados códigos equivocados. Pida otro.",
        sms_locked: "Escribió demasiados códigos equivocados hoy. Inténtelo mañana.",
        sms_sent_recently: "Acabamos de enviar un código. Espere un poco antes de pedir otro.",
        rate_limited: "Ha pedido demasiados códigos. Inténtelo más tarde.",
        sms_unavailable:
          "En este momento no podemos enviar mensajes de texto. Inténtelo de nuevo en unos minutos.",
      },
    },
    lost: "No pudimos contactar con nuestro servidor. Revise su conexión e inténtelo de nuevo.",
    unknown: "No ha funcionado. Inténtelo de nuevo en unos minutos.",
  },
};
