import type { english } from "../en/card-stops.ts";

export const spanish: typeof english = {
  stopped: "No se cobra a esta tarjeta",
  stoppedText:
    "La red de tarjetas indicó que no se vuelva a intentar con esta tarjeta. Rechazamos los pagos con ella, de cualquier cliente, sin preguntar al banco.",
  declined: "Rechazada el",
  until: "Termina por sí solo el",
  opened: "Se puede volver a cobrar a esta tarjeta",
  openedText: "Un rechazo la detuvo. Alguien de su equipo volvió a permitir los cobros.",
  savedUntil: "No se cobra hasta el",
  lift: "Permitir cobros",
  liftTitle: "¿Volver a permitir cobros a esta tarjeta?",
  liftText:
    "Solo si el banco del cliente dice que la tarjeta vuelve a funcionar. Las redes de tarjetas multan a los negocios que intentan cobrar después de su negativa. Otro rechazo de este tipo vuelve a detener la tarjeta. Queda registrado quién lo permitió y por qué.",
  reason: "Motivo",
  reasonHint: "Para el registro; el cliente no lo ve.",
  reasonMissing: "Indique el motivo",
  lifted: "Permitido",
  liftedBy: (name) => `Permitido por ${name},`,
};
