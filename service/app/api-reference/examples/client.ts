import { savedPaymentMethod } from "./customers.ts";
import { breakdown } from "./payments.ts";

const clientPayment = {
  paymentId: "pay_22uhw8DfMnT4mwVbBpH2LXRk",
  type: "card",
  status: "success",
  intentStatus: "success",
  messages: [],
  advice: null,
  paymentMethod: { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2030 },
  nextAction: null,
};

const challenged = {
  ...clientPayment,
  status: "pending",
  intentStatus: "pending",
  nextAction: {
    type: "challenge",
    acsUrl: "https://acs.bank.example/challenge",
    creq: "eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ",
    threeDSSessionData: "eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IjFkMWMyM2E2In0",
    windowSize: "03",
    messageVersion: "2.2.0",
    expiresAt: "2026-03-10T12:33:37.000Z",
  },
};

const amounts = { amount: 125.5, withheldAmount: 0, netAmount: 125.5, currency: "USD" };
const arrival = { unit: "business_days", least: 1, most: 3 };

const clientDisbursement = {
  disbursementId: "dis_22uhvyZXhpGL72iFpqUVM7gM",
  status: "pending-validation",
  intentStatus: "pending-validation",
  type: "bank",
  payoutMethod: { bankName: "Sandbox Bank", accountType: "checking", last4: "6789" },
  amounts,
  arrival,
  messages: [],
  createdAt: "2026-03-10T12:15:00.000Z",
  updatedAt: "2026-03-10T12:15:00.000Z",
};

const smsCode = {
  smsVerificationId: "sms_22uiF3XCSAcf8waC9hrbzZBu",
  status: "pending",
  phoneNumber: "•••• 34",
  expiresAt: "2026-03-10T12:15:00.000Z",
  resendAt: "2026-03-10T12:05:30.000Z",
  attemptsLeft: 5,
};

const bankLogin = {
  bankLoginId: "blg_22uhvyZXh9862NdzfBGFXE78",
  status: "open",
  account: null,
  expiresAt: "2026-03-10T12:15:00.000Z",
};

export const clientExamples: Readonly<Record<string, unknown>> = {
  diagnoseFrame: { key: "ok", origin: "allowed" },
  getClientSession: {
    intent: {
      disbursementIntentId: "di_22uhvyZXhPkEtFUYG24cdwaJ",
      status: "pending",
      amount: 125.5,
      currency: "USD",
      description: null,
      expiresAt: "2026-03-10T14:00:00.000Z",
    },
    operator: { name: "Example Shop" },
    amounts,
    payoutOptions: [
      { type: "bank", arrival },
      { type: "card", arrival: { unit: "minutes", least: 1, most: 30 } },
    ],
    savedPayoutMethods: [],
    requirements: [],
    yearToDate: { year: 2026, totalAfter: 125.5, threshold: 2000, asks: [] },
    disbursement: null,
    serverTime: "2026-03-10T12:14:00.000Z",
  },
  createClientQuote: { breakdown },
  createClientPayment: challenged,
  continueClientPayment: clientPayment,
  getClientStatus: { status: "success", payment: clientPayment },
  deleteClientPaymentMethod: { paymentMethodId: savedPaymentMethod.paymentMethodId, removed: true },
  createClientDisbursement: clientDisbursement,
  updateClientCustomerData: {
    requirements: [{ type: "kyc", blocks: "submission", status: null }],
  },
  sendClientSmsCode: smsCode,
  checkClientSmsCode: { ...smsCode, status: "approved" },
  createClientBankLogin: {
    ...bankLogin,
    authorizationUrl: "https://bank.example/auth?request_uri=urn%3Aexample&client_id=tessera",
  },
  getClientBankLogin: {
    ...bankLogin,
    status: "confirmed",
    account: { bankName: "Harbour Bank", accountType: "savings", last4: "0000" },
  },
  sendClientW9Code: smsCode,
};
