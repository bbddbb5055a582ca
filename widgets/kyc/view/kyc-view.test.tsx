// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { kycTexts as en } from "../../i18n/en/kyc.ts";
import { kycTexts as es } from "../../i18n/es/kyc.ts";
import { createCamera } from "../camera/camera.ts";
import type { KycSession } from "../kyc-responses.ts";
import { firstState, type KycState } from "../machine/state.ts";
import { examplePicture, exampleSession, exampleUpload } from "../testing/examples.ts";
import { type KycPlace, KycView } from "./kyc-view.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(state: Partial<KycState>, place: KycPlace = "frame", texts = en) {
  const send = vi.fn();
  render(
    <KycView
      state={{ ...firstState, ...state }}
      texts={texts}
      place={place}
      send={send}
      locale={texts === es ? "es-MX" : "en-US"}
      online
      offersPhone
      parts={{
        camera: createCamera(undefined),
        checkBarcode: async () => "unknown",
        loadCamera: () => Promise.reject(new Error("offline")),
        loadHandoff: () => Promise.reject(new Error("offline")),
        dataStep: null,
      }}
    />,
  );
  return { send, user: userEvent.setup() };
}
const result = (session: Partial<KycSession>, texts = en) =>
  show({ step: "result", session: exampleSession(session) }, "frame", texts);
const text = () => screen.getByTestId("kyc").textContent ?? "";

describe("the choice of a document", () => {
  test("needs a document and consent, and says which is missing", async () => {
    const session = exampleSession({ nextAction: "consent", documentType: null, sides: [] });
    const { send, user } = show({ step: "choose", session });
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(send).not.toHaveBeenCalled();
    expect(text()).toContain(en.choose.documentMissing);
    expect(text()).toContain(en.choose.consentMissing);
    await user.click(screen.getByRole("radio", { name: /Passport/ }));
    await user.click(screen.getByRole("checkbox", { name: /I agree that Northwind/ }));
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(send).toHaveBeenCalledWith({ type: "consented", documentType: "passport" });
  });

  test("offers no document without a text", () => {
    const documentTypes = ["drivers_license", "moon_permit"];
    show({ step: "choose", session: exampleSession({ nextAction: "consent", documentTypes }) });
    expect(screen.getAllByRole("radio")).toHaveLength(1);
  });
});

describe("a dropped file", () => {
  const dropped = (types: string[], files: File[]) =>
    Object.assign(new Event("drop", { cancelable: true }), { dataTransfer: { types, files } });

  test.each(["side", "camera", "upload"] as const)(
    "is the picture of a side and never replaces the widget, at the step %s",
    (step) => {
      const { send } = show({ step, side: "front", session: exampleSession() });
      const file = new File(["1"], "front.jpg");
      const event = dropped(["Files"], [file]);
      window.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(true);
      expect(send).toHaveBeenCalledExactlyOnceWith({ type: "pictureGiven", source: file });
    },
  );

  test("does nothing if it is text, which goes into a field", () => {
    const { send } = show({ step: "side", side: "front", session: exampleSession() });
    const event = dropped(["text/plain"], []);
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    expect(send).not.toHaveBeenCalled();
  });
});

describe("a picture before it is sent", () => {
  const review = (change: Parameters<typeof examplePicture>[0]) =>
    show({
      step: "review",
      side: "back",
      session: exampleSession(),
      picture: examplePicture(change),
    });

  test("asks for another picture if the barcode cannot be read, but can be sent", async () => {
    const { send, user } = review({ barcode: "unreadable", warnings: ["blurred"] });
    expect(text()).toContain(en.review.barcodeUnreadable.title);
    await user.click(screen.getByRole("button", { name: en.review.useAnyway }));
    expect(send).toHaveBeenCalledWith({ type: "pictureAccepted" });
  });

  test("says nothing about a barcode if it is not known whether it can be read", () => {
    review({ barcode: "unknown" });
    expect(text()).not.toContain("barcode");
  });
});

