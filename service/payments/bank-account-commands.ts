import {
  CommandRefused,
  formatColumns,
  formatFirst,
  parseArguments,
  requireOperator,
} from "../operators/accounts/index.ts";
import type { CommandFamily } from "../platform/domain.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { type BarringReturn, liftBar, listBars, readBars } from "./methods/bank/account-bars.ts";
import type { PaymentsDeps } from "./payments-deps.ts";

const usage = `  bank-accounts barred <operatorId>              lists the accounts that a return bars from debits, by payment
  bank-accounts unbar <operatorId> <paymentId> --reason <text> [--return <paymentId> | --all]
                                                 lifts the bar; the customer must agree to the next
                                                 debit. If several returns bar it: one of them, or all`;

/** Maximum number of accounts in the list, so that people can read it. */
const maxListed = 100;

export function bankAccountCommands(deps: PaymentsDeps): CommandFamily {
  return {
    name: "bank-accounts",
    usage,
    run([command, ...rest]) {
      if (command === "barred") return barred(deps, rest);
      if (command === "unbar") return unbar(deps, rest);
      throw new CommandRefused("bank-accounts takes barred or unbar");
    },
  };
}

async function barred(deps: PaymentsDeps, args: readonly string[]): Promise<string> {
  const [operatorId] = parseArguments(args).positions;
  if (!operatorId) throw new CommandRefused("bank-accounts barred needs <operatorId>");
  await requireOperator(deps, operatorId);
  const bars = await listBars(deps, operatorId, maxListed + 1);
  return bars.length === 0 ? "none" : formatFirst(bars.map(cellsOf), maxListed, "older");
}

async function unbar(deps: PaymentsDeps, args: readonly string[]): Promise<string> {
  const { positions, options, flags } = parseArguments(args, ["reason", "return"], ["all"]);
  const [operatorId, paymentId] = positions;
  const reason = options.get("reason")?.trim();
  if (!operatorId || !paymentId || !reason || positions.length > 2) {
    throw new CommandRefused("bank-accounts unbar needs <operatorId>, <paymentId> and --reason");
  }
  const named = options.get("return");
  if (named !== undefined && flags.has("all")) {
    throw new CommandRefused("bank-accounts unbar takes --return or --all, not both");
  }
  await requireOperator(deps, operatorId);
  await deps.keyring.load(operatorId);
  const bars = await activeBars(deps, operatorId, paymentId);
  if (bars.length > 1 && named === undefined && !flags.has("all")) {
    throw new CommandRefused(
      `${bars.length} returns bar this account. Name one with --return, or lift all with --all:\n${listed(bars)}`,
    );
  }
  if (named !== undefined && bars.length > 0 && !bars.some((bar) => bar.paymentId === named)) {
    throw new CommandRefused(`${named} does not bar this account. These do:\n${listed(bars)}`);
  }
  // A return that arrives after this read keeps the account barred.
  const seen = named === undefined ? bars.map((bar) => bar.paymentId) : [named];
  try {
    await liftBar(deps, operatorId, paymentId, { actor: { kind: "command" }, reason, seen });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandRefused(
      error.code === "resource_not_found"
        ? `${paymentId} is not a bank debit of this operator.`
        : `The account of ${paymentId} is not barred.`,
    );
  }
  const left = await activeBars(deps, operatorId, paymentId);
  return left.length === 0
    ? "The account may be debited again."
    : `That return no longer bars the account. These still do:\n${listed(left)}`;
}

async function activeBars(deps: PaymentsDeps, operatorId: string, paymentId: string) {
  const bars = await readBars(deps, operatorId, paymentId);
  return bars.filter(({ lifted }) => lifted === null);
}

const cellsOf = (bar: BarringReturn) => [
  bar.returnedAt,
  bar.returnCode,
  bar.paymentId,
  bar.paymentIntentId,
];
const listed = (bars: readonly BarringReturn[]) => formatColumns(bars.map(cellsOf));
