import { callsTo } from "../../platform/observe-calls.ts";
import { newId } from "../../platform/randomness.ts";
import { bankLoginProviderFor, checkLogin } from "../../providers/bank-login/index.ts";
import { checkBank, openBankingProviderFor } from "../../providers/open-banking/index.ts";
import type { PayoutProcessorSettings } from "../../providers/payout/index.ts";
import { checkTax } from "../../providers/sales-tax/index.ts";
import { checkThreeDS } from "../../providers/three-ds/index.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import type { CheckedParty, FoundStep } from "./checked-party.ts";

type Service = Exclude<CheckedParty, { party: "card" | "payout" }>;

const bankDeadlineMs = 15_000;

type CheckNeeds = Pick<
  PaymentsDeps,
  "config" | "http" | "clock" | "machineClock" | "random" | "pricing" | "threeDSServer"
>;

/**
 * Tries the page on which customers consent to payouts, with the payout processor's credentials. Does nothing for other
 * processors.
 */
export async function checkConsent(
  { config, http, random }: Pick<CheckNeeds, "config" | "http" | "random">,
  settings: PayoutProcessorSettings,
): Promise<FoundStep[]> {
  if (settings.type !== "trustly") return [];
  const { name } = settings;
  const { publicUrl } = config;
  const notificationUrl = `${publicUrl}/v1/connectors/${encodeURIComponent(name)}/notices`;
  const provider = bankLoginProviderFor(settings, callsTo(name, http), { name, notificationUrl });
  const state = Buffer.from(random.bytes(24)).toString("base64url");
  return checkLogin(provider, { state, returnUrl: `${publicUrl}/v1/bank-return` });
}

/** Checks a vendor that neither charges cards nor sends payouts. No money moves. */
export async function checkService(
  deps: CheckNeeds,
  operatorId: string,
  { party, name, settings }: Service,
): Promise<FoundStep[]> {
  const { config, http, machineClock, random } = deps;
  const { publicUrl } = config;
  const state = Buffer.from(random.bytes(24)).toString("base64url");
  const calls = callsTo(name, http);
  switch (party) {
    case "bank": {
      const deadlines = { payDeadlineMs: bankDeadlineMs, lookUpDeadlineMs: bankDeadlineMs };
      return checkBank(openBankingProviderFor(settings, calls, { ...deadlines, publicUrl }), {
        state,
        returnUrl: `${publicUrl}/v1/bank-payments/return`,
        order: {
          amountMinor: 100,
          currency: "USD",
          payee: "Connector check",
          reference: "CONNECTOR CHECK",
          endToEndId: newId({ clock: machineClock, random }, "payment"),
        },
      });
    }
    case "login":
      return checkLogin(bankLoginProviderFor(settings, calls), {
        state,
        returnUrl: `${publicUrl}/v1/bank-return`,
      });
    case "tax": {
      const { taxVendor } = deps.pricing;
      if (!taxVendor) throw new Error("a tax service without a client");
      const today = new Date(deps.clock.nowMs()).toISOString().slice(0, 10);
      const { shipFrom } = settings;
      return checkTax(taxVendor, {
        operatorId,
        runId: `check_${state.slice(0, 12)}`,
        today,
        seller: shipFrom && { ...shipFrom, state: shipFrom.region },
      });
    }
    case "3ds": {
      const registration = settings.acquirers.find(
        ({ brand = "visa" }) => brand === "visa" || brand === "mastercard",
      );
      if (!registration) {
        return [{ step: "three_ds_card", result: "not_tested", codes: ["no_registration"] }];
      }
      const { brand, processor = config.processors[0]?.name ?? "" } = registration;
      return checkThreeDS(deps.threeDSServer, {
        brand: brand === "mastercard" ? brand : "visa",
        processor,
        nowMs: machineClock.nowMs(),
        publicUrl,
      });
    }
  }
}
