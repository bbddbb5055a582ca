import type { ARes, RReq } from "#contract/connectors/three-ds";
import type { Exchange } from "../../kit/exchange.ts";
import type { AuthenticationParameters } from "../authentication-request.ts";

/** A card, and what decides the registration of its look-up. */
export interface CardToLookUp {
  readonly number: string;
  readonly brand: string;
  /** The processor that will charge the card. */
  readonly processor: string;
}

/** Whether a card takes part in 3-D Secure. */
export type Enrolment =
  | {
      readonly type: "enrolled";
      readonly version: string;
      readonly methodUrl: string | null;
      /** Id of the authentication that can follow: in the 3DS method, the AReq and the challenge. */
      readonly threeDSServerTransID: string;
    }
  | { readonly type: "not_enrolled" }
  | { readonly type: "unavailable"; readonly reason: string };

export type Authentication =
  | { readonly type: "answered"; readonly response: ARes }
  /** An `Erro`, no response in time, or a contradictory response. */
  | { readonly type: "unavailable"; readonly reason: string };

/** Ids of a challenge. A result with other ids belongs to another payment. */
export interface ChallengeIds {
  readonly threeDSServerTransID: string;
  readonly acsTransID: string;
  readonly dsTransID: string;
}

/** Result of a challenge, from a 3DS server that is asked for it. */
export type ChallengeResult =
  | { readonly type: "known"; readonly result: RReq }
  /** The issuer has not reported, or no usable response says so. Ask again. */
  | { readonly type: "open"; readonly reason: string };

export interface ThreeDSCapabilities {
  /** Whether the server posts results of challenges, or the service asks for them. */
  readonly results: "posted" | "asked";
  /** How long after a look-up its authentication can be sent. Absent: without a limit. */
  readonly preparedForMs?: number;
}

/** The enrolled cards that a directory server sent. */
export interface CardTable {
  /** Names the table's state, so that the next request gets only the changes. */
  readonly serialNum: string | undefined;
  find(cardNumber: string): { readonly version: string; readonly methodUrl: string | null } | null;
}

/** How a connector knows which cards are enrolled. */
export type EnrolmentSource =
  | { readonly type: "asked"; lookUp(card: CardToLookUp): Exchange<Enrolment> }
  | {
      readonly type: "ranges";
      /** Loads the table, or its changes if the directory server still knows the serial number. */
      load(held: CardTable | undefined): Exchange<LoadedRanges>;
      newTransID(): string;
    };

/** Reading a table takes turns with other work, because it can be large. */
export type LoadedRanges =
  | { readonly type: "answered"; read(): Promise<CardTable | null> }
  | { readonly type: "unavailable"; readonly reason: string };

/**
 * A vendor's 3-D Secure API as exchanges; `testing/conformance.ts` tests each operation's guarantees. Nothing here
 * moves money, and every call can be repeated. No outcome contains card data.
 */
export interface ThreeDSConnector {
  readonly capabilities: ThreeDSCapabilities;
  readonly enrolment: EnrolmentSource;
  authenticate(parameters: AuthenticationParameters): Exchange<Authentication>;
  /** A challenge's result. Without `results: "asked"` it is always open. */
  askResult(ids: ChallengeIds): Exchange<ChallengeResult>;
}
