import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aRes,
  type CardRange,
  cardRange,
  cRes,
  type PReq,
  pRes,
} from "#contract/connectors/three-ds";
import { cards, findCard } from "../catalogue/cards.ts";
import { composeCardNumber } from "../catalogue/composed-cards.ts";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { decodeBase64UrlJson, encodeBase64UrlJson } from "../http/base64url-json.ts";
import {
  areqOf,
  call,
  challengedCard,
  chargeOf,
  directoryKey,
  hiddenField,
  listenForResults,
  postForm,
} from "../testing/sandbox-client.ts";

let sandbox: Sandbox;
let results: Awaited<ReturnType<typeof listenForResults>>;
beforeAll(async () => {
  results = await listenForResults();
  sandbox = await createSandbox({ port: 0 });
});
afterAll(async () => {
  await sandbox.close();
  results.close();
});

const prepare = (overrides: Partial<PReq> = {}) =>
  call(`${sandbox.url}/directory-server/preq`, {
    key: directoryKey,
    body: {
      messageType: "PReq",
      messageVersion: "2.2.0",
      threeDSServerRefNumber: "3DS_LOA_SER_TEST_020200",
      threeDSServerOperatorID: "TEST",
      threeDSServerTransID: randomUUID(),
      ...overrides,
    },
  });
const authenticate = (cardNumber: string, overrides: Parameters<typeof areqOf>[1] = {}) =>
  call(`${sandbox.url}/directory-server/areq`, {
    key: directoryKey,
    body: areqOf(cardNumber, { threeDSServerURL: results.url, ...overrides }),
  });

/** Opens a challenge as a browser does; returns its ids and first page. */
async function openChallenge(cardNumber = challengedCard, overrides = {}) {
  const ares = aRes.parse((await authenticate(cardNumber, overrides)).body);
  const creq = encodeBase64UrlJson({
    messageType: "CReq",
    messageVersion: ares.messageVersion,
    threeDSServerTransID: ares.threeDSServerTransID,
    acsTransID: ares.acsTransID,
    challengeWindowSize: "02",
  });
  const fields = { creq, threeDSSessionData: "c2Vzc2lvbg" };
  const page = await postForm(`${sandbox.url}/acs/challenge`, fields);
  const answer = (action: string, code = "") =>
    postForm(`${sandbox.url}/acs/challenge/answer`, { acsTransID: ares.acsTransID, action, code });
  const resultsOf = () =>
    results.received.filter((rreq) => rreq.threeDSServerTransID === ares.threeDSServerTransID);
  return { ares, fields, page, answer, resultsOf };
}

const cresOf = (text: string) => cRes.parse(decodeBase64UrlJson(hiddenField(text, "cres")));

describe("preparation", () => {
  const rangeOf = (ranges: CardRange[], number: string) =>
    ranges.find(({ startRange, endRange }) => startRange <= number && number <= endRange);

  test("returns only the ranges of enrolled cards", async () => {
    const { body } = await prepare();
    const { cardRangeData = [] } = pRes.parse(body);
    const ranges = cardRangeData.map((each) => cardRange.parse(each));
    for (const card of cards.filter(({ number }) => number.length === 16)) {
      expect(Boolean(rangeOf(ranges, card.number)), card.name).toBe(card.threeDS.enrolled);
    }
    expect(
      rangeOf(ranges, composeCardNumber({ versions: "both", method: "silent" })),
    ).toMatchObject({
      acsStartProtocolVersion: "2.1.0",
      acsEndProtocolVersion: "2.2.0",
      threeDSMethodURL: `${sandbox.publicUrl}/acs/method/silent`,
    });
  });

  test("with the current serial number returns no ranges", async () => {
    const { serialNum } = pRes.parse((await prepare()).body);
    expect((await prepare({ serialNum })).body).not.toHaveProperty("cardRangeData");
    const other = await prepare({ serialNum: "1" });
    expect(other.body).toMatchObject({ messageType: "Erro", errorCode: "307" });
  });

  test("with a wrong key is a 401, and without a PReq a 400", async () => {
    const url = `${sandbox.url}/directory-server/preq`;
    expect((await call(url, { key: "wrong", body: {} })).status).toBe(401);
    expect((await call(url, { key: directoryKey, body: {} })).status).toBe(400);
  });
});

