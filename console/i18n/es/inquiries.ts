import type { english } from "../en/inquiries.ts";

/** Consultas de bancos sobre débitos ACH, en español. */
export const spanish: typeof english = {
  open: "Abrir una consulta del banco",
  mandate: "Descargar la autorización (PDF)",
  dialogTitle: "Abrir una consulta del banco",
  dialogText:
    "Para un banco que pregunta por este débito por carta o mensaje, por ejemplo para pedir la prueba de la autorización. No se mueve dinero.",
  reason: "Qué pide el banco",
  reasons: {
    proof_of_authorization: "Prueba de la autorización",
    not_authorized: "El cliente dice que no lo autorizó",
    authorization_revoked: "El cliente revocó la autorización",
    not_as_authorized: "El importe o la fecha no coinciden con la autorización",
    other_inquiry: "Otra cosa",
  },
  deadline: "Plazo del banco",
  deadlineHint: "Como lo indicó el banco, en tu hora. Déjalo vacío si no indicó ninguno.",
  deadlinePast: "Introduce un momento futuro.",
  reference: "Referencia del banco",
  referenceWrong: "Usa solo letras, cifras, espacios y . / _ -.",
  note: "Nota",
  noteHint: "Para tu equipo. El cliente nunca la ve.",
  optional: "opcional",
  opened: "Consulta abierta.",
  answer: "Respuesta",
  whatToDo:
    "El banco del cliente pregunta por este débito. Envía la autorización a tu banco antes del plazo y registra aquí la respuesta. No se ha movido dinero.",
  noDeadline:
    "El banco no indicó plazo. Responde pronto: la norma son diez días hábiles bancarios.",
  record: "Registrar respuesta",
  recordTitle: "Registrar la respuesta",
  recordText: "El servicio no envía nada. Registra lo que enviaste a tu banco.",
  result: "Qué pasó",
  results: {
    answered: "Se respondió al banco",
    withdrawn: "El banco no necesita respuesta, o la consulta fue un error",
  },
  answeredAt: "Respondida el",
  answeredAtHint: "Déjalo vacío si acabas de responder.",
  answeredAtFuture: "Introduce un momento pasado.",
  recorded: "Respuesta registrada.",
  openedBy: "Abierta por",
  answered: "Respondida",
  answeredBy: "Registrada por",
  answerNote: "Nota de la respuesta",
  closesAt: "El banco puede devolverlo hasta",
  actors: { api: "Tu servidor", command: "Línea de comandos", service: "El servicio" },
  outcomes: {
    won: "Cerrada: el banco ya no puede devolver el débito como no autorizado.",
    withdrawn: "Cerrada: el banco no necesita respuesta.",
    lost: "Perdida: el banco devolvió el débito como no autorizado.",
    expired:
      "Venció el plazo y no se registró ninguna respuesta. El banco puede devolver el débito. Si respondiste a tiempo, regístralo.",
  },
  review: "El banco tiene tu respuesta. Todavía puede devolver el débito.",
  story: "Historia de este débito",
  now: "En esta página",
  refusals: {
    inquiry_open: "Este débito tiene una consulta que sigue abierta.",
    inquiry_not_possible: "Solo un débito enviado al banco puede tener una consulta.",
    evidence_submitted: "La respuesta ya se registró.",
    dispute_not_answerable: "Esta consulta está cerrada.",
    conflicting_state: "La consulta cambió entretanto. Cierra este diálogo y revísala de nuevo.",
  },
};
