import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { ContactMergedInto } from '../../domain/contacts/merge-events.ts';
import type { Projector, Statement } from '../engine-types.ts';
import { perSchema } from './arrays.ts';
import { is } from './events.ts';
import { latest } from './merge-policy.ts';
import { col, key, table } from './table.ts';

/** A contact that is none any more, and the one that it is from now on. */
export interface Merge {
  readonly id: string;
  readonly into: string;
  readonly businessId: string;
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
      statements.push(
        ...move({ id: event.data.contactId, into: event.data.intoId, businessId: event.data.businessId }, schema),
      );
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

/** Who somebody is who was merged away, in a read model that keeps it; of chains the last. */
export const survivorTable = table('survivors', {
  id: key('uuid'),
  survivorId: col('uuid', latest),
  businessId: col('uuid'),
});

const remember = perSchema(
  (schema) => `
  with before as (update ${survivorTable.in(schema)} set survivor_id = $2::uuid where survivor_id = $1::uuid)
  ${survivorTable.upsert(schema, 's', 'select $1::uuid, $2::uuid, $3::uuid')}`,
);

/** SQL: of the contacts `$1::uuid[]` those that are none any more (`id`), and who they are (`survivor_id`). */
export type Absorbed = (schema: string) => string;
const absorbed: Absorbed = (schema) =>
  `(select id, survivor_id from ${survivorTable.in(schema)} where id = any($1::uuid[]))`;

/** Rows go over with the merge itself, or are of something that came late, after it. */
export type MergeTime = 'merged' | 'late';

/**
 * A read model whose rows name a contact, and name the survivor once it was merged; also those that come late, of what
 * had begun with the other: reports of its texts, clicks, redeemed coupons. `move`: statements that put right whatever rows
 * name one of `absorbed`; with nobody among them, which is nearly always, they must cost next to nothing.
 */
export const underSurvivors = (
  projector: Projector,
  move: (schema: string, absorbed: string, when: MergeTime) => readonly string[],
): Projector => {
  const moves = {
    merged: perSchema((schema) => move(schema, absorbed(schema), 'merged')),
    late: perSchema((schema) => move(schema, absorbed(schema), 'late')),
  };
  const moved = (ids: readonly string[], schema: string, when: MergeTime): readonly Statement[] =>
    ids.length === 0 ? [] : moves[when](schema).map((text): Statement => ({ text, values: [`{${ids.join(',')}}`] }));
  const late: Projector = {
    ...projector,
    create: (schema) => `${projector.create(schema)};${survivorTable.create(schema)}`,
    fold: (events, schema) => {
      const ids = new Set<string>();
      for (const { data } of events) if (typeof data['contactId'] === 'string') ids.add(data['contactId']);
      return [...projector.fold(events, schema), ...moved([...ids], schema, 'late')];
    },
  };
  return followingMerges(late, ({ id, into, businessId }, schema) => [
    { text: remember(schema), values: [id, into, businessId] },
    ...moved([id], schema, 'merged'),
  ]);
};

/** For `underSurvivors`: tables in which nothing but the contact's name changes. */
export const namingSurvivors =
  (...tables: readonly { readonly in: (schema: string) => string }[]) =>
  (schema: string, of: string): readonly string[] =>
    tables.map(
      (one) => `update ${one.in(schema)} t set contact_id = m.survivor_id from ${of} m where t.contact_id = m.id`,
    );