describe("authentication", () => {
  test.each([
    ["Y", "05", true],
    ["A", "06", true],
    ["N", "07", false],
    ["R", "07", false],
    ["U", "07", false],
    ["I", "07", false],
  ] as const)("%s comes with ECI %s", async (authentication, eci, hasValue) => {
    const { body } = await authenticate(composeCardNumber({ authentication }));
    const ares = aRes.parse(body);
    expect(ares).toMatchObject({ transStatus: authentication, eci });
    expect(ares.authenticationValue?.length).toBe(hasValue ? 28 : undefined);
  });

  test("Mastercard has its own ECI", async () => {
    const { body } = await authenticate(composeCardNumber({ brand: "mastercard" }));
    expect(body["eci"]).toBe("02");
  });

  test.each([
    ["a missing field", { browserUserAgent: undefined as never }, "201", "browserUserAgent"],
    [
      "a language tag that is too long",
      { browserLanguage: "zh-Hant-TW" },
      "203",
      "browserLanguage",
    ],
    [
      "a color depth that EMV does not list",
      { browserColorDepth: "30" },
      "203",
      "browserColorDepth",
    ],
    ["an unsupported version", { messageVersion: "2.3.1" }, "102", "2.3.1"],
  ])("%s gets Erro %s", async (_, overrides, errorCode, errorDetail) => {
    const { body } = await authenticate(composeCardNumber(), overrides);
    expect(body).toMatchObject({ messageType: "Erro", errorCode, errorDetail });
  });

  test("a version that the card's issuer does not support gets Erro 102", async () => {
    const { body } = await authenticate(composeCardNumber({ versions: "2.1.0" }));
    expect(body).toMatchObject({ messageType: "Erro", errorCode: "102" });
  });

  test("the soft-decline card is challenged once the requestor mandates it", async () => {
    const { number } = findCard("soft_decline");
    expect((await authenticate(number)).body["transStatus"]).toBe("A");
    const mandated = await authenticate(number, { threeDSRequestorChallengeInd: "04" });
    expect(mandated.body["transStatus"]).toBe("C");
  });
});

describe("the 3DS Method page", () => {
  const data = {
    threeDSServerTransID: crypto.randomUUID(),
    threeDSMethodNotificationURL: "http://pay.localhost:4000/v1/three-ds/method-notification",
  };
  const open = (behavior: string) =>
    postForm(`${sandbox.url}/acs/method/${behavior}`, {
      threeDSMethodData: encodeBase64UrlJson(data),
    });

  test("sends the transaction id to the notification URL automatically", async () => {
    const { text, headers } = await open("completes");
    expect(text).toContain(`action="${data.threeDSMethodNotificationURL}" data-submit-after="0"`);
    expect(decodeBase64UrlJson(hiddenField(text, "threeDSMethodData"))).toEqual({
      threeDSServerTransID: data.threeDSServerTransID,
    });
    expect(headers.get("content-security-policy")).toContain(
      "form-action 'self' http://pay.localhost:4000",
    );
  });

  test("has no form when it stays silent, and waits twelve seconds when it is late", async () => {
    expect((await open("silent")).text).not.toContain("<form");
    expect((await open("late")).text).toContain('data-submit-after="12000"');
  });

  test("refuses data that does not follow EMV", async () => {
    const { status } = await postForm(`${sandbox.url}/acs/method/completes`, {
      threeDSMethodData: "e30",
    });
    expect(status).toBe(400);
  });
});

