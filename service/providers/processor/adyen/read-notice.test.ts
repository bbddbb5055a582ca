import { describe, expect, it, test } from "vitest";
import type { ProcessorNotice } from "#contract/connectors/processor";
import { chargeKey, refundKey } from "../testing/conformance.ts";
import { adyenNotices } from "./read-notice.ts";
import { chargePsp, eventOf, noticeOf, refundEvent, settings } from "./testing/adyen-responses.ts";

const read = adyenNotices(settings);
const disputePsp = "DSPT4711DSPT4711";
const dispute = (fields: Readonly<Record<string, unknown>> = {}) =>
  eventOf({
    eventCode: "CHARGEBACK",
    pspReference: disputePsp,
    originalReference: chargePsp,
    additionalData: {
      chargebackReasonCode: " 4853",
      chargebackSchemeCode: "mc",
      defensePeriodEndsAt: "2026-12-24T10:00:00+01:00",
      defendable: "true",
    },
    ...fields,
  });
const reportsOf = (event: Readonly<Record<string, unknown>>): readonly ProcessorNotice[] => {
  const content = read(noticeOf([event]));
  return content.type === "valid" ? content.reports : [];
};

describe("a webhook", () => {
  test("has the signature that Adyen documents", () => {
    // Adyen's own example of a key, an event and its signature.
    const hmacKey = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";
    const item = {
      eventCode: "AUTHORISATION",
      success: "true",
      pspReference: "7914073381342284",
      merchantAccountCode: "TestMerchant",
      merchantReference: "TestPayment-1407325143704",
      amount: { value: 1130, currency: "EUR" },
      eventDate: "2026-11-20T10:00:00+01:00",
      additionalData: { hmacSignature: "coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=" },
    };
    const received = (each: object) => ({
      rawBody: Buffer.from(
        JSON.stringify({ live: "false", notificationItems: [{ NotificationRequestItem: each }] }),
      ),
      headers: {},
      nowMs: 0,
    });
    const own = adyenNotices({ ...settings, hmacKey, merchantAccount: "TestMerchant" });
    expect(own(received(item)).type).toBe("valid");
    expect(own(received({ ...item, success: "false" })).type).toBe("forged");
  });

  it.each([
    ["the amount", { amount: { currency: "USD", value: 1 } }],
    ["the reference", { merchantReference: "pay_other-1" }],
    ["the result", { success: "false" }],
    ["the charge", { pspReference: "X".repeat(16) }],
  ])("with %s changed after it was signed is forged", (_, change) => {
    const { rawBody, ...rest } = noticeOf([eventOf()]);
    const body = JSON.parse(rawBody.toString());
    Object.assign(body.notificationItems[0].NotificationRequestItem, change);
    expect(read({ ...rest, rawBody: Buffer.from(JSON.stringify(body)) })).toEqual({
      type: "forged",
    });
  });

  test.each([
    "",
    "null",
    "[]",
    "{}",
    '{"notificationItems":[]}',
    '{"notificationItems":[{}]}',
    "<x>",
  ])("with the body %s is forged", (text) => {
    expect(read({ rawBody: Buffer.from(text), headers: {}, nowMs: 0 })).toEqual({ type: "forged" });
  });

  test("is refused as a whole if one of its events is forged", () => {
    const good = JSON.parse(noticeOf([eventOf()]).rawBody.toString());
    const bad = JSON.parse(noticeOf([refundEvent()], { key: "AB".repeat(32) }).rawBody.toString());
    const notificationItems = [...good.notificationItems, ...bad.notificationItems];
    const rawBody = Buffer.from(JSON.stringify({ notificationItems }));
    expect(read({ rawBody, headers: {}, nowMs: 0 })).toEqual({ type: "forged" });
  });

  test("needs the configured login in addition to its signature", () => {
    const withLogin = adyenNotices({
      ...settings,
      webhookUser: "adyen",
      webhookPassword: "s3cret",
    });
    const login = (text: string) => ({
      authorization: `Basic ${Buffer.from(text).toString("base64")}`,
    });
    expect(withLogin(noticeOf([eventOf()])).type).toBe("forged");
    expect(withLogin(noticeOf([eventOf()], { headers: login("adyen:wrong") })).type).toBe("forged");
    expect(withLogin(noticeOf([eventOf()], { headers: login("adyen:s3cret") })).type).toBe("valid");
  });

  const nothing = { type: "valid", outcomes: [], changes: [], reports: [] };

  test("is accepted and ignored if it is about another merchant account or an irrelevant event", () => {
    for (const event of [
      eventOf({ merchantAccountCode: "ShopEU" }),
      eventOf({ eventCode: "RECURRING_CONTRACT", amount: { currency: "EUR", value: 0 } }),
      eventOf({ merchantReference: "" }),
    ]) {
      expect(read(noticeOf([event]))).toEqual(nothing);
    }
  });

  test("is accepted if it is about a report, without a signature and with a file name as its reference", () => {
    const report = {
      amount: { currency: "EUR", value: 0 },
      eventCode: "REPORT_AVAILABLE",
      eventDate: "2026-11-20T10:00:00+01:00",
      merchantAccountCode: settings.merchantAccount,
      merchantReference: "",
      pspReference: "settlement_detail_report_batch_12.csv",
      reason: "https://ca-test.adyen.com/reports/download/settlement_detail_report_batch_12.csv",
      success: "true",
    };
    const rawOf = (...items: object[]) => {
      const notificationItems = items.map((item) => ({ NotificationRequestItem: item }));
      return { rawBody: Buffer.from(JSON.stringify({ notificationItems })), headers: {}, nowMs: 0 };
    };
    expect(read(rawOf(report))).toEqual(nothing);
    expect(read(rawOf(report, eventOf()))).toEqual({ type: "forged" });
  });

  test("is read without the one event that does not fit", () => {
    const odd = refundEvent({ eventDate: "yesterday" });
    expect(read(noticeOf([odd, eventOf()]))).toMatchObject({
      outcomes: [{ event: "AUTHORISATION", key: chargeKey }],
      unread: ["eventDate"],
    });
  });

  test("has no control characters in the text that is stored", () => {
    const refused = eventOf({ success: "false", reason: "Refused\u0000\u0007" });
    expect(read(noticeOf([refused]))).toMatchObject({ outcomes: [{ reason: "Refused  " }] });
  });

  test("makes the charge due if it is about the refund behind a reversal", () => {
    const merchantReference = `${chargeKey}-reversal`;
    const back = refundEvent({ eventCode: "REFUND_FAILED", merchantReference });
    expect(read(noticeOf([back]))).toMatchObject({ changes: [{ type: "charge", key: chargeKey }] });
  });

  test("says what to look up: a reversal with its charge, and each delivery under one id", () => {
    const events = [
      eventOf(),
      eventOf({
        eventCode: "CANCEL_OR_REFUND",
        pspReference: "C".repeat(16),
        originalReference: chargePsp,
        merchantReference: `${chargeKey}-reversal`,
      }),
      refundEvent(),
    ];
    const content = read(noticeOf(events));
    expect(content).toMatchObject({
      changes: [
        { type: "charge", key: chargeKey },
        { type: "charge", key: chargeKey },
        { type: "refund", key: refundKey },
      ],
    });
    if (content.type !== "valid") throw new Error("not valid");
    const ids = content.outcomes?.map(({ noticeId }) => noticeId);
    expect(new Set(ids).size).toBe(3);
    const again = read(noticeOf([eventOf({ eventDate: "2026-11-21T10:00:00+01:00" })]));
    expect(again).toMatchObject({ outcomes: [{ noticeId: ids?.[0] }] });
  });
});

