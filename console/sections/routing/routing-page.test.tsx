// @vitest-environment happy-dom
import { act, configure, render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ConsoleRouting, DryRun } from "#contract/console/routing";
import { resumeReading } from "../../client/use-query.ts";
import { go, place } from "../../router/place.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { Asking } from "../../ui/ask.tsx";
import RoutingPage from "./routing-page.tsx";

// The form lists every currency and country, so printing it on each failed look-up would take seconds.
configure({ getElementError: (message) => new Error(message ?? "") });

const at = "2026-03-04T10:00:00.000Z";
const rule = (id: string, processor: string, when = {}) => ({
  id,
  enabled: true,
  when,
  to: [{ processor, weight: 100 }],
});
const jcb = rule("jcb", "quayside", { brands: ["jcb"] });
const large = rule("large", "northbank", { minAmount: 500, currencies: ["USD"] });

function routing(version = 1, rules: object[] = [jcb, large]): ConsoleRouting {
  const processor = (name: string, breaker: string) => ({
    name,
    breaker,
    vendor: "nmi",
    check: {
      state: name === "northbank" ? "failed" : "never",
      checkedAt: name === "northbank" ? at : null,
      isPossible: name === "northbank",
      steps:
        name === "northbank"
          ? [
              { step: "approval", result: "works", codes: ["approved"] },
              { step: "decline", result: "fails", codes: ["approved", "vendorCode=100"] },
              { step: "disputes", result: "not_tested", codes: ["not_supported"] },
            ]
          : [],
    },
    abilities: [
      { ability: "refunds", value: "whole" },
      { ability: "a_new_one", value: "in_a_new_way" },
    ],
    currencies: null,
    cause: breaker === "open" ? "failures" : null,
    since: at,
    retryAt: breaker === "open" ? at : null,
    recent: { answered: 9, failed: 1 },
  });
  return {
    version,
    updatedAt: at,
    payouts: [
      {
        name: "taba",
        vendor: "tabapay",
        methods: ["bank", "card"],
        currencies: ["USD"],
        abilities: [
          { ability: "pays_crypto", value: "no" },
          { ability: "payout_look_up", value: "after_90_seconds_for_a_day" },
        ],
        check: {
          state: "failed",
          checkedAt: at,
          isPossible: true,
          steps: [
            { step: "bank_payout", result: "works", codes: ["pending"] },
            { step: "notices", result: "not_tested", codes: ["no_notice_arrived"] },
          ],
        },
      },
      {
        name: "old",
        vendor: "dwolla",
        methods: [],
        currencies: null,
        abilities: [],
        check: { state: "never", checkedAt: null, isPossible: false, steps: [] },
      },
    ],
    missingBanks: [{ name: "harbour", payments: 2 }],
    services: [
      {
        key: "bank:trusted",
        name: "trusted",
        vendor: "trustly",
        use: "bank_payments",
        check: {
          state: "passed",
          checkedAt: at,
          isPossible: true,
          steps: [{ step: "bank_payment", result: "not_tested", codes: ["needs_a_person"] }],
        },
      },
      { key: "3ds:own", name: "own", vendor: "tessera", use: "three_d_secure", check: null },
    ],
    warnings: [],
    rules: rules as ConsoleRouting["rules"],
    processors: [processor("northbank", "closed"), processor("quayside", "open")],
  };
}

signedInAs("admin", "/console/routing");

function open(responses: Record<string, unknown> = {}) {
  const requests = fakeService({ "GET /routing": routing(), ...responses });
  render(
    <>
      <RoutingPage />
      <Asking />
    </>,
  );
  return { requests, puts: () => requests.filter(({ method }) => method === "PUT") };
}

const order = () =>
  [...screen.getByTestId("rules").querySelectorAll(".rule-name")].map((each) => each.textContent);

it("describes each rule and the processors' statuses", async () => {
  open();
  const card = within(await screen.findByTestId("rule-large"));
  expect(card.getByText("$500.00 or more")).toBeTruthy();
  expect(card.getByText("northbank 100%")).toBeTruthy();
  const quayside = within(await screen.findByTestId("processor-quayside"));
  expect(quayside.getByText("Resting")).toBeTruthy();
  expect(quayside.getByText("Last minute: 9 answered, 1 failed")).toBeTruthy();
});