describe("the challenge", () => {
  test("the correct code reports Y to the server first and returns with the session data", async () => {
    const challenge = await openChallenge();
    expect(challenge.page.text).toContain("$49.99");
    const back = await challenge.answer("code", "123456");
    expect(challenge.resultsOf()).toMatchObject([
      {
        transStatus: "Y",
        eci: "05",
        interactionCounter: "01",
        dsTransID: challenge.ares.dsTransID,
      },
    ]);
    expect(results.authorizations.at(-1)).toBe(`Bearer ${directoryKey}`);
    expect(cresOf(back.text)).toMatchObject({ transStatus: "Y", challengeCompletionInd: "Y" });
    expect(hiddenField(back.text, "threeDSSessionData")).toBe("c2Vzc2lvbg");
  });

  test("a wrong code asks again, and the third one fails", async () => {
    const challenge = await openChallenge();
    const again = await challenge.answer("code", "000000");
    expect(again.text).toContain('role="alert"');
    await challenge.answer("code", "000000");
    const over = await challenge.answer("code", "000000");
    expect(cresOf(over.text).transStatus).toBe("N");
    expect(challenge.resultsOf()).toMatchObject([{ transStatus: "N", transStatusReason: "19" }]);
  });

  test.each([
    ["approve", "Y", undefined],
    ["fail", "N", undefined],
    ["unavailable", "U", undefined],
    ["reject", "R", undefined],
    ["cancel", "N", "01"],
  ])("the button %s reports %s", async (action, transStatus, challengeCancel) => {
    const challenge = await openChallenge();
    await challenge.answer(action);
    const [result] = challenge.resultsOf();
    expect(result).toMatchObject({ transStatus });
    expect(result?.challengeCancel).toBe(challengeCancel);
  });

  test("a reload shows the challenge again, or returns if it has ended", async () => {
    const challenge = await openChallenge();
    const reloaded = await postForm(`${sandbox.url}/acs/challenge`, challenge.fields);
    expect(reloaded.text).toContain('data-testid="otp"');
    await challenge.answer("approve");
    const late = await postForm(`${sandbox.url}/acs/challenge`, challenge.fields);
    expect(cresOf(late.text).transStatus).toBe("Y");
    expect(challenge.resultsOf()).toHaveLength(1);
  });

  test.each([
    ["es-MX", '<html lang="es" dir="ltr">', "Confirme su pago"],
    ["fr-FR", '<html lang="fr-CA" dir="ltr">', "Confirmez votre paiement"],
    ["zh-CN", '<html lang="zh-Hans" dir="ltr">', "请确认您的付款"],
    ["ar-EG", '<html lang="ar" dir="rtl">', "أكّد عملية الدفع"],
  ])("is in the cardholder's language, here for %s", async (browserLanguage, root, title) => {
    const { page } = await openChallenge(challengedCard, { browserLanguage });
    expect(page.text).toContain(root);
    expect(page.text).toContain(title);
  });

  test.each([
    ["4999", "840", "2", "$49.99"],
    ["500", "392", "0", "¥500"],
    ["10255", "414", "3", "KWD\u00a010.255"],
    ["4999", "752", "2", "SEK\u00a049.99"],
  ])(
    "shows the amount %s in the currency %s",
    async (purchaseAmount, purchaseCurrency, purchaseExponent, shown) => {
      const purchase = { purchaseAmount, purchaseCurrency, purchaseExponent };
      const { page } = await openChallenge(undefined, purchase);
      expect(page.text).toContain(`data-testid="challenge-amount">${shown}<`);
    },
  );

  test("escapes the merchant's name", async () => {
    const { page } = await openChallenge(challengedCard, { merchantName: "<script>x</script>" });
    expect(page.text).not.toContain("<script>x");
  });

  test("a request for an unknown transaction is refused", async () => {
    const creq = encodeBase64UrlJson({
      messageType: "CReq",
      messageVersion: "2.2.0",
      threeDSServerTransID: crypto.randomUUID(),
      acsTransID: crypto.randomUUID(),
      challengeWindowSize: "05",
    });
    expect((await postForm(`${sandbox.url}/acs/challenge`, { creq })).status).toBe(400);
  });

  test.each([
    ["duplicate_result", 2, "Y"],
    ["missing_result", 0, "Y"],
    ["lying_page", 1, "Y"],
    ["auto_failure", 1, "N"],
  ] as const)("%s reports %d times and its page says %s", async (challenge, times, pageStatus) => {
    const card = composeCardNumber({ authentication: "C", challenge });
    const { page, resultsOf } = await openChallenge(card);
    expect(resultsOf()).toHaveLength(times);
    expect(cresOf(page.text).transStatus).toBe(pageStatus);
    if (challenge === "lying_page") expect(resultsOf()[0]?.transStatus).toBe("N");
  });
});

