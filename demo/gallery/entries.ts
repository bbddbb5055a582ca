import { bankLoginEntries } from "./bank-login-entries.ts";
import { cryptoEntries } from "./crypto-entries.tsx";
import type { GalleryEntry } from "./gallery-entry.ts";
import { kycEntries } from "./kyc-entries.tsx";
import { lostEntries } from "./lost-entries.tsx";
import { partEntries } from "./part-entries.tsx";
import { payByBankEntries } from "./pay-by-bank-entries.ts";
import { paymentEntries } from "./payment-entries.ts";
import { paymentMethodEntries } from "./payment-method-entries.ts";
import { payoutEntries } from "./payout-entries.ts";
import { personalEntries } from "./personal-entries.tsx";
import { reasonsEntries } from "./reasons-entries.tsx";
import { savedEntries } from "./saved-entries.ts";
import { w9Entries } from "./w9-entries.tsx";

export const entries: readonly GalleryEntry[] = [
  ...paymentEntries,
  ...lostEntries,
  ...paymentMethodEntries,
  ...bankLoginEntries,
  ...payByBankEntries,
  ...cryptoEntries,
  ...savedEntries,
  ...reasonsEntries,
  ...payoutEntries,
  ...personalEntries,
  ...kycEntries,
  ...w9Entries,
  ...partEntries,
];