it("moves rules with buttons and keys, keeps the focus, and saves the order for the version on the screen", async () => {
  let respond = (_saved: unknown) => {};
  const saving = new Promise((resolve) => {
    respond = resolve;
  });
  const { puts } = open({ "PUT /routing": () => saving });
  const isInert = () => screen.getByTestId("rules-panel").closest("[inert]") !== null;
  await userEvent.click(await screen.findByLabelText("Move Large up"));
  expect(order()).toEqual(["Large", "Jcb", "All other payments"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Large down");
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(order()).toEqual(["Jcb", "Large", "All other payments"]);
  expect(screen.queryByTestId("save-bar")).toBeNull();
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Large");
  await userEvent.click(screen.getByTestId("save"));
  // An edit would be lost when the response arrives.
  await waitFor(() => expect(isInert()).toBe(true));
  respond(routing(2, [large, jcb]));
  await waitFor(() => expect(screen.queryByTestId("save-bar")).toBeNull());
  expect(isInert()).toBe(false);
  expect(puts().map(({ body }) => body)).toEqual([{ version: 1, rules: [large, jcb] }]);
});

it("adds a rule, with errors at their fields until it is valid", async () => {
  const { puts } = open({ "PUT /routing": routing(2) });
  await userEvent.click(await screen.findByTestId("add-rule"));
  const form = within(screen.getByTestId("rule-dialog"));
  await userEvent.type(form.getByLabelText(/^Name/), "Euro cards");
  await userEvent.type(form.getByLabelText(/^From/), "100");
  const weight = form.getByLabelText("Weight of northbank");
  await userEvent.clear(weight);
  await userEvent.type(weight, "0");
  await userEvent.click(form.getByTestId("rule-apply"));
  expect(form.getByTestId("error-minAmount").textContent).toContain(
    "Choose the currencies of the amount",
  );
  expect(form.getByTestId("error-targets").textContent).toContain("weight above 0");
  expect(document.activeElement).toBe(form.getByLabelText(/^From/));

  await userEvent.selectOptions(form.getByLabelText(/^Currencies/), "EUR");
  await userEvent.clear(weight);
  await userEvent.type(weight, "60");
  const other = form.getByLabelText("Weight of quayside");
  await userEvent.clear(other);
  await userEvent.type(other, "50");
  expect(form.getByTestId("weight-sum").textContent).toContain("sum to 110");
  await userEvent.click(form.getByLabelText("Move quayside up"));
  await userEvent.click(form.getByTestId("rule-apply"));
  expect(order()).toEqual(["Jcb", "Large", "Euro cards", "All other payments"]);
  await userEvent.click(screen.getByTestId("save"));
  await waitFor(() => expect(puts()).toHaveLength(1));
  const sent = puts()[0]?.body as { rules: object[] } | undefined;
  expect(sent?.rules[2]).toEqual({
    id: "euro-cards",
    name: "Euro cards",
    enabled: true,
    when: { minAmount: 100, currencies: ["EUR"] },
    to: [
      { processor: "quayside", weight: 50 },
      { processor: "northbank", weight: 60 },
    ],
  });
});

it("marks a rule that another one makes unreachable, until that one is off", async () => {
  open({ "GET /routing": routing(1, [rule("all", "northbank"), jcb]) });
  const card = within(await screen.findByTestId("rule-jcb"));
  expect(card.getByTestId("problem-never_matches_covered").textContent).toContain(
    "All already takes all",
  );
  await userEvent.click(screen.getByLabelText("Rule All is on"));
  expect(card.queryByTestId("problem-never_matches_covered")).toBeNull();
});

it("keeps the edits when someone else saves first, and says whether they changed the rules", async () => {
  const responses = [routing(1), routing(1)];
  const { puts } = open({
    "GET /routing": () => responses.shift() ?? routing(2, [jcb]),
    "PUT /routing": () =>
      puts().length === 1 ? new Refusal(409, "conflicting_state") : routing(3, [large]),
  });
  await userEvent.click(await screen.findByLabelText("Remove Jcb"));
  await userEvent.click(screen.getByTestId("save"));
  expect((await screen.findByTestId("routing-conflict")).textContent).toContain("the rules too");
  expect(order()).toEqual(["Large", "All other payments"]);
  await userEvent.click(screen.getByTestId("save"));
  await waitFor(() => expect(screen.queryByTestId("save-bar")).toBeNull());
  expect(puts().map(({ body }) => (body as { version: number }).version)).toEqual([1, 2]);
});

it("says that nothing was saved if the newer rules cannot be read after a conflict", async () => {
  // The rules and the processors each read once.
  const responses = [routing(1), routing(1)];
  open({
    "GET /routing": () => responses.shift() ?? new Refusal(503, "service_unavailable"),
    "PUT /routing": new Refusal(409, "conflicting_state"),
  });
  await userEvent.click(await screen.findByLabelText("Remove Jcb"));
  await userEvent.click(screen.getByTestId("save"));
  expect((await screen.findByTestId("failure")).textContent).toContain("has changed since");
  expect(screen.getByTestId("save-bar")).toBeTruthy();
});

it("tries the rules on the screen, saved or not, and says if they have changed since then", async () => {
  const share = (payments: number, amount: number) => ({
    payments,
    amounts: payments > 0 ? [{ currency: "USD", amount }] : [],
  });
  const found: DryRun = {
    from: at,
    to: at,
    payments: 3,
    isComplete: true,
    moved: 1,
    unroutable: 0,
    passedOver: [
      { processor: "quayside", reason: "stored_credentials_not_supported", payments: 2 },
    ],
    rules: [
      {
        ruleId: "large",
        total: share(3, 60),
        processors: [{ processor: "northbank", would: share(3, 60), did: share(2, 50) }],
      },
      { ruleId: null, total: share(0, 0), processors: [] },
    ],
    samples: [
      {
        paymentIntentId: "pi_1",
        paymentId: "pay_1",
        amount: 10,
        currency: "USD",
        brand: "visa",
        status: "success",
        createdAt: at,
        did: "quayside",
        would: "northbank",
        ruleId: "large",
      },
    ],
  };
  const { requests } = open({ "POST /routing/dry-run": found });
  await userEvent.click(await screen.findByLabelText("Remove Jcb"));
  await userEvent.click(screen.getByTestId("dry-run-start"));
  const summary = await screen.findByTestId("dry-run-summary");
  expect(summary.textContent).toBe("3 payments, of which 1 would have gone elsewhere.");
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({ rules: [large] });
  const large3 = within(screen.getByTestId("dry-run-large"));
  expect(large3.getByText("$60.00")).toBeTruthy();
  expect(large3.getByText("$50.00")).toBeTruthy();
  expect(screen.getByTestId("dry-run-passed-over").textContent).toContain(
    "quayside, 2 payments: passed over: does not take saved cards",
  );
  expect(screen.queryByTestId("dry-run-none")).toBeNull();
  await userEvent.click(screen.getByLabelText("Rule Large is on"));
  expect(screen.getByText("The rules have changed since this run.")).toBeTruthy();
});

it("asks before it discards unsaved rules", async () => {
  open();
  await userEvent.click(await screen.findByLabelText("Remove Jcb"));
  void go("/console/customers");
  await userEvent.click(await screen.findByTestId("ask-no"));
  expect(place.value.path).toBe("/routing");
});

it("shows everything to viewers, without controls", async () => {
  takeSession(exampleSession("viewer"));
  open();
  expect((await screen.findByTestId("read-only")).textContent).toContain("Only admins");
  await screen.findByTestId("rule-large");
  expect(screen.queryByTestId("add-rule")).toBeNull();
  expect(screen.queryByTestId("dry-run-start")).toBeNull();
  expect(screen.queryByTestId("check-start-northbank")).toBeNull();
  expect(screen.queryByLabelText("Remove Jcb")).toBeNull();
});

it("shows what each processor can do, and a code for which it has no text", async () => {
  open();
  const abilities = await screen.findByTestId("abilities-northbank");
  expect(abilities.textContent).toContain("Refundswhole only");
  expect(abilities.textContent).toContain("A new oneIn a new way");
});

it("shows the last check of each connector, and starts one where no money can move", async () => {
  const { requests } = open({ "POST /routing/processors/northbank/check": routing() });
  const state = await screen.findByTestId("check-northbank");
  expect(state.textContent).toContain("Failed with your keys");
  expect(screen.getByTestId("check-quayside").textContent).toBe(
    "Not yet run against the vendor with your keys",
  );
  const steps = screen.getByTestId("check-steps-northbank").textContent;
  expect(steps).toContain("A decline has its reasonfails: approved and vendorCode=100");
  expect(steps).toContain("Disputesnot tested: the connector does not have it");
  expect(screen.queryByTestId("check-start-quayside")).toBeNull();
  await userEvent.click(screen.getByTestId("check-start-northbank"));
  await waitFor(() => expect(requests.some(({ method }) => method === "POST")).toBe(true));
});

it("says why a check did not start", async () => {
  const refusal = new Refusal(409, "connector_check_running");
  open({ "POST /routing/processors/northbank/check": refusal });
  await userEvent.click(await screen.findByTestId("check-start-northbank"));
  expect(await screen.findByText("A check of this processor is running.")).toBeTruthy();
});

it("shows the payout processors with what they can do, and checks one with test accounts", async () => {
  const { requests } = open({ "POST /routing/payouts/taba/check": routing() });
  const taba = within(await screen.findByTestId("payouts-taba"));
  expect(taba.getByText("Used for bank accounts and cards")).toBeTruthy();
  expect(taba.getByText("TabaPay")).toBeTruthy();
  expect(screen.getByTestId("abilities-taba").textContent).toContain(
    "A lost payout is found by our referenceafter 90 seconds, for a day",
  );
  const steps = screen.getByTestId("check-steps-taba").textContent;
  expect(steps).toContain("Payout to a bank accountworks: pending");
  expect(steps).toContain("not tested: none arrived: check the address of the webhook");
  const old = within(screen.getByTestId("payouts-old"));
  expect(old.getByText("Only for its earlier payouts")).toBeTruthy();
  expect(old.queryByTestId("check-start-old")).toBeNull();
  await userEvent.click(screen.getByTestId("check-start-taba"));
  expect(requests.some(({ path }) => path === "/routing/payouts/taba/check")).toBe(true);
});

it("shows banks, 3-D Secure and sales tax, and checks one that can be checked", async () => {
  const { requests } = open({ "POST /routing/services/bank%3Atrusted/check": routing() });
  const bank = within(await screen.findByTestId("service-bank:trusted"));
  expect(bank.getByText("Payments by bank")).toBeTruthy();
  expect(bank.getByText("Trustly")).toBeTruthy();
  expect(screen.getByTestId("check-steps-bank:trusted").textContent).toContain(
    "A customer’s payment, and its refundnot tested: a person must complete this step at the vendor",
  );
  expect(screen.getByTestId("missing-bank-harbour").textContent).toMatch(
    /harbour is missing from the settings.*2 payments wait for this bank/,
  );
  const own = within(screen.getByTestId("service-3ds:own"));
  expect(own.getByText("No check for this vendor.")).toBeTruthy();
  await userEvent.click(screen.getByTestId("check-start-bank:trusted"));
  expect(requests.some(({ path }) => path === "/routing/services/bank%3Atrusted/check")).toBe(true);
});

it("does not overwrite a colleague's rules that were read after a new sign-in", async () => {
  let stored = routing(1);
  const { puts } = open({
    "GET /routing": () => stored,
    "PUT /routing": new Refusal(409, "conflicting_state"),
  });
  await userEvent.click(await screen.findByLabelText("Remove Jcb"));
  stored = routing(2, [large, jcb]);
  await act(() => resumeReading());
  await new Promise((resolve) => setTimeout(resolve, 20));
  await userEvent.click(screen.getByTestId("save"));
  expect(puts()[0]?.body).toMatchObject({ version: 1 });
  expect((await screen.findByTestId("routing-conflict")).textContent).toContain("the rules too");
});
