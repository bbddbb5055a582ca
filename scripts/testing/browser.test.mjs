import { afterEach, expect, test, vi } from "vitest";
import { findShell } from "./browser.mjs";

afterEach(() => vi.unstubAllEnvs());

test("CHROMIUM_SHELL_PATH names the headless shell, and an empty value switches it off", () => {
  vi.stubEnv("CHROMIUM_SHELL_PATH", "/opt/shell");
  expect(findShell()).toBe("/opt/shell");
  vi.stubEnv("CHROMIUM_SHELL_PATH", "");
  expect(findShell()).toBeUndefined();
});
