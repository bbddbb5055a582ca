import { describe, expect, test } from "vitest";
import { takesCurrency } from "#contract/routing-rules";
import { routable } from "../processor-settings.ts";
import {
  answered,
  chargeKey,
  drive,
  exampleCharge,
  exampleCustomer,
} from "../testing/conformance.ts";
import { adyenConnector } from "./adyen-connector.ts";
import { settings } from "./testing/adyen-responses.ts";

const connector = adyenConnector(settings, {
  chargeDeadlineMs: 30_000,
  lookUpDeadlineMs: 10_000,
  notificationUrl: "https://pay.example.com/v1/processor-notices/main",
});
const refusal = answered(422, {});
const bodyOf = (request: Parameters<typeof connector.charge>[0]) => {
  const { calls } = drive(connector.charge(request, chargeKey), [refusal]);
  return JSON.parse(calls[0]?.body ?? "") as Record<string, unknown>;
};

describe("a payment request", () => {
  test("names the account, the key and the capture, and forbids Adyen's own 3-D Secure", () => {
    const { calls } = drive(connector.charge(exampleCharge, chargeKey), [refusal]);
    expect(calls[0]).toMatchObject({
      method: "POST",
      path: "/payments",
      headers: { "x-api-key": settings.apiKey, "idempotency-key": chargeKey },
    });
    expect(bodyOf(exampleCharge)).toEqual({
      amount: { currency: "USD", value: 4999 },
      merchantAccount: "ShopUS",
      reference: chargeKey,
      returnUrl: "https://pay.example.com/",
      paymentMethod: {
        type: "scheme",
        number: "4242424242424242",
        expiryMonth: "12",
        expiryYear: "2030",
        cvc: "737",
        holderName: "Ada Lovelace",
      },
      authenticationData: { attemptAuthentication: "never" },
      mpiData: {
        directoryResponse: "Y",
        cavv: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
        eci: "05",
        dsTransID: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
        threeDSVersion: "2.2.0",
      },
      shopperInteraction: "Ecommerce",
      shopperStatement: "DEMO SHOP",
      captureDelayHours: 0,
    });
  });

  test("has both statuses of a challenge", () => {
    const threeDSecure = {
      version: "2.2.0",
      transStatus: "Y",
      dsTransId: "ds",
      aresTransStatus: "C",
      challenged: true,
    };
    expect(bodyOf({ ...exampleCharge, threeDSecure })["mpiData"]).toEqual({
      directoryResponse: "C",
      authenticationResponse: "Y",
      dsTransID: "ds",
      threeDSVersion: "2.2.0",
    });
  });

  test("marks stored cards, and names the payment that stored the card", () => {
    const customer = exampleCustomer;
    const first = bodyOf({ ...exampleCharge, credentialOnFile: "stored", customer });
    expect(first).toMatchObject({
      shopperInteraction: "Ecommerce",
      recurringProcessingModel: "CardOnFile",
    });
    expect(first["shopperReference"]).toMatch(/^[0-9a-z]{32}$/);
    const networkTransactionId = "016153570198200";
    const later = { ...exampleCharge, credentialOnFile: "used", networkTransactionId } as const;
    expect(bodyOf(later)).toMatchObject({
      shopperInteraction: "ContAuth",
      recurringProcessingModel: "CardOnFile",
      paymentMethod: { networkPaymentReference: networkTransactionId },
    });
  });

  test("has the known customer data, with the house number in its own field", () => {
    expect(
      bodyOf({ ...exampleCharge, customer: exampleCustomer, surchargeMinor: 146 }),
    ).toMatchObject({
      shopperEmail: "lena@example.com",
      telephoneNumber: "+12125550123",
      shopperIP: "203.0.113.7",
      surcharge: { value: 146 },
      billingAddress: {
        houseNumberOrName: "1",
        street: "Main St",
        city: "Albany",
        stateOrProvince: "NY",
        postalCode: "12207",
        country: "US",
      },
    });
    const { billingAddress } = exampleCustomer;
    if (!billingAddress) throw new Error("the example has an address");
    const without = {
      ...exampleCustomer,
      billingAddress: { ...billingAddress, line1: "Main St" },
    };
    expect(bodyOf({ ...exampleCharge, customer: without })).not.toHaveProperty("billingAddress");
  });

  test("is not made in a currency for which Adyen uses other minor units", () => {
    const { calls, outcome } = drive(
      connector.charge({ ...exampleCharge, currency: "ISK" }, chargeKey),
      [],
    );
    expect(calls).toHaveLength(0);
    expect(outcome).toEqual({ type: "rejected", reason: "currency_not_supported" });
    // Routing does not choose Adyen for it.
    const url = "https://checkout-test.adyen.com/v72";
    const known = routable({ name: "ad", type: "adyen", url, currencies: null, ...settings }, {});
    expect(takesCurrency(known, "ISK")).toBe(false);
    expect(takesCurrency(known, "EUR")).toBe(true);
  });
});
