import type { LedgerSource } from "../../ledger/index.ts";
import { debitSource } from "./debit-source.ts";
import { disputeLedgerSource } from "./dispute-source.ts";
import { paymentSource } from "./payment-source.ts";
import { refundSource } from "./refund-source.ts";

export const paymentSources: readonly LedgerSource[] = [
  paymentSource,
  debitSource,
  refundSource,
  disputeLedgerSource,
];
