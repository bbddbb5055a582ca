import type { DisbursementsDeps } from "../disbursements/index.ts";
import type { KycDeps } from "../kyc/index.ts";
import type { PaymentsDeps } from "../payments/index.ts";
import type { StaffDeps } from "../staff/index.ts";
import type { TaxDeps } from "../tax/index.ts";

/** What the console's routes are given: every domain that it shows. */
export interface ConsoleDeps extends StaffDeps {
  kyc: KycDeps;
  payments: PaymentsDeps;
  disbursements: DisbursementsDeps;
  tax: TaxDeps;
}
