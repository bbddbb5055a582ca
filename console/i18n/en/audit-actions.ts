import type { Words } from "../words.ts";

/** Actions in the audit log that the base texts do not name; in English. */
export const english: Words = {
  "refund.approved": "Refund approved",
  "refund.declined": "Refund declined",
};
