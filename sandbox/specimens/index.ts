export { aamvaText } from "./aamva-text.ts";
export { mrzLines } from "./mrz-lines.ts";
export { renderSpecimen, type SpecimenImage, type SpecimenSide } from "./render-specimen.ts";
export type { SpecimenDocument, SpecimenPerson } from "./specimen-document.ts";
