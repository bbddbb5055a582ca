// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { personalTexts } from "../i18n/en/personal.ts";
import { w9Texts as en } from "../i18n/en/w9.ts";
import { w9Texts as es } from "../i18n/es/w9.ts";
import type { ReadSession, W9Api, W9Result } from "./w9-api.ts";
import { W9App } from "./w9-app.tsx";

const open: ReadSession = {
  w9Id: "w9_1",
  status: "pending",
  notUsPerson: false,
  formRevision: "2024-03",
  operator: { name: "Bingo Hall" },
  isConfirmed: true,
  confirmBy: [],
  phoneNumber: null,
  knownName: "Jane Doe",
  serverTime: "2026-11-22T12:00:00.000Z",
  prefill: {
    firstName: "Jane",
    lastName: "Doe",
    address: { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501", country: "US" },
  } as ReadSession["prefill"],
};
const signed = {
  w9Id: "w9_1",
  status: "completed",
  notUsPerson: false,
  completedAt: "2026-11-22T12:00:00Z",
  formRevision: "2024-03",
  name: "Jane Doe",
  tin: "XXX-XX-8714",
  receipt: "r",
  backupWithholding: false,
};
const done = <T,>(value: T): W9Result<T> => ({ ok: true, value });
const refused = (code: string, paths?: string[]): W9Result<never> => ({
  ok: false,
  failure: { code, paths },
});

let api: { [K in keyof W9Api]: ReturnType<typeof vi.fn> };
let store: Map<string, string>;
beforeEach(() => {
  store = new Map();
  api = {
    session: vi.fn(async () => done(open)),
    status: vi.fn(),
    confirm: vi.fn(),
    sendCode: vi.fn(async () => done({ phoneNumber: "•••• 34", resendAt: open.serverTime })),
    checkCode: vi.fn(async () => done({ confirmation: "token" })),
    saveDraft: vi.fn(async () => done({})),
    declareNotUsPerson: vi.fn(async () => done({})),
    complete: vi.fn(async () => done(signed)),
    copy: vi.fn(async () => refused("lost")),
    leave: vi.fn(),
    useConfirmation: vi.fn(),
  };
});
afterEach(cleanup);

function show() {
  const onClose = vi.fn();
  const onProgress = vi.fn();
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => void store.set(key, text),
    removeItem: (key: string) => void store.delete(key),
  } as unknown as Storage;
  render(
    <W9App
      api={api as unknown as W9Api}
      texts={en}
      personal={personalTexts}
      locale="en-US"
      nowMs={() => Date.parse("2026-11-22T12:00:00Z")}
      storage={() => storage}
      save={vi.fn()}
      onClose={onClose}
      onProgress={onProgress}
    />,
  );
  return { onClose, onProgress };
}
const find = (testId: string) => screen.findByTestId(testId);
const click = async (testId: string) => userEvent.click(await find(testId));
const type = async (testId: string, text: string) => {
  const field = (await find(testId)) as HTMLInputElement;
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const pressContinue = () => click("w9-go-on");
const shownStep = async () => (await find("w9-form")).dataset["step"];
const expectStep = (step: string) => waitFor(async () => expect(await shownStep()).toBe(step));

/** Gives the missing answers, up to the review. */
async function fillIn() {
  await find("w9-form");
  // The address rules load from their own file.
  await waitFor(() => expect(screen.getByTestId("field-address-state")).toBeTruthy());
  await click("usPerson-yes");
  await pressContinue();
  await expectStep("number");
  await click("backupWithholding-no");
  await type("field-tin", "536228714");
  await pressContinue();
  await expectStep("review");
}

test.each([
  ["client_secret_expired", "w9-expired"],
  ["client_secret_invalid", "w9-broken"],
  ["lost", "w9-lost"],
])("a session refused with %s says so", async (code, testId) => {
  api.session.mockResolvedValue(refused(code));
  show();
  expect(await find(testId)).toBeTruthy();
});

test("can be tried again after a lost connection", async () => {
  api.session.mockResolvedValueOnce(refused("lost"));
  show();
  await click("w9-retry");
  expect(await find("w9-form")).toBeTruthy();
});

test("sends exactly the filled lines, and reports to the opener", async () => {
  const { onProgress } = show();
  await fillIn();
  await type("field-signature", "Jane Doe");
  await click("w9-sign");
  await find("w9-signed");
  expect(api.complete).toHaveBeenCalledWith({
    classification: "individual",
    firstName: "Jane",
    lastName: "Doe",
    usPerson: true,
    address: {
      line1: "1 Main St",
      city: "Reno",
      state: "NV",
      postalCode: "89501",
      country: "US",
    },
    tinBox: "ssn",
    tin: "536228714",
    backupWithholding: false,
    formRevision: "2024-03",
    signature: "Jane Doe",
  });
  expect(onProgress).toHaveBeenCalledWith({
    w9Id: "w9_1",
    status: "completed",
    notUsPerson: false,
  });
  await click("w9-download");
  expect(await find("w9-copy-problem")).toBeTruthy();
});

test("after a lost response the same form is sent again", async () => {
  api.complete.mockResolvedValueOnce(refused("lost"));
  show();
  await fillIn();
  await type("field-signature", "Jane Doe");
  await click("w9-sign");
  expect((await find("w9-problem")).textContent).toContain("couldn’t reach our server");
  await click("w9-sign");
  await find("w9-signed");
  expect(api.complete.mock.calls[1]).toEqual(api.complete.mock.calls[0]);
});

test("a refused TIN is shown next to its field, in its step", async () => {
  api.complete.mockResolvedValueOnce(refused("tin_invalid", ["tin"]));
  show();
  await fillIn();
  await type("field-signature", "Jane Doe");
  await click("w9-sign");
  expect((await find("error-tin")).textContent).toContain("Check your TIN");
  await expectStep("number");
  expect(screen.getByTestId("w9-problem")).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.id).toBe("field-tin"));
});

