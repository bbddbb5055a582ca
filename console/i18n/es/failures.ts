import type { english } from "../en/failures.ts";

export const spanish: typeof english = {
  failures: {
    lostTitle: "No pudimos cargar o completar esto",
    refusedTitle: "No ha funcionado",
    unknown: "Algo salió mal. Inténtelo de nuevo en un momento.",
    retry: "Intentar de nuevo",
    reference: (id) => `Referencia para soporte: ${id}`,
    newVersionTitle: "No pudimos cargar esta página",
    newVersion: "Probablemente la consola se actualizó. Vuelva a cargar la página.",
    reload: "Recargar la página",
    codes: {
      network: "Sin conexión con el servicio. Compruebe su red e inténtelo de nuevo.",
      timeout: "El servicio tardó demasiado. Inténtelo de nuevo en un momento.",
      bad_answer: "El servicio dio una respuesta inesperada. Inténtelo de nuevo en un momento.",
      internal_error: "Algo salió mal por nuestra parte. Inténtelo de nuevo en un momento.",
      service_unavailable:
        "El servicio no está disponible ahora. Inténtelo de nuevo en un momento.",
      resource_not_found: "No existe, o pertenece a otro operador.",
      file_unreadable: "No pudimos leer este archivo. Cópielo a este equipo y elíjalo de nuevo.",
      page_outdated:
        "No pudimos cargar una parte de la consola. Recargue la página e inténtelo de nuevo.",
      login_failed: "El correo o la contraseña no son correctos.",
      login_locked: "Demasiados intentos fallidos. Espere un rato e inténtelo de nuevo.",
      second_factor_failed: "El código no es correcto o ya se usó. Espere al siguiente.",
      passkey_failed:
        "Esta llave de acceso no se aceptó. Inténtelo de nuevo o entre de otra forma.",
      passkey_stopped:
        "No se usó ninguna llave de acceso: la ventana del navegador se cerró o tardó demasiado.",
      passkey_known: "Este dispositivo ya tiene una llave de acceso de su cuenta.",
      too_many_passkeys: "Ya tiene 20 llaves de acceso, el máximo. Elimine una antes.",
      passkeys_unavailable: "No tiene ninguna llave de acceso que sirva aquí.",
      session_required: "Su sesión ha terminado. Entre de nuevo.",
      csrf_token_wrong:
        "No se guardó nada: usted entró de nuevo en otra pestaña. Inténtelo de nuevo.",
      role_not_allowed: "Su rol no incluye esto.",
      invitation_invalid: "Este enlace ya se usó, fue sustituido por otro o ha caducado.",
      password_too_common: "Esta contraseña es demasiado fácil de adivinar. Elija otra.",
      duplicate_staff_email: "Otra persona del personal ya tiene esta dirección de correo.",
      last_admin: "Es el último administrador que puede entrar. Nombre antes a otro administrador.",
      payer_missing:
        "Faltan el nombre y el número fiscal de su empresa. Configúrelos en la línea de comandos.",
      iris_missing:
        "Falta el transmisor de sus archivos para el IRS. Configúrelo en la línea de comandos (ajuste iris).",
      iris_refused: "Estos formularios no se pueden escribir como XML:",
      tax_header_refused:
        "No se puede leer esta fila. Copie entera la primera fila de la plantilla del portal.",
      disbursement_changed: "El pago saliente ha cambiado desde que lo abrió. Revíselo de nuevo.",
      w9_not_completed: "El W‑9 no está completo.",
      kyc_not_verified: "La identidad no está verificada.",
      payout_amount_not_payable:
        "El procesador no envía este importe. Lea de nuevo el pago saliente.",
      payout_method_unreadable:
        "No se puede leer el método de este pago saliente, así que no se puede enviar. Rechácelo y cree otro.",
      payout_on_hold:
        "El pago saliente está retenido. Léalo de nuevo. Si no muestra una coincidencia, la lista de sanciones falta o es demasiado antigua.",
      dual_control_required:
        "Quien crea un pago saliente no puede aprobarlo. Debe hacerlo otra persona u otra clave.",
      approval_limit_exceeded: "Esto superaría su límite de aprobaciones de hoy.",
      review_claimed: "Otra persona tiene abierto este caso.",
      conflicting_state: "Ha cambiado desde que lo abrió. Revíselo de nuevo antes de decidir.",
      validation_failed: "Algunos valores no se pueden guardar. Revise los campos marcados.",
      rate_limited: "Demasiadas peticiones. Espere un momento e inténtelo de nuevo.",
    },
  },
};
