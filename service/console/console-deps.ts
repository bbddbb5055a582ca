import type { Crypto } from "../crypto/index.ts";
import type { DisbursementsDeps } from "../disbursements/index.ts";
import type { KycDeps } from "../kyc/index.ts";
import type { OpenBanking } from "../open-banking/index.ts";
import type { PaymentsDeps } from "../payments/index.ts";
import type { Forwarding } from "../platform/http/forwarding-notice.ts";
import type { StaffDeps } from "../staff/index.ts";
import type { TaxDeps } from "../tax/index.ts";

/** What the console's routes are given: every domain that it shows. */
export interface ConsoleDeps extends StaffDeps {
  kyc: KycDeps;
  payments: PaymentsDeps;
  disbursements: DisbursementsDeps;
  tax: TaxDeps;
  openBanking: Pick<OpenBanking, "find" | "findPayments">;
  crypto: Pick<Crypto, "transfersOf" | "findPayments">;
  forwarding: Forwarding;
}
