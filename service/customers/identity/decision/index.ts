export { decideDocument } from "./decide-document.ts";
export type {
  Check,
  CheckCode,
  Decision,
  DecisionInput,
  Reason,
  ReasonCode,
} from "./decision.ts";
export { reason } from "./reason-texts.ts";
