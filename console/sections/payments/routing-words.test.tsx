// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import type { PaymentRouting } from "#contract/api/payment-routing";
import { RoutingWords } from "./routing-words.tsx";

afterEach(cleanup);

const routing: PaymentRouting = {
  ruleId: "visa",
  reason: "weight",
  chosen: "northbank",
  funding: "credit",
  country: null,
  candidates: [
    { processor: "northbank", weight: 70, outcome: "chosen" },
    { processor: "harbour", weight: 20, outcome: "breaker_open" },
    { processor: "quayside", weight: 10, outcome: "in_reserve" },
  ],
  failedOver: [],
};
const routingText = () => screen.getByTestId("routing-decision").textContent;

it("names the matching rule, the choice of the processor, and why others were skipped", () => {
  render(<RoutingWords routing={routing} processor="northbank" />);
  expect(routingText()).toContain(
    "The rule “visa” matched. northbank was chosen. It was picked by weight.",
  );
  expect(routingText()).toContain("harbourweight 20 · passed over: its breaker was open");
  expect(routingText()).not.toContain("continued with");
});

it("names the processor after failover, even for unknown reasons", () => {
  const at = "2026-03-04T10:00:00.000Z";
  const failedOver = [
    { processor: "northbank", reason: "refused", at },
    { processor: "harbour", reason: "on_holiday", at },
  ];
  const more = { ruleId: null, reason: "by_moonlight", failedOver };
  render(<RoutingWords routing={{ ...routing, ...more }} processor="quayside" />);
  expect(routingText()).toContain("No rule matched, so the service’s own order applied.");
  expect(routingText()).toContain("By moonlight.");
  expect(routingText()).toMatch(
    /northbank refused the request at .+ before it charged anything\. The payment left harbour at/,
  );
  expect(routingText()).toContain("The payment continued with quayside.");
});
