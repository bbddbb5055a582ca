import { cleanup } from "@testing-library/preact";
import { afterEach, beforeEach, vi } from "vitest";
import type { StaffRole } from "#contract/console/roles";
import { forgetQueries } from "../client/use-query.ts";
import { changeLanguage } from "../i18n/current-texts.ts";
import { go } from "../router/place.ts";
import { takeSession } from "../session/session.ts";
import { keepFocus } from "../ui/keep-focus.ts";
import { exampleSession } from "./examples.ts";

/**
 * Before each test of the file, signs in, starts `keepFocus` as the app does, and opens `path` if there is one. Cleans
 * up after each test.
 */
export function signedInAs(role: StaffRole, path?: string): void {
  let stopKeepingFocus = () => {};
  beforeEach(async () => {
    stopKeepingFocus = keepFocus();
    HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
      this.open = true;
    };
    takeSession(exampleSession(role));
    if (path !== undefined) await go(path);
  });
  afterEach(async () => {
    stopKeepingFocus();
    cleanup();
    forgetQueries();
    vi.unstubAllGlobals();
    await changeLanguage("en");
  });
}
