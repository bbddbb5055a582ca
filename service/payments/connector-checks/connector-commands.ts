import { CommandRefused, formatColumns, requireOperator } from "../../operators/accounts/index.ts";
import type { CommandFamily } from "../../platform/domain.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { isPassed, readChecks } from "./check-store.ts";
import { type CheckedParty, checkedParties, type FoundStep } from "./checked-party.ts";
import { type CheckDeps, startCheck } from "./run-check.ts";

const usage = `  connectors list [<operatorId>]                 the vendors, and what their last check found
  connectors check <name> [<operatorId>]         tries a vendor with its test cards or accounts; its keys must be for
                                                 tests. payout:<name>, bank:<name>, login:<name>, tax:<name> or
                                                 3ds:<name> if a card processor has the same name. Not needed with
                                                 one operator: <operatorId>
  connectors new <name>                          makes the skeleton of a connector for a card processor, in a
                                                 checkout of the sources and without a service
  connectors same-account <processor>            confirms that the changed settings of a processor or payout processor
                                                 are for the same account as before, so that it is used again`;

type CommandDeps = CheckDeps & Pick<PaymentsDeps, "connectorAccounts">;

export function connectorCommands(deps: CommandDeps): CommandFamily {
  return {
    name: "connectors",
    usage,
    async run([command, ...rest]) {
      if (command === "list" && rest.length <= 1) return list(deps, rest[0]);
      if (command === "same-account" && rest[0] && rest.length === 1) {
        return confirmAccount(deps, rest[0]);
      }
      const [processor, operatorId, ...others] = rest;
      if (command === "check" && processor && others.length === 0) {
        return runCheck(deps, processor, operatorId);
      }
      throw new CommandRefused("connectors needs list, or check or same-account and a name");
    },
  };
}

async function confirmAccount({ connectorAccounts }: CommandDeps, name: string): Promise<string> {
  const refused = (await connectorAccounts.refused()).filter((each) => each.name === name);
  if (refused.length === 0) throw new CommandRefused(`The account of ${name} has not changed.`);
  for (const { party } of refused) await connectorAccounts.confirm(party, name);
  return `${name} is used again.`;
}

async function list(deps: CheckDeps, given: string | undefined): Promise<string> {
  const parties = checkedParties(deps.config);
  const checks = await readChecks(deps, await operatorOf(deps, given), parties);
  return formatColumns(
    parties.map(({ key, type }) => {
      const { state, checkedAt } = checks.get(key) ?? { state: "never", checkedAt: null };
      return [key, type, stateWords[state], checkedAt?.toISOString() ?? ""];
    }),
  );
}

async function runCheck(
  deps: CheckDeps,
  processor: string,
  given: string | undefined,
): Promise<string> {
  const operatorId = await operatorOf(deps, given);
  const { key } = partyOf(deps, processor);
  const steps = await startCheck(deps, operatorId, key, { kind: "command" }).then(
    (running) => running.steps,
    (error: unknown) => {
      throw error instanceof ApiError ? new CommandRefused(error.message) : error;
    },
  );
  const report = reportOf(processor, steps);
  if (!isPassed(steps)) throw new CommandRefused(report);
  return report;
}

/** Finds a party by its key, else the first with this name. */
function partyOf({ config }: CheckDeps, given: string): CheckedParty {
  const parties = checkedParties(config);
  const found =
    parties.find(({ key }) => key === given) ?? parties.find(({ name }) => name === given);
  if (found) return found;
  throw new CommandRefused(
    `No setting names ${given}, or its type cannot be checked. connectors list shows what can be.`,
  );
}

const stateWords = {
  never: "not yet run against the vendor with your keys",
  running: "being checked",
  passed: "passed",
  failed: "failed",
} as const;

const resultWords = { works: "works", fails: "FAILS", not_tested: "not tested" } as const;

