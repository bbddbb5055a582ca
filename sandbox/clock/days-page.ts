import { html, page } from "../http/page.ts";
import type { Route } from "../http/router.ts";
import { type SettlementParts, settlementFiles } from "../settlement/settlement-routes.ts";
import { settlementSection } from "../settlement/settlement-section.ts";
import { clockSection } from "./clock-routes.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

/** `GET /days`: the sandbox's time, the next day, and the files of the days before. */
export function dayRoutes(clock: SandboxClock, settlement: SettlementParts): Route[] {
  const files = settlementFiles(settlement);
  return [
    [
      "GET /days",
      () =>
        page({
          title: "Tessera sandbox: days",
          head: html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/start-page.css">`,
          body: html`<body>
<header>
<p class="eyebrow"><a href="/">Tessera sandbox</a></p>
<h1>Days</h1>
</header>
<main>
${clockSection(clock)}
${settlementSection(files)}
</main>
</body>`,
        }),
    ],
  ];
}
