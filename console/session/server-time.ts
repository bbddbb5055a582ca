import { signal } from "@preact/signals";

/**
 * How far the service's time is ahead of this browser's clock; 0 unless somebody moved the sandbox's clock. A few
 * minutes are not corrected.
 */
const aheadMs = signal(0);
const ignoredMs = 30 * 60_000;

export function noteServerTime(time: string): void {
  const differsMs = Date.parse(time) - Date.now();
  aheadMs.value = differsMs > ignoredMs ? differsMs : 0;
}

/** The current time as the service sees it. */
export function serverNow(): number {
  return Date.now() + aheadMs.value;
}
