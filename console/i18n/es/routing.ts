/** The room Routing in Spanish. */
import type { english } from "../en/routing.ts";
import { plural } from "./plural.ts";

/** See en/routing.ts. */
export const spanish: typeof english = {
  lead: "Qué procesador toma cada pago con tarjeta. Decide la primera regla que se cumple.",
  readOnlyText: "Para cambiar reglas hace falta el rol de administrador.",
  rules: "Reglas",
  add: "Añadir una regla",
  noRules: "Aún no hay reglas: todos los pagos siguen el orden de abajo.",
  everything: "Todos los pagos con tarjeta",
  otherwise: "Todos los demás pagos",
  otherwiseText: (names) => `En el orden propio del servicio: ${names}.`,
  off: "Desactivada",
  onShort: "Activa",
  on: (name) => `La regla ${name} está activa`,
  up: (name) => `Subir ${name}`,
  down: (name) => `Bajar ${name}`,
  edit: (name) => `Editar ${name}`,
  remove: (name) => `Quitar ${name}`,
  keysHint: "Alt con las flechas mueve la regla que tiene el foco.",
  moved: (name, place, of) => `${name} es ahora la número ${place} de ${of}. Aún sin guardar.`,
  removed: (name) => `${name} quitada. Aún sin guardar.`,
  switched: (name, isOn) =>
    `${name} está ahora ${isOn ? "activa" : "desactivada"}. Aún sin guardar.`,
  applied: (name) => `${name} está en la lista. Aún sin guardar.`,
  saved: "Guardado. Los pagos siguen las reglas nuevas en unos segundos.",
  unsaved: "Reglas aún sin guardar",
  conflict: "Alguien ha cambiado los ajustes entretanto",
  conflictRules:
    "También ha cambiado las reglas. La página muestra las suyas; al guardar sustituyen a las otras.",
  conflictNone: "Las reglas siguen como las encontró. Guarde de nuevo.",
  showTheirs: "Mostrar las otras",
  reserve: (names) => `En reserva: ${names}`,
  share: (processor, percent) => `${processor} ${percent}`,
  amountFrom: (amount) => `${amount} o más`,
  amountTo: (amount) => `hasta ${amount}`,
  amountBetween: (from, to) => `de ${from} a ${to}`,
  currency: (list) => `en ${list}`,
  country: (list) => `clientes en ${list}`,
  funding: {
    credit: "Crédito",
    debit: "Débito",
    prepaid: "Prepago",
    unknown: "Desconocido",
  },
  fundingOf: (list) => `tarjetas: ${list}`,

  form: {
    optional: "opcional",
    titleNew: "Regla nueva",
    titleEdit: "Editar la regla",
    name: "Nombre",
    nameHint: "Para su equipo: «Pagos grandes».",
    which: "Qué pagos",
    whichText: "Debe cumplirse todo lo que elija. Lo que deje vacío se cumple siempre.",
    currencies: "Monedas",
    addCurrency: "Añadir una moneda",
    minAmount: "Desde",
    maxAmount: "Hasta",
    amountHint: "Lo que se cobra, con comisiones e impuestos; el propio importe incluido.",
    brands: "Marcas de tarjeta",
    funding: "Tipo de tarjeta",
    countries: "País del cliente",
    addCountry: "Añadir un país",
    types: "Formas de pago",
    choose: "Elija …",
    removeItem: (item) => `Quitar ${item}`,
    processors: "Procesadores",
    processorsText:
      "Los pagos se reparten por peso. Un peso de 0 solo queda en reserva. Las reservas se prueban de arriba abajo, y solo cuando el anterior con seguridad no ha cobrado.",
    use: (processor) => `Usar ${processor}`,
    weight: (processor) => `Peso de ${processor}`,
    weightLabel: "Peso",
    inReserve: "reserva",
    up: (processor) => `Subir ${processor}`,
    down: (processor) => `Bajar ${processor}`,
    movedTo: (processor, place) => `${processor} es ahora el número ${place}.`,
    sum: (sum) =>
      sum === 100
        ? "Los pesos suman 100."
        : `Los pesos suman ${sum}; las partes se calculan sobre eso.`,
    apply: "Aplicar",
    notAnAmount: "Escriba un importe como 500 o 99,95.",
    notAWeight: "Un número entero de 0 a 100.",
    noProcessor: "Elija al menos un procesador.",
    mend: (number) =>
      `Hay que revisar ${plural(number, "dato", "datos")} antes de aplicar la regla.`,
  },
  problems: {
    duplicate_rule_id: "Otra regla tiene el mismo identificador.",
    unknown_processor: "Este servicio no tiene ese procesador.",
    duplicate_processor: "Este procesador aparece dos veces.",
    no_weight: "Al menos un procesador necesita un peso mayor que 0.",
    impossible_range: "Ningún importe es tan grande y tan pequeño.",
    amount_needs_currency: "Un importe solo dice algo en una moneda: elija también las monedas.",
    amount_precision: "No es un importe de todas las monedas elegidas.",
    currency_unknown: "No es una moneda.",
    country_unknown: "No es un país.",
    never_matches_type:
      "Solo las tarjetas van a estos procesadores: esta regla no se cumple nunca.",
    no_processor_for_currency:
      "Ningún procesador de aquí acepta una de las monedas: esos pagos pasan a la regla siguiente.",
  },
  covered: (name) => `${name} toma antes todos estos pagos: esta regla no se cumple nunca.`,

  health: {
    title: "Los procesadores ahora",
    text: "Tal como los ve el servicio. Un cortacircuitos se abre cuando un procesador falla o dice que no está bien; los rechazos no cuentan.",
    states: {
      closed: "Acepta pagos",
      half_open: "A prueba",
      open: "En pausa",
    },
    causes: {
      failures: "Han fallado varios cobros seguidos.",
      failure_rate: "Ha fallado la mitad de sus cobros.",
      health: "Su control de estado ha dicho que no.",
    },
    trial: "Pasan dos pagos a la vez; se cierra cuando tres han tenido respuesta.",
    retry: (time) => `Se prueba de nuevo a las ${time}.`,
    recent: (answered, failed) =>
      answered + failed === 0
        ? "Sin cobros en el último minuto"
        : `Último minuto: ${answered} con respuesta, ${failed} fallidos`,
    currencies: (list) => `Solo acepta ${list}`,
  },

  dryRun: {
    title: "Ensayo",
    text: "Qué habrían hecho estas reglas con los pagos con tarjeta de los últimos siete días si todos los procesadores hubieran estado bien. No se envía ni se cambia nada.",
    button: "Probar con los pagos de la última semana",
    again: "Probar de nuevo",
    stale: "Las reglas han cambiado desde este ensayo.",
    none: "No hay pagos con tarjeta en los últimos siete días",
    noneText: "Pruebe de nuevo cuando haya alguno, o haga unos cuantos en la tienda de prueba.",
    summary: (payments, moved) =>
      moved === 0
        ? `${plural(payments, "pago", "pagos")}: todos habrían ido adonde fueron.`
        : `${plural(payments, "pago", "pagos")}, de los que ${moved.toLocaleString("es")} habrían ido a otro sitio.`,
    span: (from, to) => `${from} a ${to}`,
    incomplete: "Había más; estos son los más recientes.",
    unroutable: (number) =>
      `${plural(number, "pago no podía", "pagos no podían")} ir a ningún sitio: ningún procesador acepta la moneda.`,
    byRule: "Por regla y procesador",
    rule: "Regla",
    noRule: "Ninguna regla se cumple",
    processor: "Procesador",
    would: "Habría ido allí",
    did: "Fue allí",
    payments: (number) => plural(number, "pago", "pagos"),
    samples: "Pagos que habrían ido a otro sitio",
    payment: "Pago",
    amount: "Importe",
    from: "Fue a",
    to: "Habría ido a",
    nowhere: "ningún sitio",
    when: "Cuándo",
  },

  decision: {
    title: "Por qué este procesador",
    byRule: (ruleId) => `Se cumplió la regla «${ruleId}».`,
    byOrder: "No se cumplió ninguna regla; valió el orden propio del servicio.",
    reasons: {
      weight: "Salió por peso.",
      only_candidate: "Era el único que podía tomarlo.",
      order: "Era el primero del orden que podía tomarlo.",
      last_resort: "Todos los cortacircuitos estaban abiertos; se probó de todos modos.",
    },
    chosen: (processor) => `Se eligió ${processor}.`,
    candidates: "Considerados",
    weight: (weight) => `peso ${weight}`,
    outcomes: {
      chosen: "elegido",
      in_reserve: "en reserva",
      breaker_open: "descartado: su cortacircuitos estaba abierto",
      currency_not_supported: "descartado: no acepta la moneda",
      unknown_processor: "descartado: ya no está configurado",
    },
    failedOver: {
      unreachable: (processor, time) =>
        `No se pudo llegar a ${processor} a las ${time}: allí no se cobró nada.`,
      refused: (processor, time) =>
        `${processor} rechazó la petición a las ${time} antes de cobrar nada.`,
      breaker_open: (processor, time) =>
        `${processor} ya no estaba bien a las ${time}, antes de enviarle nada.`,
      other: (processor, time) => `Se dejó ${processor} a las ${time}.`,
    },
    continuedWith: (processor) => `El pago continuó con ${processor}.`,
  },
};
