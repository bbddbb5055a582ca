/** Descriptions by the path of a field. Paths continue through lists and choices. */
export type Descriptions = Readonly<Record<string, string>>;

/** Descriptions by component, and by operation for its inline schemas. */
export type PlaceDescriptions = Readonly<Record<string, Descriptions>>;

/** Ends the description of an amount. */
export const money = "In major units of the currency (`49.99`).";
