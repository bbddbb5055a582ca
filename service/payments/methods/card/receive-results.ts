import type { Erro, RReq, RRes } from "#contract/connectors/three-ds";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { attemptOf } from "../../records.ts";
import { applyResult } from "./three-ds/apply-result.ts";

export interface ResultsResponse {
  readonly message: RRes | Erro;
  /** Charges the attempt, if the browser returned before the result. */
  readonly afterwards?: () => Promise<void>;
}

/**
 * Applies the challenge result (RReq) that the directory server posted, and acknowledges it even without a change.
 * Answers `Erro` 301 for an unknown transaction, and 305 if the ids do not belong together.
 */
export async function receiveResults(deps: PaymentsDeps, request: RReq): Promise<ResultsResponse> {
  const found = await deps.store.findByThreeDS(request.threeDSServerTransID);
  if (!found) return { message: errorMessage(request, "301", "Transaction not known") };
  const intent = await deps.store.read(found.paymentIntentId);
  const attempt = intent && attemptOf(intent, found.paymentId);
  if (!intent || !attempt?.threeDS) {
    return { message: errorMessage(request, "301", "Transaction not known") };
  }
  const { threeDS } = attempt;
  if (threeDS.acsTransID !== request.acsTransID || threeDS.dsTransID !== request.dsTransID) {
    return { message: errorMessage(request, "305", "Transaction data not valid") };
  }
  const { afterwards } = await applyResult(deps, intent, found.paymentId, request);
  return { message: acknowledgement(request), ...(afterwards && { afterwards }) };
}

function acknowledgement(request: RReq): RRes {
  return {
    messageType: "RRes",
    messageVersion: request.messageVersion,
    threeDSServerTransID: request.threeDSServerTransID,
    acsTransID: request.acsTransID,
    dsTransID: request.dsTransID,
    resultsStatus: "01",
  };
}

function errorMessage(request: RReq, errorCode: string, errorDescription: string): Erro {
  return {
    messageType: "Erro",
    messageVersion: request.messageVersion,
    errorCode,
    errorComponent: "S",
    errorDescription,
    errorDetail: "threeDSServerTransID",
    errorMessageType: "RReq",
    threeDSServerTransID: request.threeDSServerTransID,
    acsTransID: request.acsTransID,
    dsTransID: request.dsTransID,
  };
}
