/** The text of our own pages while their script is missing. The build writes it into their HTML. */
export interface LatePageTexts {
  readonly language: string;
  readonly late: string;
}
