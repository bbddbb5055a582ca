import type { KycDeps } from "../../customers/identity/index.ts";
import type { Sanctions } from "../../customers/sanctions/index.ts";
import type { Webhooks } from "../../events/index.ts";
import type { Appearances, Logos } from "../../operators/appearance/index.ts";
import type { StaffDeps } from "../../operators/staff/index.ts";
import type { PaymentsDeps } from "../../payments/index.ts";
import type { Pricing } from "../../payments/pricing/index.ts";
import type { DisbursementsDeps } from "../../payouts/index.ts";
import type { Forwarding } from "../../platform/http/forwarding-notice.ts";
import type { Ach } from "../../rails/ach/index.ts";
import type { Coins } from "../../rails/coins/index.ts";
import type { OpenBanking } from "../../rails/open-banking/index.ts";
import type { Settlement } from "../../reporting/settlement/index.ts";
import type { TaxDeps } from "../../tax/w9/index.ts";
import type { SandboxClock } from "../sandbox-clock/index.ts";

export interface ConsoleDeps extends StaffDeps {
  appearances: Appearances;
  logos: Logos;
  ach: Ach;
  pricing: Pricing;
  webhooks: Webhooks;
  kyc: KycDeps;
  sanctions: Pick<Sanctions, "list" | "decide">;
  payments: PaymentsDeps;
  disbursements: DisbursementsDeps;
  tax: TaxDeps;
  openBanking: Pick<OpenBanking, "find" | "findPayments" | "missingBanks">;
  coins: Pick<Coins, "networks" | "transfersOf" | "findPayments">;
  settlement: Pick<Settlement, "deps" | "wake">;
  forwarding: Forwarding;
  sandboxClock: Pick<SandboxClock, "read" | "mayMove" | "move">;
}
