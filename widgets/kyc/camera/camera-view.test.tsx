// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { kycTexts } from "../../i18n/en/kyc.ts";
import { CameraView } from "./camera-view.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the shutter works again after the camera had no frame to give", async () => {
  Object.defineProperty(HTMLVideoElement.prototype, "videoWidth", { value: 640 });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const still = { close() {} };
  vi.stubGlobal(
    "createImageBitmap",
    vi
      .fn()
      .mockRejectedValueOnce(new DOMException("", "InvalidStateError"))
      .mockResolvedValue(still),
  );
  const onTaken = vi.fn();
  const stream = Object.assign(new MediaStream(), { getVideoTracks: () => [] });
  render(
    <CameraView
      camera={{
        permission: async () => "granted",
        open: async () => ({ ok: true, stream }),
        release() {},
        close() {},
      }}
      side="front"
      texts={kycTexts}
      preparing={false}
      checkBarcode={async () => "unknown"}
      onTaken={onTaken}
      onBack={() => {}}
      file={null}
    />,
  );
  const shutter = screen.getByTestId("kyc-shutter");
  await waitFor(() => expect(shutter.getAttribute("aria-disabled")).toBeNull());
  const user = userEvent.setup();
  await user.click(shutter);
  expect(onTaken).not.toHaveBeenCalled();
  await user.click(shutter);
  await waitFor(() => expect(onTaken).toHaveBeenCalledExactlyOnceWith(still));
});
