/**
 * The steps of a verification on one device.
 *
 * The service says what comes next (`nextAction`); the machine shows it:
 *
 *   loading → data → choose → side ⇄ camera → review → upload → (next side) → submitting → reading → result
 *                              ⇅                                              result → (retry) → side
 *                            handoff: another device takes the pictures, this one follows
 *
 * It holds that
 * - each effect carries the number of its run, and an answer of an earlier run changes nothing;
 * - no picture is lost by a lost connection: `upload` goes on by itself, a step that could not be sent
 *   can be sent again with the same key;
 * - what is known here is never more than what the service said last: after each step it is asked.
 */
import type { KycHandoff, KycPictureProblem, KycUpload } from "#contract/client/kyc";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { ApiAnswer } from "../../client/read-answer.ts";
import type { KycSession } from "../kyc-answers.ts";
import type { PictureOutcome, PictureTrouble, ReadyPicture } from "../picture/picture.ts";
import type { SendingState } from "../upload/send-picture.ts";

/** What is shown. */
export type KycStep =
  | "loading"
  /** No answer: it is tried again by itself and by a button. */
  | "unreachable"
  /** The secret is expired, unknown, or of an operator who verifies nobody. */
  | "refused"
  /** Name or date of birth is missing: there would be nothing to compare with. */
  | "data"
  | "choose"
  | "side"
  | "camera"
  | "review"
  | "upload"
  | "handoff"
  | "submitting"
  | "reading"
  | "result";

/** Everything that is known. */
export interface KycState {
  readonly step: KycStep;
  readonly run: number;
  readonly session: KycSession | null;
  /** This is the device that another one handed over to: it takes pictures and follows nobody. */
  readonly isOtherDevice: boolean;
  /** The one document that the page or the link asks for. */
  readonly asked: string | null;
  /** The side that is being taken. */
  readonly side: string | null;
  /** An answer is awaited; presses do nothing meanwhile. */
  readonly busy: boolean;
  /** A file is being made ready. */
  readonly preparing: boolean;
  readonly picture: ReadyPicture | null;
  /** Why the last file can't be used. */
  readonly trouble: PictureTrouble | null;
  /** What the service found wrong with the last picture. */
  readonly problems: readonly KycPictureProblem[];
  readonly sending: SendingState | null;
  /** Why the last press brought nothing. */
  readonly failure: ApiFailure | null;
  readonly handoff: KycHandoff | null;
  /** How often was asked since something changed. */
  readonly polls: number;
  /** Polls are not answered. */
  readonly stalled: boolean;
  /** Verification and status that the page was told last. */
  readonly told: string | null;
}

/** What happens. Answers carry the run that they belong to. */
export type KycEvent =
  | { readonly type: "secretReceived" }
  | { readonly type: "documentAsked"; readonly documentType: string }
  | { readonly type: "renewFailed"; readonly run: number }
  | {
      readonly type: "sessionAnswered";
      readonly run: number;
      readonly answer: ApiAnswer<KycSession>;
    }
  | { readonly type: "stepAnswered"; readonly run: number; readonly answer: ApiAnswer<KycSession> }
  | { readonly type: "requirementsMet" }
  | { readonly type: "consented"; readonly documentType: string }
  | { readonly type: "changeDocument" }
  | { readonly type: "cameraWanted" }
  | { readonly type: "pictureGiven"; readonly source: Blob | ImageBitmap }
  | { readonly type: "prepared"; readonly run: number; readonly outcome: PictureOutcome }
  | { readonly type: "pictureAccepted" }
  | { readonly type: "pictureDropped" }
  | { readonly type: "uploadMoved"; readonly run: number; readonly sending: SendingState }
  | { readonly type: "uploadEnded"; readonly run: number; readonly answer: ApiAnswer<KycUpload> }
  | {
      readonly type: "keptFound";
      readonly run: number;
      readonly blob: Blob;
      readonly upload: KycUpload;
    }
  | { readonly type: "handoffWanted" }
  | {
      readonly type: "handoffAnswered";
      readonly run: number;
      readonly answer: ApiAnswer<KycHandoff>;
    }
  | { readonly type: "retryWanted" }
  | { readonly type: "back" }
  | { readonly type: "again" };

/** What is to be done. */
export type KycEffect =
  | { readonly type: "load"; readonly run: number; readonly delayMs: number }
  | { readonly type: "consent"; readonly run: number; readonly documentType: string }
  | {
      readonly type: "prepare";
      readonly run: number;
      readonly source: Blob | ImageBitmap;
      readonly side: string;
    }
  | {
      readonly type: "upload";
      readonly run: number;
      readonly side: string;
      readonly blob: Blob;
      readonly begun: KycUpload | undefined;
    }
  /** Looks for the bytes of an upload that a reload cut. */
  | { readonly type: "findKept"; readonly run: number; readonly upload: KycUpload }
  | { readonly type: "endUpload" }
  | { readonly type: "submit"; readonly run: number; readonly delayMs: number }
  | { readonly type: "retry"; readonly run: number }
  | { readonly type: "handoff"; readonly run: number }
  | { readonly type: "renewSecret"; readonly run: number; readonly failure: ApiFailure }
  | { readonly type: "refuseLoad"; readonly failure: ApiFailure }
  /** The page is told how it ended, or where it stands. */
  | { readonly type: "tell"; readonly session: KycSession };

/** Before anything is known. */
export const firstState: KycState = {
  step: "loading",
  run: 0,
  session: null,
  isOtherDevice: false,
  asked: null,
  side: null,
  busy: false,
  preparing: false,
  picture: null,
  trouble: null,
  problems: [],
  sending: null,
  failure: null,
  handoff: null,
  polls: 0,
  stalled: false,
  told: null,
};
