/** Characters that OCR takes for one another in print. */
const confusable = ["MHNWU", "O0QD", "I1LJ", "S5", "B8", "Z2", "VY", "G6C"];

/** 0 for the same character, a quarter for two that OCR confuses, 1 for any others. Capitals and digits. */
export function letterDistance(a: string, b: string): number {
  if (a === b) return 0;
  return confusable.some((group) => group.includes(a) && group.includes(b)) ? 0.25 : 1;
}
