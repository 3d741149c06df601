import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { ContactMergedInto } from '../../domain/contact/merge-events.ts';
import type { Projector, Statement } from '../engine-types.ts';
import { is } from './events.ts';

/** A contact that is none any more, and the one that it is from now on. */
export interface Merge {
  readonly id: string;
  readonly into: string;
}

/**
 * A read model whose rows of a contact go over to the one that it was merged into. The batch is cut behind every merge,
 * so that what was said before moves and what comes after is said of whom it names, however the feed is cut.
 */
export const followingMerges = (
  projector: Projector,
  move: (merge: Merge, schema: string) => readonly Statement[],
): Projector => ({
  ...projector,
  handles: [...new Set([...projector.handles, ContactMergedInto.type])],
  fold: (events, schema) => {
    const statements: Statement[] = [];
    let part: StoredEvent[] = [];
    for (const event of events) {
      if (!is(event, ContactMergedInto)) {
        part.push(event);
        continue;
      }
      if (part.length > 0) statements.push(...projector.fold(part, schema));
      statements.push(...move({ id: event.data.contactId, into: event.data.intoId }, schema));
      part = [];
    }
    return part.length === 0 ? statements : [...statements, ...projector.fold(part, schema)];
  },
});

/** Columns that name a contact, and nothing else keeps two rows apart: they name the other from now on. */
export const renamed =
  (...columns: readonly { readonly in: (schema: string) => string }[]) =>
  ({ id, into }: Merge, schema: string): readonly Statement[] =>
    columns.map((table) => ({
      text: `update ${table.in(schema)} set contact_id = $2::uuid where contact_id = $1::uuid`,
      values: [id, into],
    }));
