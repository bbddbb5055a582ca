import type { PictureWarning } from "../kyc/picture/picture.ts";

interface Words {
  readonly title: string;
  readonly text: string;
}

export interface KycTexts {
  readonly title: string;
  readonly loading: string;
  readonly back: string;
  readonly cancel: string;
  readonly document: Readonly<Record<string, string>>;
  /** Names of sides inside a sentence; unknown sides use `other`. */
  readonly side: { readonly other: string; readonly [side: string]: string };
  readonly choose: Words & {
    readonly legend: string;
    readonly hint: Readonly<Record<string, string>>;
    /** Says that the text below is in English and that the English counts; null where it is in this language. */
    readonly englishOnly: string | null;
    /** English until somebody reviews the translation, because the customer agrees to it. */
    readonly consent: (operator: string) => string;
    readonly consentMissing: string;
    readonly documentMissing: string;
    readonly privacy: readonly string[];
    readonly continue: string;
  };
  readonly take: {
    readonly progress: (at: number, of: number) => string;
    readonly title: (side: string) => string;
    readonly text: Readonly<Record<string, string>>;
    readonly tips: readonly string[];
    readonly camera: string;
    readonly file: string;
    readonly phone: string;
    readonly phoneText: string;
    readonly otherDocument: string;
    readonly kept: (side: string) => string;
    readonly preparing: string;
  };
  readonly fileProblem: {
    readonly title: string;
    readonly empty: string;
    readonly too_large: string;
    readonly too_small: string;
    readonly damaged: string;
    readonly heic: string;
    readonly notAPicture: (kind: string | null) => string;
  };
  readonly camera: {
    readonly ask: Words & { readonly allow: string };
    readonly opening: string;
    readonly name: (side: string) => string;
    readonly shutter: string;
    readonly file: string;
    readonly taken: string;
    readonly hints: Readonly<
      Record<"fit" | "dark" | "glare" | "still" | "ready" | "barcode", string>
    >;
    readonly denied: Words & { readonly steps: readonly string[] };
    readonly absent: Words;
    readonly busy: Words;
    readonly lost: Words;
    readonly retry: string;
  };
  readonly review: {
    readonly title: (side: string) => string;
    readonly alt: (side: string) => string;
    readonly good: string;
    readonly barcodeReadable: string;
    readonly barcodeUnreadable: Words;
    readonly warnings: Readonly<Record<PictureWarning, string>>;
    readonly use: string;
    readonly useAnyway: string;
    readonly again: string;
    readonly otherFile: string;
  };
  readonly upload: {
    readonly title: string;
    readonly text: string;
    readonly stalled: Words;
    readonly percent: (percent: number) => string;
    readonly checking: string;
  };
  readonly refusedPicture: string;
  readonly handoff: Words & {
    readonly making: string;
    readonly qr: string;
    readonly copy: string;
    readonly copied: string;
    readonly link: string;
    readonly until: (time: string) => string;
    readonly waiting: string;
    readonly opened: Words;
    readonly state: Readonly<Record<"missing" | "uploading" | "received" | "refused", string>>;
    readonly expired: Words;
    readonly fresh: string;
    readonly showAgain: string;
    readonly here: string;
  };
  readonly submitting: string;
  readonly reading: Words & { readonly long: string; readonly leave: string };
  readonly stalled: string;
  readonly result: {
    readonly verified: Words;
    readonly under_review: Words;
    readonly rejected: Words;
    readonly rejectedForGood: Words;
    readonly rejected_manually: Words;
    readonly expired: Words;
    readonly changed: Words;
    readonly unknown: (status: string) => Words;
    readonly checks: string;
    readonly check: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly marks: Readonly<Record<string, string>>;
    readonly reason: Readonly<Record<string, string>>;
    readonly retry: string;
    readonly retrySide: (side: string) => string;
    readonly retryAt: (time: string) => string;
    readonly keeps: string;
    readonly closeTab: string;
  };
  /** Used for a reason without a text here; null if the service's texts are in this language. */
  readonly anyReason: string | null;
  /** Texts by the service's codes; unknown codes use `anyReason`. */
  readonly problem: Readonly<Record<string, string>>;
  readonly refused: {
    readonly expired: Words;
    readonly expiredLink: Words;
    readonly expiredPhone: Words;
    readonly invalid: Words;
    readonly missing: Words;
    readonly other: Words;
  };
  readonly unreachable: Words & { readonly offline: string; readonly retry: string };
  readonly failed: {
    readonly lost: string;
    readonly tooMany: string;
    readonly tooComplex: string;
    readonly retryLimit: (time: string) => string;
    readonly other: string;
  };
  readonly phoneFirst: Words;
}
