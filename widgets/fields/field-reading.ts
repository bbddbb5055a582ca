/**
 * What a personal field tells its form: the value as the API takes it, null while there is none,
 * and whether that keeps the form from being sent (wrong, or required and empty).
 */
export interface FieldReading<Value> {
  readonly value: Value | null;
  readonly blocks: boolean;
}

/** What every personal field takes. */
export interface PersonalFieldProps<Value, Texts> {
  /** Unique in the document; ids and test ids are made of it (`field-phone`). */
  readonly name: string;
  readonly texts: Texts;
  readonly required?: boolean;
  /** The form was submitted: an empty required field says so from now on. */
  readonly asked?: boolean;
  readonly onReading: (reading: FieldReading<Value>) => void;
}
