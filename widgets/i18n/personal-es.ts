import type { PersonalTexts } from "./personal-texts.ts";
import { unbroken } from "./unbroken.ts";

/** Spanish. */
export const personalTexts: PersonalTexts = {
  language: "es",
  optional: "opcional",
  phone: {
    label: "Número de móvil",
    country: "Código de país",
    example: (number) => `Por ejemplo, ${unbroken(number)}`,
    empty: "Escriba su número de móvil.",
    problem: {
      too_short: "El número es demasiado corto: compruebe que estén todas las cifras.",
      too_long: "El número es demasiado largo: compruebe las cifras.",
      not_a_number: "Escriba el número en cifras.",
      unchecked: "No se pudo comprobar el número. Compruebe su conexión y vuelva a intentarlo.",
    },
    isOf: (country) => `¿O es un número de otro país: ${country}?`,
    switchTo: (country) => `Cambiar a ${country}`,
    unassigned: "No conocemos este número. Si es correcto, continúe.",
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
        `Compruebe el código postal${example === null ? "" : `: tiene esta forma, ${example}`}.`,
      state_unknown: (label) => `Elija de la lista: ${label}.`,
      too_long: () => "Es demasiado largo: acórtelo.",
    },
    ofOtherState: (postalCode, state) =>
      `${postalCode} está en ${state}. Si es correcto, continúe; si no, compruebe el estado y el código postal.`,
  },
  dateOfBirth: {
    label: "Fecha de nacimiento",
    hint: { mdy: "MM/DD/AAAA", dmy: "DD/MM/AAAA", ymd: "AAAA-MM-DD" },
    empty: "Escriba su fecha de nacimiento.",
    problem: {
      incomplete: "Escriba el día, el mes y el año de nacimiento.",
      year_digits: "Escriba el año con cuatro cifras.",
      future: "Ese día aún no ha llegado: compruebe el año.",
      too_old: "Compruebe el año de nacimiento.",
      too_young: "No tiene la edad necesaria para usar este servicio.",
    },
  },
  code: {
    label: "Código del mensaje de texto",
    sentTo: (number) => `Hemos enviado un código al ${unbroken(number)}.`,
    empty: "Escriba el código del mensaje de texto.",
    incomplete: (digits) => `El código tiene ${digits} cifras.`,
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
    goOn: "Continuar",
    next: "Falta un paso",
    problemCount: (count) => (count === 1 ? "Revise un campo." : `Revise ${count} campos.`),
    customerData: {
      title: "Sobre usted",
      text: "Lo necesitamos una sola vez, antes de mover dinero.",
    },
    customerAddress: {
      title: "Su dirección",
      text: "La pedimos una sola vez: los impuestos y las normas pueden depender de dónde vive.",
    },
    sms: {
      title: "Confirme su número de móvil",
      text: (number) => `Le enviaremos un código por mensaje de texto al ${unbroken(number)}.`,
      ask: "Le enviaremos un código por mensaje de texto. Puede aplicarse la tarifa habitual.",
      send: "Enviar código",
      another: "Usar otro número",
      verified: "Para cambiarlo, contacte con la empresa que le paga.",
      wrongCode: (left) =>
        `Ese no es el código. Le ${left === 1 ? "queda un intento" : `quedan ${left} intentos`}.`,
      refusals: {
        phone_not_normalisable: "No podemos enviar a este número: compruébelo.",
        phone_number_missing: "Aún no tenemos un número de móvil: escriba el suyo.",
        phone_number_verified:
          "Su número ya está confirmado. Para cambiarlo, contacte con la empresa que le paga.",
        sms_number_unreachable: "A este número no llegan mensajes de texto. Use otro.",
        sms_code_expired: "El código ha caducado. Pida otro.",
        sms_not_started: "El código ha caducado. Pida otro.",
        sms_too_many_attempts: "Demasiados códigos equivocados. Pida otro.",
        sms_locked: "Demasiados códigos equivocados por hoy. Vuelva a intentarlo mañana.",
        sms_sent_recently: "Acabamos de enviar un código. Espere un poco antes de pedir otro.",
        rate_limited: "Ha pedido muchos códigos. Vuelva a intentarlo más tarde.",
        sms_unavailable:
          "Ahora no se pueden enviar mensajes de texto. Vuelva a intentarlo en unos minutos.",
      },
    },
    lost: "No pudimos conectar con nuestro servidor. Compruebe su conexión y vuelva a intentarlo.",
    unknown: "No ha funcionado. Vuelva a intentarlo en unos minutos.",
  },
};
