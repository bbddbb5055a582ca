/** Descriptions by field path. Paths continue through lists and choices. */
export type Descriptions = Readonly<Record<string, string>>;

/** Descriptions by component, or by operation for its inline schemas. */
export type PlaceDescriptions = Readonly<Record<string, Descriptions>>;

export const money = "In major units of the currency (`49.99`).";
