import { integratorError, type SdkErrorCode, secretKeyInPage } from "./tessera-error.ts";

/**
 * Throws a TesseraError unless `secret` belongs to this type of widget. Its code is `missing` without a secret,
 * `secret_key_in_page` for the operator's secret key, and `client_secret_wrong_kind` for another widget's secret (the
 * service would accept it and return data that this widget cannot read).
 */
export const checkSecret = (
  secret: unknown,
  prefix: "pi_" | "di_" | "kyc_",
  missing: SdkErrorCode,
  message: string,
): void => {
  if (typeof secret !== "string" || !secret) throw integratorError(missing, message);
  if (secret.startsWith("sk_")) throw secretKeyInPage();
  if (!secret.startsWith(prefix))
    throw integratorError(
      "client_secret_wrong_kind",
      `${message} It starts with ${prefix}, and this one doesn't.`,
    );
};