test("another refused field leads to its step, and after a lost response the signature step stays", async () => {
  api.complete
    .mockResolvedValueOnce(refused("validation_failed", ["address.state"]))
    .mockResolvedValueOnce(refused("lost"));
  show();
  await fillIn();
  await type("field-signature", "Jane Doe");
  await click("w9-sign");
  await expectStep("address");
  expect(screen.getByTestId("w9-problem").textContent).toContain("isn’t correct");
  await pressContinue();
  await expectStep("review");
  expect(screen.queryByTestId("w9-problem")).toBeNull();
  await click("w9-sign");
  expect((await find("w9-problem")).textContent).toContain("couldn’t reach our server");
  await expectStep("review");
});

test("asks a customer without known data step by step, and says which step it is", async () => {
  api.session.mockResolvedValue(done({ ...open, prefill: null, knownName: null }));
  show();
  await expectStep("status");
  const expectSpoken = (text: string) =>
    waitFor(() => expect(screen.getByTestId("live-region").textContent?.trim()).toBe(text));
  await pressContinue();
  expect((await find("error-usPerson")).textContent).toBe("Choose yes or no.");
  await expectSpoken("Check 1 field.");
  await click("usPerson-yes");
  await pressContinue();
  await expectStep("name");
  await expectSpoken("Step 2 of 5");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Name"));
  expect(screen.queryByTestId("error-firstName")).toBeNull();
  await type("field-firstName", "Jane");
  await type("field-lastName", "Doe{Enter}");
  await expectStep("address");
  await type("field-address-line1", "1 Main St");
  await type("field-address-city", "Reno");
  await pressContinue();
  await expectStep("address");
  await waitFor(() => expect(document.activeElement?.id).toBe("field-address-state"));
  await userEvent.selectOptions(await find("field-address-state"), "NV");
  await type("field-address-postalCode", "89501");
  await pressContinue();
  await expectStep("number");
  await type("field-tin", "536228714");
  await click("w9-back");
  await click("w9-back");
  await expectStep("name");
  expect(((await find("field-lastName")) as HTMLInputElement).value).toBe("Doe");
  await pressContinue();
  await expectStep("number");
  expect(((await find("field-tin")) as HTMLInputElement).value).toBe("536-22-8714");
  await click("backupWithholding-no");
  await pressContinue();
  await expectStep("review");
  expect(screen.queryByTestId("w9-go-on")).toBeNull();
});

test("the review shows every answer, and a change leads back to it without the signature", async () => {
  show();
  await fillIn();
  const review = await find("w9-review");
  for (const text of ["Jane Doe", "1 Main St", "Reno, NV 89501", "536-22-8714"]) {
    expect(review.textContent).toContain(text);
  }
  await type("field-signature", "Jane Doe");
  await click("w9-edit-name");
  await expectStep("name");
  await type("field-lastName", "Roe");
  expect((await find("note-lastName")).textContent).toContain("a different name for you");
  await pressContinue();
  await expectStep("review");
  expect(review.textContent).toContain("Jane Roe");
  expect(((await find("field-signature")) as HTMLInputElement).value).toBe("");
  expect((await find("note-signature")).textContent).toContain("Type your name again");
  await type("field-signature", "Jane Doe");
  await click("w9-sign");
  expect((await find("error-signature")).textContent).toContain("Jane Roe");
  expect(api.complete).not.toHaveBeenCalled();
  await type("field-signature", "Jane Roe");
  await click("w9-sign");
  expect(await find("w9-signed")).toBeTruthy();
});

