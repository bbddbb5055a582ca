/** Options of `new Tessera`. A changed value creates a new widget. */
export const sharedOptions = ["publishableKey", "apiUrl", "locale"] as const;

const secretOptions = ["clientSecretKey", "fetchClientSecretKey"] as const;

/** Options of each element by its name after `tessera-`. The first option is its secret. */
export const elementOptions = {
  payment: [...secretOptions, "submitButton", "returnUrl", "bankWindow", "defaultValues"],
  disbursement: secretOptions,
  kyc: ["clientSecret", "fetchClientSecret", "documentType"],
} as const;
export type ElementName = keyof typeof elementOptions;

/** The SDK's events are the elements' DOM events. */
export const elementEvents = [
  "ready",
  "step",
  "status",
  "change",
  "complete",
  "error",
  "loaderror",
  "escape",
] as const;
