/**
 * `tessera/server`: the API for operators' servers. Runs wherever `fetch` and WebCrypto exist, without dependencies.
 */

export type * from "../../contract/events/verified-event.ts";
export { WebhookVerificationError } from "../../contract/events/verify-webhook.ts";
export type {
  Call,
  CallOptions,
  FileBody,
  ListCall,
  ListPage,
  ResponseFacts,
} from "./call-types.ts";
export {
  createTesseraClient,
  type TesseraClient,
  type TesseraClientOptions,
} from "./create-client.ts";
export {
  type ClientErrorCode,
  type InvalidField,
  type OpenErrorCode,
  TesseraApiError,
  TesseraAuthenticationError,
  TesseraConflictError,
  TesseraConnectionError,
  TesseraError,
  TesseraNotFoundError,
  TesseraPermissionError,
  TesseraRateLimitError,
  TesseraServerError,
  TesseraValidationError,
} from "./errors.ts";
export type * from "./generated/api-types.ts";
export type { TestDelivery, WebhookTools } from "./webhooks.ts";
