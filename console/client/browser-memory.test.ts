// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { recall, remember } from "./browser-memory.ts";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("a choice is remembered", () => {
  remember("language", "es");
  expect(recall("language")).toBe("es");
  expect(localStorage.getItem("tessera.console.language")).toBe("es");
});

test("in a browser that blocks storage nothing is remembered, and nothing throws", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  expect(() => remember("keys", "off")).not.toThrow();
  expect(recall("keys")).toBeNull();
});
