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

it("keeps what is appended behind a line that a crash cut off, also where that was the first", () => {
  writeFileSync(join(folder, "journal.jsonl"), '{"id":"cut');
  open().append({ id: "whole" });
  expect(open().remembered).toEqual([{ id: "whole" }]);
});
