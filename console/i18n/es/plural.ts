/** Writes `1 caso` or `1200 casos`. */
export const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString("es")} ${count === 1 ? one : many}`;
