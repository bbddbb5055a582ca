import { describe, expect, it } from "vitest";
import { transStatuses } from "#contract/connectors/three-ds";
import { decideAfterAuthentication } from "./decide.ts";

function outcomes(
  source: "ARes" | "RReq",
  policy: Parameters<typeof decideAfterAuthentication>[2],
) {
  return transStatuses
    .map((transStatus) => {
      const decision = decideAfterAuthentication({ transStatus }, source, policy);
      return `${transStatus} ${decision.type}`;
    })
    .join(", ");
}

describe("what follows from the issuer's result", () => {
  it("authorizes on Y, A and I, challenges on C, and refuses the rest by default", () => {
    expect(outcomes("ARes", "decline")).toBe(
      "Y authorise, N refuse, A authorise, U refuse, C challenge, D refuse, R refuse, I authorise",
    );
  });

  it("authorizes U and D only if the operator's setting allows it, N and R never", () => {
    expect(outcomes("ARes", "authorise")).toBe(
      "Y authorise, N refuse, A authorise, U authorise, C challenge, D authorise, R refuse, I authorise",
    );
  });

  it("authorizes only Y where the customer must confirm", () => {
    expect(outcomes("ARes", "confirmed_only")).toBe(
      "Y authorise, N refuse, A refuse, U refuse, C challenge, D refuse, R refuse, I refuse",
    );
  });

  it("refuses C as a result", () => {
    expect(outcomes("RReq", "authorise")).toContain("C refuse");
  });

  it("gives the issuer's reason", () => {
    const reason = (result: { transStatusReason?: string; challengeCancel?: string }) => {
      const decision = decideAfterAuthentication(
        { transStatus: "N", ...result },
        "RReq",
        "decline",
      );
      return decision.type === "refuse" ? decision.reason : decision.type;
    };
    expect(reason({})).toBe("authentication_failed");
    expect(reason({ transStatusReason: "05" })).toBe("expired_card");
    expect(reason({ challengeCancel: "01" })).toBe("authentication_canceled");
    expect(reason({ challengeCancel: "04" })).toBe("authentication_timed_out");
  });

  it("refuses a canceled challenge even if the operator's setting allows U", () => {
    expect(
      decideAfterAuthentication({ transStatus: "U", challengeCancel: "01" }, "RReq", "authorise"),
    ).toEqual({ type: "refuse", reason: "authentication_canceled" });
  });
});