describe("the result", () => {
  test("is shown in our words if there are any, otherwise in the service's", () => {
    result({
      status: "rejected",
      nextAction: "retry",
      canRetry: true,
      retakeSides: ["back"],
      checks: [
        { code: "date_of_birth", result: "passed", message: "" },
        { code: "moon_phase", result: "waning", message: "The moon is waning." },
      ],
      reasons: [{ code: "mercury_retrograde", message: "Mercury is retrograde." }],
    });
    expect(text()).toContain("Your date of birth matches");
    expect(text()).toContain("The moon is waning.");
    expect(text()).toContain("Mercury is retrograde.");
    expect(screen.getByRole("button", { name: "Take the back again" })).toBeTruthy();
    expect(text()).toContain(en.result.keeps);
  });

  test("gives the reasons in the widget's language", () => {
    const reasons = [{ code: "document_expired", message: "Your document has expired." }];
    result({ status: "rejected", nextAction: "retry", canRetry: true, reasons }, es);
    expect(text()).toContain("Su documento ha caducado. Use uno vigente.");
  });

  test("says when the next try is possible, and offers none before", () => {
    const retryAt = "2026-11-22T05:30:00.000Z";
    result({ status: "rejected", nextAction: "retry", canRetry: true, retryAt });
    expect(screen.queryByTestId("kyc-retry")).toBeNull();
    expect(screen.getByTestId("kyc-retry-at").textContent).toContain("3 times a day");
  });

  test("offers no try before the service does, even on a device whose clock is ahead", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2030, 0, 1) });
    const retryAt = "2026-11-22T05:30:00.000Z";
    result({ status: "rejected", nextAction: "retry", canRetry: true, retryAt });
    expect(screen.queryByTestId("kyc-retry")).toBeNull();
    expect(screen.getByTestId("kyc-retry-at")).toBeTruthy();
  });

  test.each([
    ["rejected", en.result.rejectedForGood.title],
    ["rejected_manually", en.result.rejected_manually.title],
    ["under_review", en.result.under_review.title],
    ["expired", en.result.expired.title],
    ["levitating", "levitating"],
  ])("%s without another try offers none", (status, words) => {
    result({ status, nextAction: "none" });
    expect(text()).toContain(words);
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("asks for another try if the customer's name has changed", () => {
    const reasons = [{ code: "identity_changed", message: "" }];
    result({ status: "expired", nextAction: "retry", canRetry: true, reasons });
    expect(text()).toContain(en.result.changed.title);
    expect(screen.getByTestId("kyc-retry")).toBeTruthy();
  });
});

test.each<[string, KycPlace, string]>([
  ["client_secret_expired", "link", en.refused.expiredLink.title],
  ["client_secret_expired", "phone", en.refused.expiredPhone.text],
  ["client_secret_expired", "frame", en.refused.expired.title],
  ["client_secret_invalid", "link", en.refused.invalid.title],
  ["client_secret_invalid", "phone", en.refused.expiredPhone.text],
  ["client_secret_missing", "link", en.refused.missing.title],
  ["feature_not_enabled", "step", en.refused.other.title],
])("%s on a %s says what helps", (code, place, words) => {
  const failure = { kind: "refused", code, message: "", status: 401 } as const;
  show({ step: "refused", failure }, place);
  expect(text()).toContain(words);
});

test("without a camera chunk the file upload remains, and Back and Escape leave the camera", async () => {
  const { send, user } = show({ step: "camera", side: "front", session: exampleSession() });
  expect(await screen.findByTestId("kyc-camera-absent")).toBeTruthy();
  expect(screen.getByTestId("kyc-file-input")).toBeTruthy();
  await user.click(screen.getByTestId("kyc-back"));
  await user.keyboard("{Escape}");
  expect(send.mock.calls).toEqual([[{ type: "back" }], [{ type: "back" }]]);
});

test("a new code that could not be made says why", () => {
  const failure = { kind: "lost", code: "network", message: "", status: 0 } as const;
  show({ step: "handoff", session: exampleSession(), failure });
  expect(screen.getByTestId("kyc-failure").textContent).toContain(en.failed.lost);
});

test("an upload announces its quarters to screen readers", () => {
  const sending = { sentBytes: 620, totalBytes: 1000, stalled: false };
  show({ step: "upload", side: "front", session: exampleSession(), sending });
  expect(screen.getByTestId("live-region").textContent).toBe("50%");
  expect(screen.getByTestId("kyc-percent").textContent).toBe("62%");
});

test("a received side is named next to the missing one", () => {
  const sides = [
    { side: "front", upload: exampleUpload() },
    { side: "back", upload: null },
  ];
  show({ step: "side", side: "back", session: exampleSession({ sides }) });
  expect(text()).toContain("Picture 2 of 2");
  expect(text()).toContain("We already have the front.");
});
