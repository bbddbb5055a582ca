/** Writes `1 case` or `1,200 cases`. */
export const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
