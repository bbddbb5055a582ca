import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openJournal } from "./journal.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-journal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openJournal<{ id: string }>(join(folder, "journal.jsonl"), ({ id }) => id);

it("keeps an entry appended after a line that a crash truncated, even the first line", () => {
  writeFileSync(join(folder, "journal.jsonl"), '{"id":"cut');
  open().append({ id: "whole" });
  expect(open().remembered).toEqual([{ id: "whole" }]);
});
