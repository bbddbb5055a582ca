import type { english } from "../en/sandbox.ts";

export const spanish: typeof english = {
  label: "Reloj del entorno de pruebas",
  time: "Hora de pruebas",
  nextDay: "Ir al día siguiente",
  moving: "Avanzando…",
  title: "¿Ir al día siguiente?",
  text: "La hora avanza 24 horas para todas las personas que usan este entorno de pruebas. Se procesan los pagos, reembolsos y archivos bancarios que vencen. No se puede retroceder.",
  moved: "Ya es el día siguiente.",
  unsettled: "Ya es el día siguiente. Aún queda trabajo en curso.",
};
