// @vitest-environment happy-dom
import { cleanup, render, waitFor } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { kycTexts } from "../i18n/en/kyc.ts";
import { KycStep } from "./kyc-step.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("tells the host widget that the session has expired, so that the host renews it", async () => {
  const refusal = {
    errorCode: "client_secret_expired",
    message: "This client secret has expired.",
  };
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 401 }));
  const onExpired = vi.fn();
  render(
    <KycStep
      clientSecretKey="di_1_secret_x"
      publishableKey="pk_1"
      language="en"
      kycTexts={kycTexts}
      locale="en-US"
      onDone={() => undefined}
      onExpired={onExpired}
    />,
  );
  await waitFor(() => expect(onExpired).toHaveBeenCalledOnce());
});