test("a business's lines are reviewed too, and a change to a business asks for them", async () => {
  show();
  await fillIn();
  await click("w9-edit-status");
  await click("who-entity");
  await pressContinue();
  await expectStep("name");
  await type("field-entityName", "Doe & Sons LLC");
  await click("classification-llc");
  await click("llcClassification-S");
  await pressContinue();
  await expectStep("number");
  await type("field-tin", "193456780");
  await pressContinue();
  await expectStep("review");
  const { textContent } = await find("w9-review");
  for (const text of ["A business", "Doe & Sons LLC", "As an S corporation", "19-3456780"]) {
    expect(textContent).toContain(text);
  }
});

test("a known name with a hint is shown before it is signed", async () => {
  const prefill = { ...open.prefill, lastName: "Doe Plumbing LLC" } as ReadSession["prefill"];
  api.session.mockResolvedValue(done({ ...open, prefill }));
  show();
  await click("usPerson-yes");
  await pressContinue();
  await expectStep("name");
  expect((await find("note-lastName")).textContent).toContain("LLC that is taxed as you");
});

test("drafts contain neither TIN nor signature, and are read again in this window", async () => {
  show();
  await fillIn();
  await click("w9-edit-name");
  await type("field-firstName", "Janet");
  await pressContinue();
  await type("field-signature", "Janet Doe");
  const kept = store.get("tessera.w9.w9_1") ?? "";
  expect(JSON.parse(kept)).toMatchObject({ firstName: "Janet", backupWithholding: false });
  expect(kept).not.toMatch(/536|signature/);
  cleanup();
  show();
  expect(((await find("field-firstName")) as HTMLInputElement).value).toBe("Janet");
});

test("drafts go to the server only for a confirmed customer", async () => {
  api.session.mockResolvedValue(done({ ...open, isConfirmed: false, prefill: null }));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show();
  await type("field-firstName", "Janet");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(api.saveDraft).not.toHaveBeenCalled();
  cleanup();
  api.session.mockResolvedValue(done(open));
  show();
  await type("field-firstName", "Jane");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(api.saveDraft).toHaveBeenCalled();
  vi.useRealTimers();
});

/** Requests a code for a customer of whom only a phone number is known. */
async function requestCode() {
  const unknown = { ...open, isConfirmed: false, prefill: null, knownName: null };
  const phone = { confirmBy: ["phone"], phoneNumber: "•••• 34" };
  api.session.mockResolvedValueOnce(done({ ...unknown, ...phone }));
  show();
  await find("w9-confirm-phone");
  await click("step-go-on");
}

test("a code that was sent before a reload can be entered", async () => {
  api.sendCode.mockResolvedValueOnce(refused("sms_sent_recently"));
  await requestCode();
  await type("field-code", "123456");
  await waitFor(() => expect(api.checkCode).toHaveBeenCalledWith("123456"));
});

test("a phone confirms if no date of birth is known", async () => {
  await requestCode();
  await type("field-code", "123456");
  await click("step-go-on");
  expect(await find("w9-form")).toBeTruthy();
  expect(api.checkCode).toHaveBeenCalledWith("123456");
  expect(api.useConfirmation).toHaveBeenCalledWith("token");
});

test("a refused code costs no other try until it changes, and says how many are left", async () => {
  const failure = { code: "sms_code_wrong", attemptsLeft: 4 };
  api.checkCode.mockResolvedValueOnce({ ok: false, failure });
  await requestCode();
  await type("field-code", "111111");
  expect((await find("error-code")).textContent).toContain("4 tries");
  await click("step-go-on");
  expect(api.checkCode).toHaveBeenCalledTimes(1);
  await userEvent.clear(screen.getByTestId("field-code"));
  await type("field-code", "123456");
  await waitFor(() => expect(api.useConfirmation).toHaveBeenCalledWith("token"));
});

test("has every text in both languages", () => {
  const leaves = (value: unknown): unknown[] =>
    typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];
  const keys = (value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keys(inner)]))
      : typeof value === "function"
        ? "function"
        : "text";
  const { meaning: enMeaning, ...enCertification } = en.certification;
  const { meaning: esMeaning, ...esCertification } = es.certification;
  expect(enMeaning).toBeNull();
  expect(esMeaning?.items).toHaveLength(4);
  expect(keys({ ...es, certification: esCertification })).toEqual(
    keys({ ...en, certification: enCertification }),
  );
  for (const text of [...leaves(en), ...leaves(es)]) {
    if (typeof text === "string") expect(text.trim()).not.toBe("");
  }
});
