// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { createCamera, problemOf } from "./camera.ts";
import { liveHint, movementOf } from "./live-hint.ts";

afterEach(() => vi.useRealTimers());

function devices(outcome: () => Promise<unknown>) {
  return { getUserMedia: vi.fn(outcome) } as unknown as MediaDevices & {
    getUserMedia: ReturnType<typeof vi.fn>;
  };
}
function stream() {
  const track = { readyState: "live", stop: vi.fn(() => (track.readyState = "ended")) };
  return { track, getTracks: () => [track], getVideoTracks: () => [track] };
}

/** A browser that asks the customer until `allow` is called. */
function asking(given: ReturnType<typeof stream>) {
  let answer = () => {};
  const source = devices(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(given);
      }),
  );
  return { source, camera: createCamera(source), allow: () => answer() };
}

test.each([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotReadableError", "busy"],
  ["NotFoundError", "absent"],
  ["OverconstrainedError", "absent"],
])("%s counts as %s", async (name, problem) => {
  const camera = createCamera(devices(() => Promise.reject(new DOMException("", name))));
  expect(await camera.open()).toEqual({ ok: false, problem });
});

test("an error that is not the camera's counts as no camera", () => {
  expect(problemOf("strange")).toBe("absent");
});

test("a page without a secure context has no camera", async () => {
  const camera = createCamera(undefined);
  expect(await camera.permission()).toBe("absent");
  expect(await camera.open()).toEqual({ ok: false, problem: "absent" });
});

test("both sides share one stream, which stops when nothing needs it", async () => {
  vi.useFakeTimers();
  const one = stream();
  const source = devices(async () => one);
  const camera = createCamera(source);
  await camera.open();
  camera.release();
  await vi.advanceTimersByTimeAsync(5_000);
  await camera.open();
  expect(source.getUserMedia).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.track.stop).not.toHaveBeenCalled();
  camera.release();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.track.stop).toHaveBeenCalledTimes(1);
});

test("opening again while the browser still asks opens one camera, which stays open", async () => {
  vi.useFakeTimers();
  const one = stream();
  const { source, camera, allow } = asking(one);
  const first = camera.open();
  camera.release();
  const second = camera.open();
  allow();
  expect(await Promise.all([first, second])).toEqual([
    { ok: true, stream: one },
    { ok: true, stream: one },
  ]);
  expect(source.getUserMedia).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.track.stop).not.toHaveBeenCalled();
});

test("a camera that opens after the customer left stops soon", async () => {
  vi.useFakeTimers();
  const one = stream();
  const { camera, allow } = asking(one);
  const opening = camera.open();
  camera.release();
  await vi.advanceTimersByTimeAsync(60_000);
  allow();
  await opening;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.track.stop).toHaveBeenCalled();
});

test("a camera that could not open can be opened again", async () => {
  const source = devices(async () => stream());
  source.getUserMedia.mockRejectedValueOnce(new DOMException("", "NotReadableError"));
  const camera = createCamera(source);
  expect(await camera.open()).toEqual({ ok: false, problem: "busy" });
  expect((await camera.open()).ok).toBe(true);
});

test("asks for no sound", async () => {
  const source = devices(async () => stream());
  await createCamera(source).open();
  expect(source.getUserMedia).toHaveBeenCalledWith(expect.objectContaining({ audio: false }));
});

test("hints name the first thing that helps", () => {
  const good = { brightness: 120, sharpness: 900, glare: 0 };
  expect(liveHint({ ...good, brightness: 20 }, 0, "front")).toBe("dark");
  expect(liveHint({ ...good, glare: 0.9 }, 0, "front")).toBe("glare");
  expect(liveHint({ ...good, glare: 0.9 }, 0, "back")).toBe("ready");
  expect(liveHint({ ...good, sharpness: 5 }, 0, "front")).toBe("fit");
  expect(liveHint(good, 40, "front")).toBe("still");
  expect(liveHint(good, 3, "front")).toBe("ready");
  expect(movementOf(null, new Uint8ClampedArray(8))).toBe(255);
  expect(movementOf(new Uint8ClampedArray(8), new Uint8ClampedArray(8).fill(10))).toBe(10);
});
