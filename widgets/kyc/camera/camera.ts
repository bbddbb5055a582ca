/** Why the camera gives no picture. */
export type CameraProblem = "denied" | "absent" | "busy" | "lost";

export type CameraOpening =
  | { readonly ok: true; readonly stream: MediaStream }
  | { readonly ok: false; readonly problem: CameraProblem };

/** All sides share one stream: opening it again may ask for permission again. */
export interface Camera {
  /** Whether the browser will ask; `absent` if the page cannot have a camera. */
  permission(): Promise<"granted" | "prompt" | "denied" | "absent">;
  /** A second call while the browser still asks waits for the same response. */
  open(): Promise<CameraOpening>;
  /** Stops the camera soon, even one that the browser has yet to open, unless it is opened again before then. */
  release(): void;
  /** Stops the camera at once. */
  close(): void;
}

/** How long the camera stays open: enough to check a picture and continue with the other side. */
const lingerMs = 20_000;

/** `devices` is undefined in pages without a secure context. */
export function createCamera(devices: MediaDevices | undefined = navigator.mediaDevices): Camera {
  let stream: MediaStream | null = null;
  let opening: Promise<MediaStream> | null = null;
  let isReleased = false;
  let closing: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(closing);
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
  };
  const release = () => {
    isReleased = true;
    clearTimeout(closing);
    closing = setTimeout(close, lingerMs);
  };
  return {
    async permission() {
      if (!devices?.getUserMedia || !isAllowedHere()) return "absent";
      try {
        const { state } = await navigator.permissions.query({ name: "camera" as PermissionName });
        return state;
      } catch {
        return "prompt"; // Firefox cannot report it
      }
    },
    async open() {
      isReleased = false;
      clearTimeout(closing);
      if (stream?.getVideoTracks().some(({ readyState }) => readyState === "live")) {
        return { ok: true, stream };
      }
      if (!devices?.getUserMedia || !isAllowedHere()) return { ok: false, problem: "absent" };
      try {
        opening ??= devices
          .getUserMedia({
            audio: false,
            video: {
              facingMode: { ideal: "environment" },
              width: { ideal: 1920 },
              height: { ideal: 1080 },
            },
          })
          .finally(() => {
            opening = null;
          });
        stream = await opening;
        // The customer left while the browser asked.
        if (isReleased) release();
        return { ok: true, stream };
      } catch (thrown) {
        return { ok: false, problem: problemOf(thrown) };
      }
    },
    release,
    close,
  };
}

/** Error names of getUserMedia (Media Capture and Streams §10.2), including old ones. */
export function problemOf(thrown: unknown): CameraProblem {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : "";
  if (["NotAllowedError", "SecurityError", "PermissionDeniedError"].includes(name)) return "denied";
  if (["NotReadableError", "AbortError", "TrackStartError"].includes(name)) return "busy";
  return "absent";
}

/** Whether this frame may use a camera. If the host page does not allow it, the browser does not ask. */
function isAllowedHere(): boolean {
  const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } })
    .featurePolicy;
  return policy?.allowsFeature("camera") ?? true;
}
