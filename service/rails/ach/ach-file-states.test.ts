import { expect, test } from "vitest";
import { type AchFileEvent, achFileStatuses, nextFileStatus } from "./ach-file-states.ts";

const events: AchFileEvent[] = [
  "began",
  "published",
  "acknowledged",
  "confirmed",
  "released",
  "emptied",
];

test("a file can be published only after it left `made`, and only a person can put it back", () => {
  const steps = achFileStatuses.flatMap((from) =>
    events.flatMap((event) => {
      const to = nextFileStatus(from, event);
      return to === undefined ? [] : [`${from} ${event} ${to}`];
    }),
  );
  expect(steps).toEqual([
    "made began handing_over",
    "made acknowledged acknowledged",
    "made emptied emptied",
    "handing_over published handed_over",
    "handing_over acknowledged acknowledged",
    "handing_over confirmed handed_over",
    "handing_over released made",
    "handed_over acknowledged acknowledged",
  ]);
});
