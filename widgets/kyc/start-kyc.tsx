import type { KycFrameMessage } from "#contract/channel/kyc-messages";
import type { Language } from "#contract/languages";
import { keepLoading, pauseUntilOnline } from "../client/keep-loading.ts";
import type { BarcodeReader } from "./barcode/barcode-reader.ts";
import { createCamera } from "./camera/camera.ts";
import { DataStep } from "./data-step.tsx";
import { createKycApi } from "./kyc-api.ts";
import { createKycFlow, type KycFlow } from "./kyc-flow.ts";
import type { Pixels } from "./picture/measure-picture.ts";
import { createStoredPictures } from "./upload/stored-picture.ts";
import type { KycParts, KycPlace } from "./view/kyc-view.tsx";

export interface StartKycOptions {
  readonly clientSecret: string;
  readonly publishableKey: string | null;
  readonly language: Language;
  readonly locale: string;
  readonly place: KycPlace;
  /** The only document to ask for; null: the customer chooses. */
  readonly documentType: string | null;
  /** The session request, if it is already under way. */
  readonly begunSession?: Promise<Response>;
  readonly report: (message: KycFrameMessage) => void;
  readonly fetchClientSecret: () => Promise<string>;
}

/** A verification's flow, and the parts that its view loads when needed. */
export interface RunningKyc {
  readonly flow: KycFlow;
  readonly parts: KycParts;
  useSecret(clientSecret: string): void;
  /** Stops calls, camera and worker. */
  end(): void;
}

/** Connects flow, camera, barcode reader and storage, and asks the service for the next step. */
export function startKyc(options: StartKycOptions): RunningKyc {
  const { clientSecret, publishableKey, language, locale, place, documentType } = options;
  const { report, fetchClientSecret } = options;
  let { begunSession } = options;
  const credentials = { clientSecretKey: clientSecret, publishableKey };
  const api = createKycApi({ credentials });
  // The service's time: a device's clock may be years off.
  let offsetMs = 0;
  const camera = createCamera();
  let reader: Promise<BarcodeReader> | null = null;
  const loadPictures = () => keepLoading(() => import("./picture/prepare-picture.ts"));
  const checkBarcode = async (pixels: Pixels, thorough: boolean) => {
    reader ??= import("./barcode/barcode-reader.ts").then((module) => module.createBarcodeReader());
    try {
      return await (await reader).check(pixels, thorough);
    } catch {
      reader = null; // its script did not load; the next picture tries again
      return "unknown" as const;
    }
  };
  const flow = createKycFlow({
    api: {
      ...api,
      async session() {
        const sessionRequest = begunSession;
        begunSession = undefined;
        const result = await api.session(sessionRequest);
        if (result.ok) offsetMs = Date.parse(result.value.serverTime) - Date.now();
        return result;
      },
    },
    report,
    fetchClientSecret,
    documentType,
    isOtherDevice: place === "phone",
    prepare: async (source, side) =>
      (await loadPictures()).preparePicture(source, side, (pixels) => checkBarcode(pixels, true)),
    pictures: createStoredPictures(clientSecret, Date.now),
    pause: pauseUntilOnline,
    newKey: () => crypto.randomUUID(),
    nowMs: Date.now,
  });
  const parts: KycParts = {
    camera,
    checkBarcode: (pixels) => checkBarcode(pixels, false),
    loadCamera: async () => {
      // every picture needs them, even one from a file
      void loadPictures();
      return (await import("./camera/camera-view.tsx")).CameraView;
    },
    loadHandoff: async () => (await import("./handoff/handoff-view.tsx")).HandoffView,
    dataStep:
      place === "phone"
        ? null
        : ({ session }, words, onDone) => {
            const requirement = session?.requirements.find(({ type }) => type === "customer_data");
            return (
              requirement && (
                <DataStep
                  requirement={requirement}
                  credentials={credentials}
                  language={language}
                  locale={locale}
                  nowMs={() => Date.now() + offsetMs}
                  words={words}
                  onDone={onDone}
                />
              )
            );
          },
  };
  flow.send({ type: "secretReceived" });
  return {
    flow,
    parts,
    useSecret: flow.useSecret,
    end() {
      flow.end();
      camera.close();
      void reader?.then((opened) => opened.close()).catch(() => undefined);
    },
  };
}
