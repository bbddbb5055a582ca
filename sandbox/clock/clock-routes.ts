import { maxAheadSeconds } from "#contract/api/sandbox-clock";
import { sandboxOffset } from "#contract/connectors/sandbox-clock";
import { type Html, html } from "../http/page.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

const dayMs = 24 * 60 * 60_000;
const maxOffsetMs = maxAheadSeconds * 1_000;

/**
 * The clock of the whole installation (contract/connectors/sandbox-clock.ts):
 * - `GET /admin/clock` and `POST /admin/clock` `{ offsetMs }`
 * - `POST /admin/clock/next-day`, also from the page's form: 24 hours later
 *
 * Service processes follow within a second.
 */
export function clockRoutes(clock: SandboxClock): Route[] {
  const present = () => ({ offsetMs: clock.offsetMs, time: new Date(clock.now()).toISOString() });
  return [
    ["GET /admin/clock", () => json(200, present())],
    [
      "POST /admin/clock",
      async ({ body }) => {
        const wanted = parseJsonBody(sandboxOffset, body);
        if (!wanted || wanted.offsetMs > maxOffsetMs)
          return problem(400, "invalid_request", "Send { offsetMs }, at most ten years.");
        await clock.advanceTo(wanted.offsetMs);
        return json(200, present());
      },
    ],
    [
      "POST /admin/clock/next-day",
      async ({ headers }) => {
        const offsetMs = clock.offsetMs + dayMs;
        if (offsetMs > maxOffsetMs)
          return problem(400, "invalid_request", "The clock is ten years ahead already.");
        await clock.advanceTo(offsetMs);
        const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
        if (!isForm) return json(200, present());
        const headersOut = { location: "/days", "cache-control": "no-store" };
        return { kind: "response", status: 303, headers: headersOut, body: "" };
      },
    ],
  ];
}

export function clockSection(clock: SandboxClock): Html {
  const nowMs = clock.now();
  const shown = new Date(nowMs).toISOString();
  const text = new Intl.DateTimeFormat("en-US", {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: "America/New_York",
  }).format(nowMs);
  const days = clock.offsetMs / dayMs;
  const ahead =
    days === 0
      ? "This is the machine’s time."
      : `This is ${days.toFixed(days < 1 ? 2 : 0)} ${days === 1 ? "day" : "days"} ahead of the machine’s time.`;
  return html`<section aria-labelledby="clock">
<h2 id="clock">Sandbox time</h2>
<p><time datetime="${shown}" data-testid="sandbox-time">${text}</time> in New York. ${ahead}</p>
<p>The next day moves the time of everyone who uses this sandbox: the service, the processors and the banks. It cannot be moved back.</p>
<form class="next-day" method="post" action="/admin/clock/next-day"><button data-testid="next-day">Go to next day</button></form>
</section>`;
}
