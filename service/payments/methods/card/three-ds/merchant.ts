import type { MerchantRegistration } from "../../../../providers/three-ds/index.ts";

/**
 * The merchant as registered with the directory server. The deployment has one registration, the
 * acquirer's, and sends the operator's name with it, as payment facilitators do.
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
