// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true } }
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveFile } from "./save-file.ts";

/** The link that was followed, and the page that navigated, if any. */
let followed: { name: string; page: Document | undefined };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, "click").mockImplementation(function (this: HTMLElement) {
    const { download, parentNode } = this as HTMLAnchorElement;
    followed = { name: download, page: parentNode?.ownerDocument ?? undefined };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("in its own window the page itself saves a file", () => {
  saveFile(new Blob(["a"]), "form.pdf");
  expect(followed).toEqual({ name: "form.pdf", page: undefined });
  expect(document.querySelector("iframe")).toBeNull();
});

test("in a frame a hidden frame of ours navigates, and is removed later", () => {
  vi.stubGlobal("parent", {});
  saveFile(new Blob(["a"]), "form.pdf");
  const frame = document.querySelector("iframe");
  expect(followed.name).toBe("form.pdf");
  expect(followed.page).toBe(frame?.contentDocument);
  expect(followed.page).not.toBe(document);
  expect(frame?.hidden).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(document.querySelector("iframe")).toBeNull();
});
