import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { KycTexts } from "../../i18n/kyc-texts.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { measurePicture, type Pixels } from "../picture/measure-picture.ts";
import type { BarcodeFinding } from "../picture/picture.ts";
import type { Camera } from "./camera.ts";
import { type CameraPhase, CameraScene } from "./camera-scene.tsx";
import { liveHint, movementOf } from "./live-hint.ts";

interface CameraViewProps {
  readonly camera: Camera;
  readonly side: string;
  readonly texts: KycTexts;
  readonly preparing: boolean;
  /** A quick search for the license's barcode in a frame. */
  readonly checkBarcode: (pixels: Pixels) => Promise<BarcodeFinding>;
  readonly onTaken: (still: ImageBitmap) => void;
  readonly onBack: () => void;
  readonly file: ComponentChildren;
}

const hintEveryMs = 400;
const barcodeEveryMs = 600;
/** Some browsers show black after a page change. A covered lens is never this black. */
const blackMs = 3_000;
/** Hints change often; screen readers get at most one in this time. */
const speakEveryMs = 4_000;

/** Asks for permission, guides, and takes the picture automatically once it sees the barcode. */
export function CameraView(props: CameraViewProps) {
  const { camera, side, texts, preparing, onTaken, onBack, file } = props;
  const [phase, setPhase] = useState<CameraPhase>({ type: "opening" });
  const [spoken, setSpoken] = useState("");
  const video = useRef<HTMLVideoElement>(null);
  const isTaken = useRef(false);

  const open = async () => {
    setPhase({ type: "opening" });
    const opening = await camera.open();
    if (!opening.ok) return setPhase({ type: "problem", problem: opening.problem });
    const shown = video.current;
    if (!shown) return;
    shown.srcObject = opening.stream;
    for (const track of opening.stream.getVideoTracks()) {
      track.addEventListener("ended", () => setPhase({ type: "problem", problem: "lost" }));
    }
    await shown.play().catch(() => undefined);
    setPhase({ type: "live", hint: null });
  };
  const take = async (given?: ImageBitmap) => {
    const shown = video.current;
    if (isTaken.current || !shown || shown.videoWidth === 0) return given?.close();
    isTaken.current = true;
    try {
      onTaken(given ?? (await createImageBitmap(shown)));
    } catch {
      isTaken.current = false; // the camera had no frame to give, so another press may help
    }
  };

  useEffect(() => {
    let isGone = false;
    void camera.permission().then((permission) => {
      if (isGone) return;
      if (permission === "granted") void open();
      else if (permission === "prompt") setPhase({ type: "ask" });
      else setPhase({ type: "problem", problem: permission === "absent" ? "absent" : "denied" });
    });
    return () => {
      isGone = true;
      camera.release();
    };
  }, []);

  const isLive = phase.type === "live" && !preparing;
  useEffect(() => {
    if (!isLive) return;
    let before: Uint8ClampedArray | null = null;
    let blackSince: number | null = null;
    let spokenAt = 0;
    const look = () => {
      const pixels = video.current && frameOf(video.current, 400);
      if (!pixels) return;
      const measures = measurePicture(pixels);
      const hint = liveHint(measures, movementOf(before, pixels.data), side);
      before = pixels.data;
      const now = performance.now();
      if (measures.brightness > 2) blackSince = null;
      else blackSince ??= now;
      if (blackSince !== null && now - blackSince > blackMs) {
        camera.close();
        return setPhase({ type: "problem", problem: "lost" });
      }
      setPhase({ type: "live", hint });
      if (now - spokenAt < speakEveryMs) return;
      spokenAt = now;
      setSpoken(texts.camera.hints[hint]);
    };
    const timer = setInterval(look, hintEveryMs);
    return () => clearInterval(timer);
  }, [isLive, side]);

  useEffect(() => {
    if (!isLive || side !== "back") return;
    let isGone = false;
    const watch = async () => {
      while (!isGone) {
        await new Promise((resolve) => setTimeout(resolve, barcodeEveryMs));
        const shown = video.current;
        if (isGone || !shown || shown.videoWidth === 0) continue;
        const still = await createImageBitmap(shown);
        const pixels = frameOf(still, 1600);
        const finding = pixels ? await props.checkBarcode(pixels) : "unknown";
        if (isGone || finding !== "readable") still.close();
        else {
          setSpoken(texts.camera.hints.barcode);
          return take(still);
        }
        if (finding === "unknown") return;
      }
    };
    void watch().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [isLive, side]);

  return (
    <>
      <CameraScene
        side={side}
        texts={texts}
        video={video}
        file={file}
        onBack={onBack}
        phase={preparing ? { type: "preparing" } : phase}
        onAllow={() => void open()}
        onShutter={() => void take()}
      />
      <LiveRegion message={spoken} />
    </>
  );
}

/** The current frame, at most `maxPx` wide; null before the first one. */
function frameOf(source: HTMLVideoElement | ImageBitmap, maxPx: number): Pixels | null {
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.width, source.height];
  if (width === 0 || height === 0) return null;
  const scale = Math.min(1, maxPx / width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null;
}

export type CameraViewComponent = typeof CameraView;
