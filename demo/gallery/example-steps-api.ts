import type { StepsApi } from "../../widgets/steps/steps-api.ts";

/** A service that accepts everything except a wrong code. The correct code is 123456. */
export const exampleStepsApi: StepsApi = {
  credentials: { clientSecretKey: "", publishableKey: null },
  requirements: async () => ({ ok: true, value: { requirements: [] } }),
  fillIn: async () => ({ ok: true, value: { requirements: [] } }),
  startSms: async () => ({ ok: true, value: smsProgress() }),
  checkSms: async (code) =>
    code === "123456"
      ? { ok: true, value: { ...smsProgress(), status: "approved" } }
      : { ok: false, failure: { code: "sms_code_wrong", attemptsLeft: 4 } },
};

function smsProgress() {
  const resendAt = new Date(Date.now() + 30_000).toISOString();
  return { status: "pending", phoneNumber: "•••• 34", resendAt, attemptsLeft: 5 };
}
