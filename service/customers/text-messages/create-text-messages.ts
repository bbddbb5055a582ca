import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { Operators } from "../../operators/accounts/index.ts";
import type { Domain } from "../../platform/domain.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { createJob, type Job } from "../../platform/jobs/job.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import {
  createSandboxSmsSender,
  createTwilioSmsSender,
  type SmsSender,
  type SmsSettings,
} from "../../providers/sms/index.ts";
import { createPhoneNotices, type PhoneNotices } from "./phone-notices.ts";
import { registerSms } from "./routes.ts";
import type { SmsDeps } from "./sms-deps.ts";
import { deleteOldSends } from "./sms-store.ts";

export interface TextMessages extends Domain {
  readonly deps: SmsDeps;
  readonly phoneNotices: PhoneNotices;
}

export function createTextMessages(
  needs: PlatformDeps<SmsSettings> & { operators: Operators; idempotency: Idempotency },
): TextMessages {
  const deps: SmsDeps = { ...needs, sender: senderOf(needs) };
  const phoneNotices = createPhoneNotices(deps);
  return {
    deps,
    phoneNotices,
    register: (app) => registerSms(app, { ...deps, idempotency: needs.idempotency }),
    jobs: [...smsJobs(deps), phoneNotices.job],
    commands: [],
  };
}

/** The sender: Twilio if configured, in the sandbox its own carrier. */
function senderOf({ config, log, ...deps }: PlatformDeps<SmsSettings>): SmsSender | null {
  const http = callsTo("sms", deps.http);
  if (config.twilio !== undefined) return createTwilioSmsSender(http, config.twilio);
  if (config.environment === "sandbox") {
    const baseUrl = `${config.sandboxUrl}/carrier`;
    return createSandboxSmsSender({ http, baseUrl, key: sandboxCredentials.carrier });
  }
  log.warn("TWILIO_ACCOUNT_SID is not set: no text messages can be sent");
  return null;
}

function smsJobs(deps: SmsDeps): Job[] {
  return [
    createJob({
      name: "sms.forget_sends",
      everyMs: 3_600_000,
      async run() {
        await deleteOldSends(deps.database.kysely, deps.clock.nowMs());
        return undefined;
      },
    }),
  ];
}
