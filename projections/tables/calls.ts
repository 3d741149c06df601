import type { CallStatus, MissReason } from '../../domain/calls/fields.ts';
import { first, newest } from '../engine/merge-policy.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const callModel = { name: 'calls', version: 1 } as const;

/** Each call to a number of a business. Who called is looked up among its contacts: nothing here is personal. */
export const callTable = table('calls', {
  id: key('uuid'),
  businessId: col('uuid'),
  /** Null: the caller withheld their number. */
  contactId: maybe('uuid', first),
  number: maybe('text', first),
  carrier: maybe('text', first),
  carrierCallId: maybe('text', first),
  at: maybe('timestamptz', first),
  position: maybe('bigint', first),
  isForwarded: maybe('boolean', first),
  outcome: maybe('text', newest).of<Exclude<CallStatus, 'ringing'>>(),
  /** Why it was missed. */
  reason: maybe('text', newest).of<MissReason>(),
  answeredAt: maybe('timestamptz', first),
  /** How long the caller's own call lasted, and how long the phone that answered was connected, in seconds. */
  secondsIn: maybe('int', first),
  secondsOut: maybe('int', first),
  /** The text that the caller got for a missed call. */
  textBackId: maybe('uuid', first),
  status: made('text', `coalesce(outcome, 'ringing')`).of<CallStatus>(),
  /** How long both sides talked; 0: they did not. */
  seconds: made('int', `case when outcome = 'answered' then coalesce(seconds_out, 0) else 0 end`),
  /** Of the business's zone, as it was when the call came in. */
  day: maybe('date', first),
});

/** Calls of a contact are looked up while the table is being filled, when they are merged. */
export const callIndexesAtOnce = (schema: string): string =>
  `create index calls_of_contact on ${schema}.calls (contact_id, position) where contact_id is not null`;
export const callIndexes = (schema: string): string => `
  create index calls_by_day on ${schema}.calls (business_id, day, position) where day is not null;
  create index calls_of_all_by_day on ${schema}.calls (day, position) where day is not null`;
