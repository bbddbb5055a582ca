import type { KycFrameMessage, KycResult } from "#contract/channel/kyc-messages";
import type { KycDocumentType } from "#contract/client/kyc";
import { loadError } from "../client/load-error.ts";
import type { KycSession } from "./kyc-answers.ts";
import type { KycApi } from "./kyc-api.ts";
import { reduceKyc } from "./machine/reduce.ts";
import { firstState, type KycEffect, type KycEvent, type KycState } from "./machine/state.ts";
import type { PictureOutcome } from "./picture/picture.ts";
import type { KeptPictures } from "./upload/kept-picture.ts";
import { sendPicture } from "./upload/send-picture.ts";

/** The world around the machine; everything that waits, asks or is random comes in here. */
export interface KycFlowOptions {
  readonly api: KycApi;
  /** What the page around is told; nobody, on our own pages and inside another widget. */
  readonly tell: (message: KycFrameMessage) => void;
  /** A fresh secret; rejects where there is nobody to ask. */
  readonly fetchClientSecret: () => Promise<string>;
  readonly prepare: (source: Blob | ImageBitmap, side: string) => Promise<PictureOutcome>;
  readonly kept: KeptPictures;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly newKey: () => string;
  readonly nowMs: () => number;
  readonly isOtherDevice?: boolean;
  readonly documentType?: string | null;
}

/** A running verification. */
export interface KycFlow {
  state(): KycState;
  subscribe(listener: () => void): () => void;
  send(event: KycEvent): void;
  useSecret(clientSecret: string): void;
  /** Nothing is asked or sent any more. */
  end(): void;
}

/** Runs the machine: carries out its effects and feeds their answers back. */
export function createKycFlow(options: KycFlowOptions): KycFlow {
  const { api, tell, kept, pause, newKey, nowMs } = options;
  let state: KycState = {
    ...firstState,
    isOtherDevice: options.isOtherDevice ?? false,
    asked: options.documentType ?? null,
  };
  const listeners = new Set<() => void>();
  const ending = new AbortController();
  let uploading: AbortController | null = null;
  /** A step sent again keeps its key, as long as it is of the same verification. */
  const keys = new Map<string, string>();
  const keyFor = (step: string) => {
    const name = `${state.session?.kycVerificationId ?? ""} ${step}`;
    const key = keys.get(name) ?? newKey();
    keys.set(name, key);
    return key;
  };

  const send = (event: KycEvent) => {
    if (ending.signal.aborted) return;
    const before = state;
    const [next, effects] = reduceKyc(before, event);
    state = next;
    const status = next.session?.status;
    if (status !== undefined && status !== before.session?.status) tell({ type: "status", status });
    if (next.step !== before.step) tell({ type: "step", step: next.step });
    for (const effect of effects) carryOut(effect);
    if (state !== before) for (const listener of [...listeners]) listener();
  };

  const carryOut = (effect: KycEffect): void => {
    switch (effect.type) {
      case "load":
        void after(effect.delayMs, async () => {
          const { run } = effect;
          if (run === state.run)
            send({ type: "sessionAnswered", run, answer: await api.session() });
        });
        return;
      case "consent": {
        const { run, documentType } = effect;
        const body = { documentType: documentType as KycDocumentType, consent: true } as const;
        void api
          .consent(body, newKey())
          .then((answer) => send({ type: "stepAnswered", run, answer }));
        return;
      }
      case "prepare": {
        const { run, source, side } = effect;
        void options
          .prepare(source, side)
          .then((outcome) => send({ type: "prepared", run, outcome }));
        return;
      }
      case "upload":
        void upload(effect);
        return;
      case "findKept": {
        const { run, upload: begun } = effect;
        void kept.find(begun.uploadId).then((blob) => {
          const isWhole = blob?.size === begun.sizeBytes;
          if (blob && isWhole) send({ type: "keptFound", run, blob, upload: begun });
        });
        return;
      }
      case "endUpload":
        uploading?.abort();
        void kept.drop();
        return;
      case "submit":
        void after(effect.delayMs, async () => {
          const { run } = effect;
          if (run !== state.run) return;
          send({ type: "stepAnswered", run, answer: await api.submit(keyFor("submit")) });
        });
        return;
      case "retry": {
        const { run } = effect;
        void api
          .retry(keyFor("retry"))
          .then((answer) => send({ type: "stepAnswered", run, answer }));
        return;
      }
      case "handoff": {
        const { run } = effect;
        void api.handoff(newKey()).then((answer) => send({ type: "handoffAnswered", run, answer }));
        return;
      }
      case "renewSecret":
        void options.fetchClientSecret().then(useSecret, () => {
          send({ type: "renewFailed", run: effect.run });
          if (state.session === null) tell({ type: "loaderror", error: loadError(effect.failure) });
        });
        return;
      case "refuseLoad":
        tell({ type: "loaderror", error: loadError(effect.failure) });
        return;
      case "tell": {
        const result = resultOf(effect.session);
        if (result) tell({ type: "complete", result });
      }
    }
  };

  const upload = async (effect: Extract<KycEffect, { type: "upload" }>) => {
    const { run, side, blob, begun } = effect;
    uploading?.abort();
    const own = new AbortController();
    uploading = own;
    const { signal } = own;
    const answer = await sendPicture({
      api,
      side,
      blob,
      begun,
      signal,
      pause,
      nowMs,
      idempotencyKey: newKey(),
      onBegun: (upload) => void kept.keep(upload.uploadId, blob),
      onProgress: (sending) => send({ type: "uploadMoved", run, sending }),
    });
    if (!signal.aborted) await kept.drop();
    send({ type: "uploadEnded", run, answer });
  };

  const after = async (ms: number, run: () => Promise<void>) => {
    if (ms > 0) await pause(ms, ending.signal);
    if (!ending.signal.aborted) await run();
  };

  const useSecret = (clientSecret: string) => {
    api.useSecret(clientSecret);
    send({ type: "secretReceived" });
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
    useSecret,
    end() {
      ending.abort();
      uploading?.abort();
    },
  };
}

const types: Readonly<Record<string, KycResult["type"]>> = {
  verified: "success",
  verified_manually: "success",
  under_review: "pending",
  rejected: "failed",
  rejected_manually: "failed",
  expired: "expired",
};

/** A decision as the page is told it; null where there is none to tell. */
function resultOf(session: KycSession): KycResult | null {
  const { kycVerificationId, documentType, status, reasons } = session;
  if (kycVerificationId === null) return null;
  const type = Object.hasOwn(types, status) ? types[status] : status;
  return { type: type ?? status, kycVerificationId, documentType, status, reasons };
}
