import { cleanup } from "@testing-library/preact";
import { afterEach, beforeEach, vi } from "vitest";
import type { StaffRole } from "#contract/console/roles";
import { forgetQueries } from "../client/use-query.ts";
import { changeLanguage } from "../i18n/current-texts.ts";
import { go } from "../router/place.ts";
import { takeSession } from "../session/session.ts";
import { exampleSession } from "./examples.ts";

/** Signs in before each test of the file, opens `path` if given, and removes what the test left. */
export function signedInAs(role: StaffRole, path?: string): void {
  beforeEach(async () => {
    HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
      this.open = true;
    };
    takeSession(exampleSession(role));
    if (path !== undefined) await go(path);
  });
  afterEach(async () => {
    cleanup();
    forgetQueries();
    vi.unstubAllGlobals();
    await changeLanguage("en");
  });
}