describe("a dispute", () => {
  test("has the scheme's reason, the deadline and the charge", () => {
    expect(reportsOf(dispute())).toMatchObject([
      {
        type: "dispute",
        disputeId: disputePsp,
        chargeId: chargePsp,
        chargeKey,
        stage: "chargeback",
        status: "needs_response",
        network: "mastercard",
        reasonCode: "4853",
        respondBy: "2026-12-24T10:00:00+01:00",
        defendable: true,
        amountMinor: 4999,
        currency: "USD",
      },
    ]);
  });

  it.each([
    ["REQUEST_FOR_INFORMATION", "", "inquiry", "needs_response"],
    ["REQUEST_FOR_INFORMATION", "Expired", "inquiry", "expired"],
    ["NOTIFICATION_OF_CHARGEBACK", "Undefended", "chargeback", "needs_response"],
    ["CHARGEBACK", "Lost", "chargeback", "lost"],
    ["INFORMATION_SUPPLIED", "Pending", "chargeback", "under_review"],
    ["INFORMATION_SUPPLIED", "Responded", "inquiry", "under_review"],
    ["DISPUTE_DEFENSE_PERIOD_ENDED", "Accepted", "chargeback", "accepted"],
    ["CHARGEBACK_REVERSED", "", "chargeback", "won"],
    ["CHARGEBACK_REVERSED", "Pending", "chargeback", "under_review"],
    ["SECOND_CHARGEBACK", "", "pre_arbitration", "lost"],
    ["PREARBITRATION_WON", "", "pre_arbitration", "won"],
  ])("%s with status %s is %s, %s", (eventCode, disputeStatus, stage, status) => {
    const additionalData = disputeStatus ? { disputeStatus } : {};
    expect(reportsOf(dispute({ eventCode, additionalData }))).toMatchObject([{ stage, status }]);
  });

  test("has increasing sequence numbers, even within one second", () => {
    const at = (eventCode: string, eventDate: string) => {
      const [report] = reportsOf(dispute({ eventCode, eventDate }));
      return report?.type === "dispute" ? report.sequence : 0;
    };
    const second = "2026-11-20T10:00:00+01:00";
    const opened = at("NOTIFICATION_OF_CHARGEBACK", second);
    expect(at("CHARGEBACK", second)).toBeGreaterThan(opened);
    expect(at("NOTIFICATION_OF_CHARGEBACK", "2026-11-20T09:00:01Z")).toBeGreaterThan(
      at("CHARGEBACK_REVERSED", second),
    );
    expect(at("CHARGEBACK", "2036-12-31T23:59:59Z")).toBeLessThan(2 ** 31);
  });

  test("is refused if it does not fit, so that Adyen shows it", () => {
    const received = noticeOf([dispute({ amount: { currency: "USD", value: 0 } })]);
    expect(read(received)).toMatchObject({ reports: [], unread: ["amountMinor"] });
  });

  test("a report of fraud moves no money", () => {
    const additionalData = { nofReasonCode: "6", nofSchemeCode: "visa" };
    expect(
      reportsOf(dispute({ eventCode: "NOTIFICATION_OF_FRAUD", additionalData })),
    ).toMatchObject([
      { type: "fraud_report", reportId: disputePsp, network: "visa", fraudType: "6", chargeKey },
    ]);
  });
});
