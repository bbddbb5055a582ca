/** A field's value for the API (null without one), and whether it blocks the form (wrong, or required and empty). */
export interface FieldReading<Value> {
  readonly value: Value | null;
  readonly blocks: boolean;
}

export interface PersonalFieldProps<Value, Texts> {
  /** A name that is unique in the document; ids and test ids contain it (`field-phone`). */
  readonly name: string;
  readonly texts: Texts;
  readonly required?: boolean;
  /** The form was submitted, so an empty required field is an error now. */
  readonly isSubmitted?: boolean;
  readonly onReading: (reading: FieldReading<Value>) => void;
}
