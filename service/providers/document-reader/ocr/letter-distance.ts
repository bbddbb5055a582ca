/** Groups of characters that OCR confuses with each other. */
const confusable = ["MHNWU", "O0QD", "I1LJ", "S5", "B8", "Z2", "VY", "G6C"];

/** Returns 0 for the same character, 0.25 for two that OCR confuses, 1 for others. Capitals and digits only. */
export function letterDistance(a: string, b: string): number {
  if (a === b) return 0;
  return confusable.some((group) => group.includes(a) && group.includes(b)) ? 0.25 : 1;
}
