// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import { changeLanguage } from "../i18n/current-texts.ts";
import { RelativeTime, relativeText } from "./relative-time.tsx";

afterEach(async () => {
  cleanup();
  await changeLanguage("en");
});

const now = Date.parse("2026-03-10T12:00:00.000Z");
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [-minute, "just now", "ahora mismo"],
  [59_000, "just now", "ahora mismo"],
  [minute, "1 minute ago", "hace 1 minuto"],
  [59 * minute, "59 minutes ago", "hace 59 minutos"],
  [3 * hour, "3 hours ago", "hace 3 horas"],
  [day, "1 day ago", "hace 1 día"],
  [6.9 * day, "6 days ago", "hace 6 días"],
])("says %i ms as %s", async (agoMs, english, spanish) => {
  expect(relativeText(ago(agoMs), now)).toBe(english);
  await changeLanguage("es");
  expect(relativeText(ago(agoMs), now)).toBe(spanish);
});

it("shows the date after a week, and always the exact time", () => {
  const at = ago(8 * day);
  expect(relativeText(at, now)).toBe("Mar 2, 2026");
  render(<RelativeTime at={at} isFocusable />);
  const time = screen.getByText("Mar 2, 2026");
  expect(time.tagName).toBe("TIME");
  expect(time.getAttribute("datetime")).toBe(at);
  expect(time.getAttribute("title")).toContain("March 2, 2026");
  expect(time.dataset["exact"]).toBe(time.getAttribute("title"));
  expect(time.tabIndex).toBe(0);
});
