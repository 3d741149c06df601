import type { TimelineKind } from '../../domain/contacts/fields.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const timelineModel = { name: 'timeline', version: 2 } as const;

/**
 * Where in the log something stands that concerns a contact, beyond their own streams (contact and conversation, which
 * are read as they are): a pointer, no words. What happened is read from the event itself, so that whoever was erased
 * stays erased, and a new sentence needs no rebuild. The key is the index: of each kind, by place in the log.
 */
export const pointerTable = table('pointers', {
  contactId: key('uuid'),
  kind: key('text').of<TimelineKind>(),
  position: key('bigint'),
  businessId: col('uuid'),
  stream: col('text'),
  /** Of one of many in one event alone, which is not read for it: why a broadcast left them out, and when. */
  leftOut: maybe('text'),
  at: maybe('timestamptz'),
});
