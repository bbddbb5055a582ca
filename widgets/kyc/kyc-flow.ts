import type { KycFrameMessage, KycResult } from "#contract/channel/kyc-messages";
import type { KycDocumentType } from "#contract/client/kyc";
import { createCallKeys } from "../client/call-keys.ts";
import { loadError } from "../client/load-error.ts";
import type { ApiResult } from "../client/read-result.ts";
import { type RunningMachine, runMachine } from "../client/run-machine.ts";
import type { KycApi } from "./kyc-api.ts";
import type { KycSession } from "./kyc-responses.ts";
import { reduceKyc } from "./machine/reduce.ts";
import { firstState, type KycEffect, type KycEvent, type KycState } from "./machine/state.ts";
import type { PictureOutcome } from "./picture/picture.ts";
import { sendPicture } from "./upload/send-picture.ts";
import type { StoredPictures } from "./upload/stored-picture.ts";

/** The flow's dependencies: everything that waits, calls or is random. */
export interface KycFlowOptions {
  readonly api: KycApi;
  /** Does nothing on our own pages and inside another widget. */
  readonly report: (message: KycFrameMessage) => void;
  /** Rejects if there is nobody to ask. */
  readonly fetchClientSecret: () => Promise<string>;
  readonly prepare: (source: Blob | ImageBitmap, side: string) => Promise<PictureOutcome>;
  readonly pictures: StoredPictures;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly newKey: () => string;
  readonly nowMs: () => number;
  readonly isOtherDevice?: boolean;
  readonly documentType?: string | null;
}

export interface KycFlow extends RunningMachine<KycState, KycEvent> {
  useSecret(clientSecret: string): void;
  end(): void;
}

export function createKycFlow(options: KycFlowOptions): KycFlow {
  const { api, report, pictures, pause, newKey, nowMs } = options;
  const ending = new AbortController();
  let uploading: AbortController | null = null;
  /** Number of secrets received since the first. */
  let secrets = 0;
  const keys = createCallKeys(newKey);
  /** A step whose outcome is unknown keeps its key; another verification has other keys. */
  const withKey = async (
    step: string,
    call: (key: string) => Promise<ApiResult<KycSession>>,
  ): Promise<ApiResult<KycSession>> => {
    const { kycVerificationId = "" } = machine.state().session ?? {};
    const result = await call(keys.keyOf(`${kycVerificationId} ${step}`));
    if (result.ok) keys.responded(200, null);
    else if (result.failure.kind === "refused") {
      keys.responded(result.failure.status, result.failure.code);
    }
    return result;
  };

  const send = (event: KycEvent) => {
    if (!ending.signal.aborted) machine.send(event);
  };

  const sendStep =
    ({ run }: { run: number }) =>
    (result: ApiResult<KycSession>) =>
      send({ type: "stepAnswered", run, result });

  const carryOut = (effect: KycEffect): void => {
    switch (effect.type) {
      case "load":
        void after(effect.delayMs, async () => {
          const { run } = effect;
          if (run === machine.state().run)
            send({ type: "sessionAnswered", run, result: await api.session() });
        });
        return;
      case "consent": {
        const documentType = effect.documentType as KycDocumentType;
        void api.consent({ documentType, consent: true }, newKey()).then(sendStep(effect));
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
      case "findStored": {
        const { run, upload: begun } = effect;
        void pictures.find(begun.uploadId).then((blob) => {
          const isWhole = blob?.size === begun.sizeBytes;
          if (blob && isWhole) send({ type: "storedFound", run, blob, upload: begun });
        });
        return;
      }
      case "endUpload":
        uploading?.abort();
        void pictures.drop();
        return;
      case "submit":
        void after(effect.delayMs, async () => {
          if (effect.run !== machine.state().run) return;
          sendStep(effect)(await withKey("submit", api.submit));
        });
        return;
      case "retry":
        void withKey("retry", api.retry).then(sendStep(effect));
        return;
      case "handoff": {
        const { run } = effect;
        void api.handoff(newKey()).then((result) => send({ type: "handoffAnswered", run, result }));
        return;
      }
      case "renewSecret": {
        // The page may send a newer one in the meantime.
        const before = secrets;
        void options.fetchClientSecret().then(
          (secret) => {
            if (secrets === before) useSecret(secret);
          },
          () => {
            if (secrets !== before) return;
            send({ type: "renewFailed", run: effect.run });
            if (machine.state().session === null)
              report({ type: "loaderror", error: loadError(effect.failure) });
          },
        );
        return;
      }
      case "refuseLoad":
        report({ type: "loaderror", error: loadError(effect.failure) });
        return;
      case "report": {
        const result = resultOf(effect.session);
        if (result) report({ type: "complete", result });
      }
    }
  };

  const upload = async (effect: Extract<KycEffect, { type: "upload" }>) => {
    const { run, side, blob, begun } = effect;
    uploading?.abort();
    const own = new AbortController();
    uploading = own;
    const { signal } = own;
    const result = await sendPicture({
      api,
      side,
      blob,
      begun,
      signal,
      pause,
      nowMs,
      idempotencyKey: newKey(),
      onBegun: (upload) => void pictures.keep(upload.uploadId, blob),
      onProgress: (sending) => send({ type: "uploadMoved", run, sending }),
    });
    // Not awaited: some browsers' stores never respond.
    if (!signal.aborted) void pictures.drop();
    send({ type: "uploadEnded", run, result });
  };

  const after = async (ms: number, run: () => Promise<void>) => {
    if (ms > 0) await pause(ms, ending.signal);
    if (!ending.signal.aborted) await run();
  };

  const useSecret = (clientSecret: string) => {
    secrets += 1;
    api.useSecret(clientSecret);
    send({ type: "secretReceived" });
  };

  const machine = runMachine<KycState, KycEvent, KycEffect>(
    {
      ...firstState,
      isOtherDevice: options.isOtherDevice ?? false,
      requestedType: options.documentType ?? null,
    },
    reduceKyc,
    carryOut,
    (next, before) => {
      const status = next.session?.status;
      if (status !== undefined && status !== before.session?.status) {
        report({ type: "status", status });
      }
      if (next.step !== before.step) report({ type: "step", step: next.step });
    },
  );

  return {
    ...machine,
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

/** The result that the page gets; null without a decision. */
function resultOf(session: KycSession): KycResult | null {
  const { kycVerificationId, documentType, status, reasons } = session;
  if (kycVerificationId === null) return null;
  const type = Object.hasOwn(types, status) ? types[status] : status;
  return { type: type ?? status, kycVerificationId, documentType, status, reasons };
}
