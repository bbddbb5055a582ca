import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import { createBaselayerMatcher } from "./baselayer-matcher.ts";
import { createHttpTinMatcher } from "./http-tin-matcher.ts";
import type { TinMatcher } from "./tin-matcher.ts";
import type { TinMatchingConnector } from "./tin-matching-settings.ts";

export function createTinMatcher(http: OutgoingHttp, connector: TinMatchingConnector): TinMatcher {
  return connector.type === "baselayer"
    ? createBaselayerMatcher(http, connector)
    : createHttpTinMatcher(http, connector);
}
