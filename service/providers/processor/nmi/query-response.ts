/** Reads the XML of NMI's Query API. */
import { XmlEvents } from "../../../platform/xml-events.ts";
import type { RawFacts } from "./nmi-facts.ts";

/** An action on a transaction: `sale`, `auth`, `void`, `refund`, `settle` and others. */
export interface QueriedAction {
  readonly type: string;
  /** Decimal; sometimes negative for a refund. */
  readonly amount: string;
  readonly succeeded: boolean;
  readonly code: string;
  /** `YYYYMMDDhhmmss` in UTC. */
  readonly date: string;
  /** For a `settle`: the batch that took it; empty or `0` for none. */
  readonly batchId: string;
}

/** A transaction with its actions, oldest first. */
export interface QueriedTransaction {
  readonly transactionId: string;
  readonly orderId: string;
  /** `pendingsettlement`, `complete`, `canceled`, `failed` and others. */
  readonly condition: string;
  readonly currency: string;
  /** `cc` for cards. */
  readonly transactionType: string;
  /** The processor that took it; an account may have several. */
  readonly processorId: string;
  /** A refund's charge, if NMI names it. */
  readonly originalId: string;
  readonly facts: RawFacts;
  readonly actions: readonly QueriedAction[];
}

const limits = { tokenCharacters: 16_384, depth: 8 };

/** A second one of these in a transaction makes the response unreadable. */
const kept = new Set(["transaction_id", "order_id", "condition", "currency"]);

/** Fields that only inform: if there are several, the last one is used. */
const informing = new Set([
  ...["authorization_code", "avs_response", "csc_response"],
  ...["transaction_type", "processor_id", "original_transaction_id"],
]);

class Unreadable extends Error {}

/** The transactions of a response. Null for an error, another document, and anything unreadable. */
export function transactionsOf(text: string): readonly QueriedTransaction[] | null {
  const transactions: QueriedTransaction[] = [];
  const path: string[] = [];
  let value = "";
  let fields = new Map<string, string>();
  let action = new Map<string, string>();
  let actions: QueriedAction[] = [];

  const keep = (into: Map<string, string>, name: string) => {
    if (into.has(name)) throw new Unreadable();
    into.set(name, value.trim());
  };
  const refuse = (): never => {
    throw new Unreadable();
  };
  const xml = new XmlEvents(
    {
      open(name) {
        path.push(name);
        value = "";
        const where = path.join("/");
        if (path[0] !== "nm_response" || where === "nm_response/error_response") refuse();
        if (where === "nm_response/transaction") {
          fields = new Map();
          actions = [];
        }
        if (where === "nm_response/transaction/action") action = new Map();
      },
      text(part) {
        value += part;
      },
      close(name) {
        if (path[1] === "transaction") {
          if (path.length === 3 && kept.has(name)) keep(fields, name);
          if (path.length === 3 && informing.has(name)) fields.set(name, value.trim());
          if (path.length === 4 && path[2] === "action") keep(action, name);
          if (path.length === 3 && name === "action") actions.push(actionOf(action));
          if (path.length === 2) transactions.push(transactionOf(fields, actions));
        }
        path.pop();
        value = "";
      },
    },
    limits,
    refuse,
  );
  try {
    xml.push(text);
    xml.end();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
  return transactions;
}

function actionOf(fields: ReadonlyMap<string, string>): QueriedAction {
  return {
    type: fields.get("action_type") ?? "",
    amount: fields.get("amount") ?? "",
    succeeded: fields.get("success") === "1",
    code: fields.get("response_code") ?? "",
    date: fields.get("date") ?? "",
    batchId: fields.get("batch_id") ?? "",
  };
}

function transactionOf(
  fields: ReadonlyMap<string, string>,
  actions: readonly QueriedAction[],
): QueriedTransaction {
  return {
    transactionId: fields.get("transaction_id") ?? "",
    orderId: fields.get("order_id") ?? "",
    condition: fields.get("condition") ?? "",
    currency: fields.get("currency") ?? "",
    transactionType: fields.get("transaction_type") ?? "",
    processorId: fields.get("processor_id") ?? "",
    originalId: fields.get("original_transaction_id") ?? "",
    facts: {
      authCode: fields.get("authorization_code"),
      avs: fields.get("avs_response"),
      cvc: fields.get("csc_response"),
    },
    actions,
  };
}
