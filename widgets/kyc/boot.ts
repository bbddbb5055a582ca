/** The identity frame's first script; see boot-frame.ts. Pages behind links have none. */
import { type KycTables, kycPageMessages } from "#contract/channel/kyc-messages";
import { bootFrame } from "../client/boot-frame.ts";

bootFrame<KycTables>(kycPageMessages, "/v1/client/kyc");
