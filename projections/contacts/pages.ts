import { type RawBuilder, sql } from 'kysely';
import type { ContactCursor, contactList } from '../../domain/contacts/list.ts';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import { conversationModel, conversationTable } from '../tables/livechat.ts';
import { direction, offsetOf, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';

const contacts = tablesIn(contactModel)(contactTable);
const conversations = tablesIn(conversationModel)(conversationTable);

type Sort = SortOf<typeof contactList>;
/** What a list is ordered by: never null, the last one of nobody else, an index begins with the business and them. */
interface Key {
  readonly sql: string;
  readonly type: 'text' | 'bigint' | 'timestamptz' | 'uuid';
}
/** A list of rows; an order is one, or two one behind the other. */
interface Part {
  /** What stands before SELECT. */
  readonly having?: RawBuilder<unknown>;
  readonly id: string;
  readonly from: RawBuilder<unknown>;
  readonly keys: readonly Key[];
  readonly desc: boolean;
}

const position: Key = { sql: 'c.position', type: 'bigint' };
const byName: readonly Key[] = [{ sql: 'c.sort_name', type: 'text' }, position];
const keys: Readonly<Record<Exclude<Sort, 'last_message_at'>, readonly Key[]>> = {
  id: [position],
  created_at: [position],
  phone: [{ sql: `coalesce(c.phone, '~')`, type: 'text' }, position],
  status: [{ sql: 'c.current', type: 'text' }, position],
  first_name: byName,
  last_name: byName,
  name: byName,
};

/** Whom a list means: those of `where`; `members`: it says that they are in this segment, which is kept; null: in none. */
export interface Meant {
  readonly businessId: string;
  readonly where: RawBuilder<unknown>;
  readonly members: string | null;
}

function partsOf({ businessId, where, members }: Meant, sort: Sort, desc: boolean): readonly Part[] {
  // Who is in a kept segment stands there in the order in which they came.
  if (members !== null && (sort === 'id' || sort === 'created_at'))
    return [
      {
        id: 'c.id',
        from: sql`from ops.segment_members g join ${contacts} c on c.id = g.contact_id
          where g.segment_id = ${members} and ${where}`,
        keys: [{ sql: 'g.position', type: 'bigint' }],
        desc,
      },
    ];
  if (sort !== 'last_message_at')
    return [{ id: 'c.id', from: sql`from ${contacts} c where ${where}`, keys: keys[sort], desc }];
  // Who has written or been written to is in an index of the conversations; everybody else follows by age, in either
  // direction.
  return [
    {
      id: 'v.contact_id',
      from: sql`from ${conversations} v join ${contacts} c on c.id = v.contact_id and c.business_id = v.business_id
        where v.business_id = ${businessId} and v.last_message_at is not null and ${where}`,
      keys: [
        { sql: 'v.last_message_at', type: 'timestamptz' },
        { sql: 'v.contact_id', type: 'uuid' },
      ],
      desc,
    },
    {
      id: 'c.id',
      from: sql`from ${contacts} c where ${where} and not exists (
          select from ${conversations} v where v.contact_id = c.id and v.last_message_at is not null
        )`,
      keys: [position],
      desc: true,
    },
  ];
}

/**
 * The same rows, at most `most` and one: looked up at once and put in order afterwards. So what stands in an index by
 * words is looked up once for its rows and their number, and no order is walked along for the few that are meant.
 */
function few({ from, keys: by, desc, id }: Part, most: number): Part {
  const named = by.map((key, index) => sql`${sql.raw(key.sql)} as ${sql.ref(`k${index}`)}`);
  return {
    having: sql`with found as materialized (select ${sql.raw(id)} as id, ${sql.join(named)} ${from} limit ${most + 1})`,
    id: 'f.id',
    from: sql`from found f where true`,
    keys: by.map(({ type }, index) => ({ sql: `f.k${index}`, type })),
    desc,
  };
}

/** Rows that are looked at one by one for a page whose words many may have. */
const nearby = 2_000;

/**
 * A page of words that many have, from the rows next to where it begins: what stands in an index by words is looked up
 * as a whole, which takes ten times as long for three letters of every tenth contact. Null: there is no page full of
 * them that near, they are not in one order that an index has, or it is a page by its number or backwards.
 */
export async function pageNearby(
  db: ReadDatabase,
  meant: Meant,
  given: Parameters<typeof pageOfContacts>[2],
): Promise<Omit<IdPage, 'total'> | null> {
  const sort = given.sortBy !== null && given.sortBy in keys ? given.sortBy : 'id';
  const [whole] = partsOf(meant, sort, given.sortDesc);
  const { cursor, perPage } = given;
  const isFirst = cursor === null && given.page === 1;
  const follows = cursor?.way === 'after' && cursor.sort === sort && cursor.desc === given.sortDesc;
  if (given.sortBy === 'last_message_at' || meant.members !== null || !(isFirst || (follows && fits([whole!], cursor))))
    return null;
  const found = await ask(db, whole!, {
    backwards: false,
    limit: perPage + 1,
    offset: 0,
    beside: cursor?.row ?? null,
    among: meant,
  });
  if (found.length <= perPage) return null;
  const rows = found.slice(0, perPage);
  const at = (way: ContactCursor['way'], { row }: Found): ContactCursor => ({
    way,
    sort,
    desc: given.sortDesc,
    part: 0,
    row: [...row],
  });
  return {
    ids: rows.map(({ id }) => id),
    next: at('after', rows.at(-1)!),
    prev: isFirst ? null : at('before', rows[0]!),
  };
}

/** Of the newest contacts of a business, as SQL behind FROM, those that are meant. */
export const newest = ({ businessId, where }: Meant, most: number): RawBuilder<unknown> =>
  sql`(select * from ${contacts} c where c.business_id = ${businessId} order by c.position desc limit ${most}) c where ${where}`;

interface Found {
  readonly id: string;
  readonly row: readonly string[];
  /** Of `few`: how many there are in all. */
  readonly total?: number;
}
/** The ids of a page in its order, and where the pages beside it begin; null: there is none on that side. */
export interface IdPage {
  readonly ids: readonly string[];
  readonly next: ContactCursor | null;
  readonly prev: ContactCursor | null;
  /** How many there are in all, if that became known. */
  readonly total: number | null;
}

/**
 * A page of the contacts `c` that are meant. With a cursor it costs the same wherever it is; by its number it
 * costs what lies before it. A cursor of another order counts as not said. `most`: there may be so few that they are
 * best found all; null: that is known not to be.
 */
export async function pageOfContacts(
  db: ReadDatabase,
  meant: Meant,
  given: Pick<ListQuery<typeof contactList>, 'page' | 'perPage' | 'sortBy' | 'sortDesc' | 'cursor'>,
  most: number | null,
): Promise<IdPage> {
  const sort =
    given.sortBy !== null && (given.sortBy === 'last_message_at' || given.sortBy in keys) ? given.sortBy : 'id';
  const whole = partsOf(meant, sort, given.sortDesc);
  const parts = most !== null && whole.length === 1 ? [few(whole[0]!, most)] : whole;
  const isMany = (rows: readonly Found[]): boolean => most !== null && (rows[0]?.total ?? 0) > most;
  const walked = () => pageOfContacts(db, meant, given, null);
  const { perPage } = given;
  const cursor =
    given.cursor?.sort === sort && given.cursor.desc === given.sortDesc && fits(parts, given.cursor) ?
      given.cursor
    : null;
  const at = (way: ContactCursor['way'], one: (Found & { part: number }) | undefined): ContactCursor | null =>
    one === undefined ? null : { way, sort, desc: given.sortDesc, part: one.part, row: [...one.row] };

  if (cursor?.way === 'before') {
    // From the row on backwards; one more tells whether that is the beginning.
    const found: (Found & { part: number })[] = [];
    for (let index = cursor.part; index >= 0 && found.length <= perPage; index--)
      for (const row of await ask(db, parts[index]!, {
        backwards: true,
        limit: perPage + 1 - found.length,
        offset: 0,
        beside: index === cursor.part ? cursor.row : null,
      }))
        found.push({ ...row, part: index });
    // Less than a page before it: that is the first page, which has become longer or shorter.
    if (isMany(found)) return { ...(await walked()), total: found[0]!.total! };
    if (found.length < perPage) return pageOfContacts(db, meant, { ...given, page: 1, cursor: null }, most);
    const rows = found.slice(0, perPage).toReversed();
    return {
      ids: rows.map(({ id }) => id),
      next: at('after', rows.at(-1)),
      prev: found.length > perPage ? at('before', rows[0]) : null,
      total: rows[0]?.total ?? null,
    };
  }

  const found: (Found & { part: number })[] = [];
  let offset = cursor === null ? offsetOf(given.page, perPage) : 0;
  const isFirst = offset === 0 && cursor === null;
  for (let index = cursor?.part ?? 0; index < parts.length && found.length <= perPage; index++) {
    const part = parts[index]!;
    const rows = await ask(db, part, {
      backwards: false,
      limit: perPage + 1 - found.length,
      offset,
      beside: index === cursor?.part ? cursor.row : null,
    });
    for (const row of rows) found.push({ ...row, part: index });
    if (offset > 0 && index < parts.length - 1 && found.length <= perPage) {
      const [counted] = await db.ask(sql<{ count: number }>`select count(*)::int as count ${part.from}`);
      offset = Math.max(0, offset - (counted?.count ?? 0));
    }
  }
  if (isMany(found)) return { ...(await walked()), total: found[0]!.total! };
  const rows = found.slice(0, perPage);
  return {
    ids: rows.map(({ id }) => id),
    next: found.length > perPage ? at('after', rows.at(-1)) : null,
    prev: isFirst ? null : at('before', rows[0]),
    total: rows[0]?.total ?? (parts !== whole && isFirst ? 0 : null),
  };
}

const shapes: Readonly<Record<Key['type'], RegExp>> = {
  text: /^/,
  bigint: /^-?\d{1,18}$/,
  timestamptz: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?(:\d\d)?$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};
/** Whether a cursor, which anybody may have written, holds what this order is ordered by. */
function fits(parts: readonly Part[], { part, row }: ContactCursor): boolean {
  const wanted = parts[part]?.keys ?? [];
  return wanted.length === row.length && wanted.every(({ type }, index) => shapes[type].test(row[index]!));
}

const ask = (
  db: ReadDatabase,
  { having, id, from, keys: by, desc }: Part,
  {
    backwards,
    beside,
    limit,
    offset,
    among,
  }: {
    readonly backwards: boolean;
    readonly beside: readonly string[] | null;
    readonly limit: number;
    readonly offset: number;
    /** Only among the rows next to there. */
    readonly among?: Meant;
  },
): Promise<readonly Found[]> => {
  const down = desc !== backwards;
  const columns = sql.join(by.map((key) => sql.raw(key.sql)));
  const order = sql.join(by.map((key) => sql`${sql.raw(key.sql)} ${direction(down)}`));
  const beyond =
    beside === null ?
      sql``
    : sql`and (${columns}) ${sql.raw(down ? '<' : '>')} (${sql.join(
        beside.map((value, index) => sql`${value}::${sql.raw(by[index]!.type)}`),
      )})`;
  const rows =
    among === undefined ?
      sql`${from} ${beyond}`
    : sql`from (select * from ${contacts} c where c.business_id = ${among.businessId} ${beyond}
        order by ${order} limit ${nearby}) c where ${among.where}`;
  return db.ask(sql<Found>`${having ?? sql``} select ${having === undefined ? sql`` : sql`(select count(*)::int from found) as total,`}
    ${sql.raw(id)} as id, array[${sql.join(
      by.map((key) => sql.raw(`(${key.sql})::text`)),
    )}] as row ${rows} order by ${order} limit ${limit} offset ${offset}`);
};