test("a challenge that is never opened ends with challengeCancel 05", async () => {
  const impatient = await createSandbox({
    port: 0,
    challengeTimers: { firstCReqMs: 10, interactionMs: 10 },
  });
  const areq = areqOf(challengedCard, { threeDSServerURL: results.url });
  await call(`${impatient.url}/directory-server/areq`, { key: directoryKey, body: areq });
  await expect
    .poll(
      () =>
        results.received.find((rreq) => rreq.threeDSServerTransID === areq.threeDSServerTransID),
      { timeout: 30_000 },
    )
    .toMatchObject({ transStatus: "N", challengeCancel: "05" });
  await impatient.close();
});

test("a 3DS server that is down for a while gets the result after the customer has returned", async () => {
  const away = await listenForResults(4);
  const hasty = await createSandbox({ port: 0, deps: { sleep: async () => {} } });
  const card = composeCardNumber({ authentication: "C", challenge: "auto_success" });
  const areq = areqOf(card, { threeDSServerURL: away.url });
  const body = (await call(`${hasty.url}/directory-server/areq`, { key: directoryKey, body: areq }))
    .body;
  const creq = encodeBase64UrlJson({
    messageType: "CReq",
    messageVersion: "2.2.0",
    threeDSServerTransID: areq.threeDSServerTransID,
    acsTransID: body["acsTransID"],
    challengeWindowSize: "05",
  });
  const page = await postForm(`${hasty.url}/acs/challenge`, { creq });
  expect(cresOf(page.text).transStatus).toBe("Y");
  await expect.poll(() => away.received.length, { timeout: 30_000 }).toBe(5);
  await hasty.close();
  away.close();
});

test("the processor declines a forged 3-D Secure proof", async () => {
  const { number } = findCard("three_ds_optional");
  const ares = aRes.parse((await authenticate(number)).body);
  const charge = (authenticationValue: string | undefined, idempotencyKey: string) =>
    call(`${sandbox.url}/processors/northbank/charges`, {
      key: "conn_sandbox_northbank_5f0c1d7a",
      idempotencyKey,
      body: {
        ...chargeOf(number),
        threeDSecure: {
          version: "2.2.0",
          transStatus: "Y",
          eci: "05",
          authenticationValue,
          dsTransId: ares.dsTransID,
        },
      },
    });
  expect((await charge("forged", "proof_1")).body["declineCode"]).toBe("authentication_failed");
  expect((await charge(ares.authenticationValue, "proof_2")).body["status"]).toBe("approved");
});

test("the start page lists every card with a button to copy it", async () => {
  const text = await (await fetch(`${sandbox.url}/`)).text();
  expect(text).toContain('data-copy="4000000000009995"');
  expect(text).toContain(`data-copy="${findCard("refund_returned_later").number}"`);
  expect(text).toContain("A charge clears ten minutes after its approval.");
  expect(text).not.toMatch(/<script>|style=/);
  const { data } = (await (await fetch(`${sandbox.url}/cards.json`)).json()) as { data: unknown[] };
  expect(data).toHaveLength(cards.length);
});

test("each page of the bank has one main heading: the question, the return, the stuck page, a refusal", async () => {
  const question = await openChallenge();
  const back = await question.answer("approve");
  const stuck = await openChallenge(findCard("challenge_stuck").number);
  const unknown = await postForm(`${sandbox.url}/acs/challenge`, { creq: "" });
  for (const { text } of [question.page, back, stuck.page, unknown]) {
    expect(text.match(/<h1[ >]/g)).toHaveLength(1);
  }
});