const stepWords: Readonly<Record<FoundStep["step"], string>> = {
  health: "the API answers and accepts the keys",
  approval: "a charge is approved",
  look_up: "the charge is found by our reference",
  repeat: "the same charge sent twice is one charge",
  whole_refund: "a full refund",
  refund_look_up: "the refund is found by our reference",
  partial_refund: "a partial refund",
  decline: "a decline has its reason",
  soft_decline: "a decline asks for 3-D Secure",
  security_code: "the security code is checked",
  address_check: "the address is checked",
  three_d_secure: "an external 3-D Secure result is accepted",
  stored_credentials: "a card is stored and used again",
  reversal: "the remaining test charges are reversed",
  notices: "a notice arrives with a correct signature",
  disputes: "disputes",
  settlement_files: "settlement files",
  bank_payout: "a payout to a bank account",
  card_payout: "a payout to a card",
  payout_look_up: "the payout is found by our reference",
  payout_repeat: "the same payout sent twice is one payout",
  payout_decline: "a declined payout is declined",
  payout_returns: "payouts that come back",
  bank_visit: "a payment at the customer's bank can be started",
  bank_visit_look_up: "the payment is found, with our reference and amount",
  bank_payment: "a customer's payment, and its refund",
  login_visit: "a customer's login can be started",
  login_look_up: "the login is found and still open",
  login_account: "an account is shared",
  tax_quote: "a sale is quoted",
  tax_sale: "a sale is reported",
  tax_repeat: "the same sale reported twice is one sale",
  tax_void: "the sale is voided",
  three_ds_card: "a test card is enrolled",
  three_ds_approval: "an authentication is approved",
  three_ds_denial: "an authentication is denied",
  three_ds_challenge: "an authentication asks for a challenge",
  three_ds_result: "the result of a challenge",
};

/** Our codes for an untested step, in words. */
const reasonWords: Readonly<Record<string, string>> = {
  not_supported: "the connector does not have it",
  no_test_card: "the vendor documents no test card or account for it, or its guide was not read",
  no_approval: "no charge was approved",
  no_time: "the check took too long",
  no_refund: "no refund worked",
  no_charge: "no test charge remains to reverse",
  only_looked_up: "the connector never sends a charge twice",
  only_after_settlement: "only after settlement, usually the next day",
  no_payout: "no payout worked",
  no_visit: "no redirect was started",
  needs_a_person: "a person must complete this step at the vendor: test it by hand",
  no_quote: "no sale was quoted",
  no_sale: "no sale was reported",
  no_card: "no test card was found",
  no_registration: "no acquirer is named for Visa or Mastercard",
  no_tax_there: "no tax at the test address: tell the vendor where you collect tax",
  no_signing_key: "the settings have no key for the vendor's signature",
  no_notice_arrived:
    "none arrived. Is the vendor's webhook set to this service's address, and can the vendor reach it?",
  notice_signature_invalid:
    "one arrived with a wrong signature. Compare the signing key with the vendor's",
  vendor_decides_when: "the vendor decides when it sends them",
  not_offered: "the vendor does not offer it",
  answers_not_offered: "the vendor accepts no answers over its API",
  no_batch_yet: "no batch has settled yet: check again tomorrow",
};

/** Describes the steps in plain words, with the vendor's codes. */
export function reportOf(processor: string, steps: readonly FoundStep[]): string {
  const failed = steps.filter(({ result }) => result === "fails").length;
  const lines = formatColumns(
    steps.map(({ step, result, codes }) => [
      resultWords[result],
      stepWords[step],
      codes.map((code) => reasonWords[code] ?? code).join(", "),
    ]),
  );
  const end = isPassed(steps)
    ? `${processor} passed. Test the untested steps by hand before you go live.`
    : `${processor} did not pass: ${failed} failed.`;
  return `${lines}\n\n${end}`;
}

/** The named operator, or the only one if no name was given. */
async function operatorOf(deps: CheckDeps, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    await requireOperator(deps, given);
    return given;
  }
  const found = await deps.database.kysely
    .selectFrom("operators")
    .select("operator_id")
    .limit(2)
    .execute();
  const [only] = found;
  if (!only || found.length > 1) throw new CommandRefused("Say for which operator: op_…");
  return only.operator_id;
}
