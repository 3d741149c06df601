import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { ContactErased, ContactErasureCompleted } from '../../domain/contacts/erasure-events.ts';
import type { Projector, Statement } from '../engine-types.ts';
import { is } from './events.ts';

/** The contacts whose words are to go, as the one parameter `$1::uuid[]` of statements. */
export type Forget = (schema: string) => readonly string[];

/**
 * A read model that holds what people said, and forgets them. What it holds of somebody afterwards is the same whether
 * it was filled while they were known or is rebuilt when nothing of them can be read any more: `forget` puts each row in
 * one and the same state, whatever it was in before. Said twice: once when somebody is erased, and once behind
 * everything that may still have been written of them at that moment (see workers/erasures).
 */
export function forgetting(projector: Projector, forget: Forget): Projector {
  return {
    ...projector,
    handles: [...new Set([...projector.handles, ContactErased.type, ContactErasureCompleted.type])],
    fold: (events, schema) =>
      betweenErasures(events).flatMap(({ events: part, erased }) => [
        ...(part.length === 0 ? [] : projector.fold(part, schema)),
        ...(erased.length === 0 ?
          []
        : forget(schema).map((text): Statement => ({ text, values: [`{${erased.join(',')}}`] }))),
      ]),
  };
}

/**
 * Cuts a batch behind every erasure, so that what was said before goes and what comes after stays, however the feed is
 * cut into batches. Erasures that follow each other directly go together.
 */
function betweenErasures(
  events: readonly StoredEvent[],
): readonly { readonly events: readonly StoredEvent[]; readonly erased: readonly string[] }[] {
  const parts: { events: StoredEvent[]; erased: string[] }[] = [];
  let part: { events: StoredEvent[]; erased: string[] } = { events: [], erased: [] };
  for (const event of events) {
    if (is(event, ContactErased) || is(event, ContactErasureCompleted)) part.erased.push(event.data.contactId);
    else {
      if (part.erased.length > 0) {
        parts.push(part);
        part = { events: [], erased: [] };
      }
      part.events.push(event);
    }
  }
  parts.push(part);
  return parts;
}
