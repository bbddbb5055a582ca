/** The payout frame's first script; see boot-frame.ts. */
import {
  type DisbursementTables,
  disbursementPageMessages,
} from "#contract/channel/disbursement-messages";
import { bootFrame } from "../client/boot-frame.ts";

bootFrame<DisbursementTables>(disbursementPageMessages, "/v1/client/session");
