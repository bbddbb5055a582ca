// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { personalTexts } from "../i18n/en/personal.ts";
import { w9Texts as en } from "../i18n/en/w9.ts";
import { w9Texts as es } from "../i18n/es/w9.ts";
import type { ReadSession, W9Answer, W9Api } from "./w9-api.ts";
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
const done = <T,>(value: T): W9Answer<T> => ({ ok: true, value });
const refused = (code: string, paths?: string[]): W9Answer<never> => ({
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
    sendCode: vi.fn(async () => done({ phoneNumber: "•••• 34" })),
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
  let keys = 0;
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
      newKey={() => `key-${++keys}`}
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
async function fillIn() {
  await find("w9-form");
  // The address rules load from their own file.
  await waitFor(() => expect(screen.getByTestId("field-address-state")).toBeTruthy());
  await click("usPerson-yes");
  await click("backupWithholding-no");
  await type("field-tin", "536228714");
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
  expect(api.complete).toHaveBeenCalledWith(
    {
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
    },
    "key-1",
  );
  expect(onProgress).toHaveBeenCalledWith({
    w9Id: "w9_1",
    status: "completed",
    notUsPerson: false,
  });
  await click("w9-download");
  expect(await find("w9-copy-problem")).toBeTruthy();
});

test("after a lost answer the same form is sent under the same key", async () => {
  api.complete.mockResolvedValueOnce(refused("lost"));
  show();
  await fillIn();
  await type("field-signature", "Jane Doe");
  await click("w9-sign");
  expect((await find("w9-problem")).textContent).toContain("couldn’t reach our server");
  await click("w9-sign");
  await find("w9-signed");
  expect(api.complete.mock.calls.map(([, key]) => key)).toEqual(["key-1", "key-1"]);
});

test("a refused TIN is shown next to its field", async () => {
  api.complete.mockResolvedValueOnce(refused("tin_invalid", ["tin"]));
  show();
  await fillIn();
  await type("field-signature", "Jane Doe");
  await click("w9-sign");
  expect((await find("error-tin")).textContent).toContain("Check your TIN");
});

test("drafts contain neither TIN nor signature, and are read again in this window", async () => {
  show();
  await fillIn();
  await type("field-firstName", "Janet");
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

test("a phone confirms if no date of birth is known", async () => {
  const unknown = { ...open, isConfirmed: false, prefill: null, knownName: null };
  api.session.mockResolvedValueOnce(
    done({ ...unknown, confirmBy: ["phone"], phoneNumber: "•••• 34" }),
  );
  show();
  await find("w9-confirm-phone");
  await click("step-go-on");
  await type("field-code", "123456");
  await click("step-go-on");
  expect(await find("w9-form")).toBeTruthy();
  expect(api.checkCode).toHaveBeenCalledWith("123456");
  expect(api.useConfirmation).toHaveBeenCalledWith("token");
});

test("a business name on an individual's line 1 gets a hint", async () => {
  show();
  await find("w9-form");
  await type("field-lastName", "Doe Plumbing LLC");
  expect((await find("note-lastName")).textContent).toContain("LLC that is taxed as you");
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
