/** The texts around the bank's page, which has its own. */
export interface ChallengeTexts {
  readonly language: string;
  readonly title: string;
  readonly cancel: string;
  /** Names the bank's frame to screen readers. */
  readonly bankPage: string;
  readonly opening: string;
  readonly open: string;
  readonly oneMinuteLeft: string;
  readonly closing: string;
}
