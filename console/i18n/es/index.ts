import type { Texts } from "../texts.ts";
import { spanish as account } from "./account.ts";
import { spanish as customers } from "./customers.ts";
import { spanish as entrance } from "./entrance.ts";
import { spanish as exports } from "./exports.ts";
import { spanish as failures } from "./failures.ts";
import { spanish as payments } from "./payments.ts";
import { spanish as payouts } from "./payouts.ts";
import { spanish as reviews } from "./reviews.ts";
import { spanish as settings } from "./settings.ts";
import { spanish as common } from "./shared-words.ts";
import { spanish as shell } from "./shell.ts";
import { spanish as tax } from "./tax.ts";

export const texts: Texts = {
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
