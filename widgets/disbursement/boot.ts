/** The payout frame's first script; see boot-frame.ts. */
import {
  type DisbursementTables,
  disbursementPageMessages,
} from "#contract/channel/disbursement-messages";
import { bootFrame } from "../client/boot-frame.ts";
import { createMainLoader } from "../client/load-main.ts";
import { createLostMessage } from "../client/lost-message.ts";

bootFrame<DisbursementTables>(disbursementPageMessages, "/v1/client/session", (root, page) =>
  createMainLoader(root, page, createLostMessage(root)),
);
