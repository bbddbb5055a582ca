// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { loadAddressRules } from "../fields/address/load-address-rules.ts";
import { personalTexts } from "../i18n/en/personal.ts";
import { w9Texts } from "../i18n/en/w9.ts";
import type { W9Api } from "./w9-api.ts";
import { W9App } from "./w9-app.tsx";

afterEach(cleanup);

const address = { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501" };
const prefill = {
  firstName: "Jane",
  lastName: "Doe",
  backupWithholding: false,
  address: { ...address, country: "US" },
};

/** Shows the form inside another widget. */
function show(status: string) {
  const session = {
    w9Id: "w9_1",
    status,
    notUsPerson: false,
    operator: { name: "Bingo Hall" },
    isConfirmed: false,
    confirmBy: [],
    knownName: null,
    serverTime: "2026-11-22T12:00:00.000Z",
    prefill,
  };
  const api = {
    session: async () => ({ ok: true, value: session }),
    complete: async () => ({ ok: false, failure: { code: "w9_already_completed" } }),
  } as unknown as W9Api;
  const onClose = vi.fn();
  const onProgress = vi.fn();
  const store = new Map<string, string>();
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => void store.set(key, text),
    removeItem: (key: string) => void store.delete(key),
  } as unknown as Storage;
  render(
    <W9App
      api={api}
      texts={w9Texts}
      personal={personalTexts}
      locale="en-US"
      nowMs={Date.now}
      storage={() => storage}
      save={vi.fn()}
      closeLabel="Continue"
      onClose={onClose}
      onProgress={onProgress}
    />,
  );
  return { onClose, onProgress, store };
}
const click = async (testId: string) => userEvent.click(await screen.findByTestId(testId));

test.each(["completed", "expired"])(
  "inside another widget, a form that is %s has a button that continues there",
  async (status) => {
    const { onClose } = show(status);
    await screen.findByTestId(`w9-${status}`);
    await click("w9-close");
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test("a form that was signed in another window in the meantime is over here, too", async () => {
  await loadAddressRules();
  const { onClose, onProgress, store } = show("pending");
  await click("usPerson-yes");
  await click("w9-go-on");
  await userEvent.type(await screen.findByTestId("field-tin"), "536228714");
  await click("w9-go-on");
  await userEvent.type(await screen.findByTestId("field-signature"), "Jane Doe");
  expect(store.size).toBe(1);
  await click("w9-sign");
  await screen.findByTestId("w9-completed");
  expect(store.size).toBe(0);
  await waitFor(() =>
    expect(onProgress).toHaveBeenCalledWith({
      w9Id: "w9_1",
      status: "completed",
      notUsPerson: false,
    }),
  );
  await click("w9-close");
  expect(onClose).toHaveBeenCalledOnce();
});
