import {
  type CommandFamily,
  CommandRefused,
  formatColumns,
  parseWords,
  requireOperator,
} from "../operators/index.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { liftBar, listBars } from "./methods/bank/account-bars.ts";
import type { PaymentsDeps } from "./payments-deps.ts";

const usage = `  bank-accounts barred <operatorId>              accounts that a return bars from debits, by payment
  bank-accounts unbar <operatorId> <paymentId> --reason <text>
                                                 may be debited again, for who agrees to it anew`;

/** As many as a person reads. */
const mostListed = 100;

/** `bank-accounts …` of the command line. */
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

async function barred(deps: PaymentsDeps, words: readonly string[]): Promise<string> {
  const [operatorId] = parseWords(words).positions;
  if (!operatorId) throw new CommandRefused("bank-accounts barred needs <operatorId>");
  await requireOperator(deps, operatorId);
  const bars = await listBars(deps, operatorId, mostListed);
  if (bars.length === 0) return "none";
  return formatColumns(
    bars.map((each) => [
      ...[each.returnedAt, each.returnCode, each.paymentId, each.paymentIntentId],
    ]),
  );
}

async function unbar(deps: PaymentsDeps, words: readonly string[]): Promise<string> {
  const { positions, options } = parseWords(words, ["reason"]);
  const [operatorId, paymentId] = positions;
  const reason = options.get("reason")?.trim();
  if (!operatorId || !paymentId || !reason || positions.length > 2) {
    throw new CommandRefused("bank-accounts unbar needs <operatorId>, <paymentId> and --reason");
  }
  await requireOperator(deps, operatorId);
  await deps.keyring.load(operatorId);
  try {
    await liftBar(deps, operatorId, paymentId, { actor: { kind: "command" }, reason });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandRefused(
      error.code === "resource_not_found"
        ? `${paymentId} is no bank debit of this operator.`
        : `The account of ${paymentId} is not barred.`,
    );
  }
  return "The account may be debited again.";
}
