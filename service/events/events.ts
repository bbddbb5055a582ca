/**
 * SQL that writes the outbox. An event and one delivery per subscribed endpoint are stored with the change that they
 * report: in its transaction ({@link recordEvent}), or in its single statement ({@link eventCtes}).
 */
import { CompiledQuery, type Kysely } from "kysely";
import type { EventType } from "#contract/events/event-types";
import type { WebhookEvent } from "#contract/events/webhook-event";
import { type Clock, toIsoTime } from "../platform/clock.ts";
import type { Tables } from "../platform/database/tables.ts";
import { newId, type Randomness } from "../platform/randomness.ts";
import type { Keyring } from "../platform/secrets/keyring.ts";

export interface NewEvent {
  operatorId: string;
  /** The id of the resource, such as a payment intent. Events of one resource are sent in order. */
  resourceId: string;
  /** The resource's row version after the change. */
  sequence: number;
  type: EventType;
  status: string;
  /** The resource after the change, as the API shows it. */
  data: Record<string, unknown>;
  /** The time of the change in milliseconds. */
  atMs: number;
}

/** A sealed event. Its body has the exact bytes that will be sent. */
export interface SealedEvent {
  eventId: string;
  operatorId: string;
  resourceId: string;
  sequence: number;
  type: EventType;
  status: string;
  bodySealed: string;
  at: Date;
}

/** Seals an event. Load the operator's data key first (see the keyring). */
export function sealEvent(
  deps: { clock: Clock; random: Randomness; keyring: Keyring },
  event: NewEvent,
): SealedEvent {
  const eventId = newId(deps, "event");
  const body: WebhookEvent = {
    eventId,
    type: event.type,
    status: event.status,
    createdAt: toIsoTime(event.atMs),
    sequence: event.sequence,
    data: event.data,
  };
  const { operatorId, resourceId, sequence, type, status } = event;
  return {
    eventId,
    operatorId,
    resourceId,
    sequence,
    type,
    status,
    bodySealed: deps.keyring.encryptField(
      eventBodyPlace(operatorId, eventId),
      JSON.stringify(body),
    ),
    at: new Date(event.atMs),
  };
}

export function eventBodyPlace(operatorId: string, eventId: string) {
  return { operatorId, table: "events", column: "body_sealed", id: eventId };
}

/** Number of {@link eventParameters}. */
export const eventParameterCount = 8;

/** Parameters of {@link eventCtes}, in order. */
export function eventParameters(event: SealedEvent): readonly unknown[] {
  return [
    event.eventId,
    event.operatorId,
    event.resourceId,
    event.sequence,
    event.type,
    event.status,
    event.bodySealed,
    event.at,
  ];
}

export interface EventCtesOptions {
  /** Several events in one statement need different names. */
  name: string;
  /** A CTE or table of the statement: one row if the change was made, otherwise none. */
  from: string;
  /** The first of {@link eventParameterCount}, such as 5 for `$5`. */
  parameter: number;
}

/**
 * Two common table expressions that store the event and its deliveries if `from` has its row. For single statements
 * that make a change and report it:
 *
 *   with changed as (update … returning payment_intent_id),
 *   ${eventCtes({ name: "event", from: "changed", parameter: 4 })}
 *   select count(*) from changed
 */
export function eventCtes({ name, from, parameter }: EventCtesOptions): string {
  const $ = (offset: number, type: string) => `$${parameter + offset}::${type}`;
  return `${name} as (
  insert into events
    (event_id, operator_id, resource_id, sequence, type, status, body_sealed, created_at)
  select ${$(0, "text")}, ${$(1, "text")}, ${$(2, "text")}, ${$(3, "integer")}, ${$(4, "text")},
    ${$(5, "text")}, ${$(6, "text")}, ${$(7, "timestamptz")}
  from ${from}
  returning event_id
), ${name}_deliveries as (
  insert into webhook_deliveries
    (event_id, webhook_id, operator_id, resource_id, sequence, next_at, created_at)
  select ${name}.event_id, e.webhook_id, e.operator_id, ${$(2, "text")}, ${$(3, "integer")},
    ${$(7, "timestamptz")}, ${$(7, "timestamptz")}
  from ${name} cross join webhook_endpoints e
  where e.operator_id = ${$(1, "text")} and e.status = 'enabled'
    and (e.events is null or ${$(4, "text")} = any (e.events))
)`;
}

const recordText = `with recorded as (select 1), ${eventCtes({ name: "event", from: "recorded", parameter: 1 })}
select 1`;

/** Records an event. `tx` is the transaction that makes the change. */
export async function recordEvent(tx: Kysely<Tables>, event: SealedEvent): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(recordText, [...eventParameters(event)]));
}
