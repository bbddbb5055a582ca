import type { MerchantRegistration } from "../../../../providers/three-ds/index.ts";

/**
 * The merchant as the directory server knows it. One registration for the whole deployment: the
 * acquirer's, with the operator's name, as a payment facilitator's merchants have it.
 */
export function merchantOf(operatorName: string, publicUrl: string): MerchantRegistration {
  return {
    acquirerBIN: "411111",
    acquirerMerchantID: "TESSERA-00001",
    merchantCategoryCode: "5999",
    countryNumber: "840",
    name: operatorName,
    url: publicUrl,
  };
}
