import { expect, test } from "vitest";
import { type AchFileHappening, achFileStatuses, nextFileStatus } from "./ach-file-states.ts";

const happenings: AchFileHappening[] = [
  "began",
  "published",
  "acknowledged",
  "confirmed",
  "released",
];

test("a file can be published only after it left `made`, and only a person puts it back there", () => {
  const steps = achFileStatuses.flatMap((from) =>
    happenings.flatMap((happening) => {
      const to = nextFileStatus(from, happening);
      return to === undefined ? [] : [`${from} ${happening} ${to}`];
    }),
  );
  expect(steps).toEqual([
    "made began handing_over",
    "made acknowledged acknowledged",
    "handing_over published handed_over",
    "handing_over acknowledged acknowledged",
    "handing_over confirmed handed_over",
    "handing_over released made",
    "handed_over acknowledged acknowledged",
  ]);
});
