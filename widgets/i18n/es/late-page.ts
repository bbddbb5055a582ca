import type { LatePageTexts } from "../late-page-texts.ts";

export const latePageTexts: LatePageTexts = {
  language: "es",
  late: "Esta página tarda en cargarse. Revise su conexión y vuelva a cargar la página. Si no funciona, abra de nuevo su enlace.",
};
