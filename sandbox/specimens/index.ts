export { aamvaText } from "./aamva-text.ts";
export { cameraFilm } from "./camera-film.ts";
export { makeSpecimen } from "./make-specimen.ts";
export { mrzLines } from "./mrz-lines.ts";
export { photograph, type Shot } from "./photograph.ts";
export { type PhotoCondition, photoConditions, renderScene } from "./render-scene.ts";
export { renderSpecimen, type SpecimenImage, type SpecimenSide } from "./render-specimen.ts";
export { seededRandom } from "./seeded-random.ts";
export type { SpecimenDocument, SpecimenPerson } from "./specimen-document.ts";
export {
  type SpecimenOutcome,
  type SpecimenRequest,
  specimenDocument,
  specimenOutcomes,
} from "./specimen-outcomes.ts";
