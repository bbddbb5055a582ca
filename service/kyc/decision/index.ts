export type {
  Check,
  CheckCode,
  Decision,
  DecisionInput,
  Reason,
  ReasonCode,
} from "./decision.ts";
