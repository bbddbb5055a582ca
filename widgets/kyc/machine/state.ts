/**
 * The steps of a verification on one device.
 *
 * The service says what comes next (`nextAction`); the machine shows it:
 *
 *   loading → data → choose → side ⇄ camera → review → upload → (next side) → submitting → reading → result
 *                              ⇅                                              result → (retry) → side
 *                            handoff: another device takes the pictures, this one follows
 *
 * What always holds:
 * - Each effect carries the number of its run, and a response of an earlier run changes nothing.
 * - A lost connection loses no picture: `upload` continues on its own, and a step that was not sent can be sent
 *   again with the same key.
 * - The machine never knows more than the service's last response: it asks after each step.
 */
import type { KycHandoff, KycPictureProblem, KycUpload } from "#contract/client/kyc";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { ApiResult } from "../../client/read-result.ts";
import type { KycSession } from "../kyc-responses.ts";
import type { FileProblem, PictureOutcome, ReadyPicture } from "../picture/picture.ts";
import type { SendingState } from "../upload/send-picture.ts";

export type KycStep =
  | "loading"
  /** The service did not respond. The widget retries automatically, and there is a button. */
  | "unreachable"
  /** The secret is expired or unknown, or its operator does not verify customers. */
  | "refused"
  /** Name or date of birth is missing, so the document has nothing to match. */
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

export interface KycState {
  readonly step: KycStep;
  readonly run: number;
  readonly session: KycSession | null;
  /** This device received the handoff: it takes pictures and follows no other. */
  readonly isOtherDevice: boolean;
  /** The only document that the page or the link asks for. */
  readonly requestedType: string | null;
  readonly side: string | null;
  /** A response is on its way; until then presses do nothing. */
  readonly busy: boolean;
  readonly preparing: boolean;
  readonly picture: ReadyPicture | null;
  /** Why the last file cannot be used. */
  readonly fileProblem: FileProblem | null;
  /** The problems that the service found with the last picture. */
  readonly problems: readonly KycPictureProblem[];
  readonly sending: SendingState | null;
  /** Why the last action had no result. */
  readonly failure: ApiFailure | null;
  readonly handoff: KycHandoff | null;
  /** Polls since something changed. */
  readonly polls: number;
  /** Whether polls get no response. */
  readonly stalled: boolean;
  /** Verification and status last reported to the page. */
  readonly reported: string | null;
}

/** Answers carry the run that they belong to. */
export type KycEvent =
  | { readonly type: "secretReceived" }
  | { readonly type: "documentAsked"; readonly documentType: string }
  | { readonly type: "renewFailed"; readonly run: number }
  | {
      readonly type: "sessionAnswered";
      readonly run: number;
      readonly result: ApiResult<KycSession>;
    }
  | { readonly type: "stepAnswered"; readonly run: number; readonly result: ApiResult<KycSession> }
  | { readonly type: "requirementsMet" }
  | { readonly type: "consented"; readonly documentType: string }
  | { readonly type: "changeDocument" }
  | { readonly type: "cameraWanted" }
  | { readonly type: "pictureGiven"; readonly source: Blob | ImageBitmap }
  | { readonly type: "prepared"; readonly run: number; readonly outcome: PictureOutcome }
  | { readonly type: "pictureAccepted" }
  | { readonly type: "pictureDropped" }
  | { readonly type: "uploadMoved"; readonly run: number; readonly sending: SendingState }
  | { readonly type: "uploadEnded"; readonly run: number; readonly result: ApiResult<KycUpload> }
  | {
      readonly type: "storedFound";
      readonly run: number;
      readonly blob: Blob;
      readonly upload: KycUpload;
    }
  | { readonly type: "handoffWanted" }
  | {
      readonly type: "handoffAnswered";
      readonly run: number;
      readonly result: ApiResult<KycHandoff>;
    }
  | { readonly type: "retryWanted" }
  | { readonly type: "back" }
  | { readonly type: "again" };

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
  /** Looks for the bytes of an upload that a reload interrupted. */
  | { readonly type: "findStored"; readonly run: number; readonly upload: KycUpload }
  | { readonly type: "endUpload" }
  | { readonly type: "submit"; readonly run: number; readonly delayMs: number }
  | { readonly type: "retry"; readonly run: number }
  | { readonly type: "handoff"; readonly run: number }
  | { readonly type: "renewSecret"; readonly run: number; readonly failure: ApiFailure }
  | { readonly type: "refuseLoad"; readonly failure: ApiFailure }
  | { readonly type: "report"; readonly session: KycSession };

export const firstState: KycState = {
  step: "loading",
  run: 0,
  session: null,
  isOtherDevice: false,
  requestedType: null,
  side: null,
  busy: false,
  preparing: false,
  picture: null,
  fileProblem: null,
  problems: [],
  sending: null,
  failure: null,
  handoff: null,
  polls: 0,
  stalled: false,
  reported: null,
};
