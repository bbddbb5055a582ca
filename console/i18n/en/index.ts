import { english as account } from "./account.ts";
import { english as customers } from "./customers.ts";
import { english as entrance } from "./entrance.ts";
import { english as exports } from "./exports.ts";
import { english as failures } from "./failures.ts";
import { english as payments } from "./payments.ts";
import { english as payouts } from "./payouts.ts";
import { english as reviews } from "./reviews.ts";
import { english as settings } from "./settings.ts";
import { english as common } from "./shared-words.ts";
import { english as shell } from "./shell.ts";
import { english as tax } from "./tax.ts";

/** The model for every other language. Texts of single sections load with them: see `*-texts.ts`. */
export const texts = {
  ...common,
  ...shell,
  ...failures,
  ...entrance,
  ...reviews,
  ...customers,
  ...payments,
  ...payouts,
  ...tax,
  ...exports,
  ...settings,
  ...account,
};
