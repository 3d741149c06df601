import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Commands } from '../../commands/catalogue.ts';
import { PageTestId } from '../../domain/kernel/ids.ts';
import type { Device, Source } from '../../domain/submissions/events.ts';
import type { VisitRow } from '../../domain/page-analytics/events.ts';
import { elsewhere, maxRows, originOf } from '../../domain/page-analytics/origin.ts';
import { clientOf } from './client-address.ts';

/** A page as far as its figures go. `timezone`: whose days they have. */
export interface VisitedPage {
  readonly campaignId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly timezone: string;
}
/** Somebody on a page, for a day: a name that is good for counting and for nothing else. */
export interface Visitor {
  readonly page: VisitedPage;
  readonly day: string;
  /** 16 bytes, base64url. */
  readonly name: string;
}
export interface Visit {
  readonly version: number;
  readonly testId: string | null;
  readonly from: Source;
  readonly device: Device;
}
export type Act = 'viewed' | 'started' | 'sent';

type Counted = Parameters<Commands['pages']['countVisits']>[1];

/** What was gathered of a page on a day since it was last written down. */
interface Gathered {
  readonly page: VisitedPage;
  readonly day: string;
  readonly rows: Map<string, { -readonly [K in keyof VisitRow]: VisitRow[K] }>;
  /** Of each act of each visitor the row where it was first seen. */
  readonly acts: Map<string, string>;
  robots: number;
}

const flushMsByDefault = 5_000;
/** Acts held before they are written down ahead of time, and beyond which nobody is held any more. */
const soon = 20_000;
const most = 200_000;
/** Counts that could not be appended yet. */
const maxWaiting = 5_000;
/** Sources of a page that are told apart on one day in one process; anybody can invent more. */
const maxSources = 300;
/** A day is over everywhere 36 hours after it began at Greenwich (UTC−12); from then on nobody needs its key. */
const dayIsOverMs = 36 * 3_600_000;

/**
 * What says of itself that it is no person: crawlers, previews of links, libraries, watchers; and what says nothing. Not
 * a defence against who lies: those are visitors.
 */
const robots = new RegExp(
  [
    // Cubot makes phones.
    '(?<!cu)bot\\b|(?<!cu)bot[/;_-]|crawl|spider|slurp|preview|facebookexternalhit|whatsapp/|imgproxy|embedly|scan',
    'monitor|lighthouse|headless|phantom|puppeteer|curl|wget|python|java/|okhttp|go-http|node|undici|axios|libwww',
    'http-client|ruby|perl|php|feed|archive|check|validator|fetch',
  ].join('|'),
  'i',
);
export const isRobot = (agent: string | undefined): boolean =>
  agent === undefined || agent.trim() === '' || robots.test(agent);

/**
 * Counts visits in memory and writes them down every few seconds: a view costs no query and no event. Without cookies:
 * who was here before today is told by a hash of address, browser and page under a key of the day, which is thrown away
 * with the day, and everything that was named by it. A process that dies loses the seconds that it had not written down.
 */
export function createTraffic({
  db,
  commands,
  now,
  log,
  flushMs = flushMsByDefault,
}: {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- its own tables, in SQL
  readonly db: Kysely<any>;
  readonly commands: Commands;
  readonly now: () => Date;
  readonly log: Logger;
  readonly flushMs?: number | undefined;
}) {
  let gathering = new Map<string, Gathered>();
  let held = 0;
  let waiting: Counted[] = [];
  let flushing: Promise<void> | null = null;
  let lost = 0;
  let tidied = 0;
  const keys = new Map<string, Promise<Buffer>>();
  const sources = new Map<string, Set<string>>();
  const dayOf = days();

  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();

  /** The key of a day, the same in every process. */
  function keyOf(day: string): Promise<Buffer> {
    let key = keys.get(day);
    if (key === undefined) {
      key = sql<{ key: Buffer }>`
        with made as (insert into ops.visit_keys (day, key) values (${day}::date, ${randomBytes(32)})
          on conflict (day) do nothing returning key)
        select key from made union all select key from ops.visit_keys where day = ${day}::date`
        .execute(db)
        .then(async ({ rows: [row] }) => row?.key ?? (await again(day)));
      keys.set(day, key);
      key.catch(() => keys.delete(day));
    }
    return key;
  }
  /** Another process made it in the same moment: neither of the two saw it. */
  async function again(day: string): Promise<Buffer> {
    const { rows } = await sql<{ key: Buffer }>`select key from ops.visit_keys where day = ${day}::date`.execute(db);
    if (rows[0] === undefined) throw new Error('There is no key for this day.');
    return rows[0].key;
  }

  function of(page: VisitedPage, day: string): Gathered {
    const name = `${page.campaignId} ${day}`;
    let gathered = gathering.get(name);
    if (gathered === undefined) {
      gathered = { page, day, rows: new Map(), acts: new Map(), robots: 0 };
      gathering.set(name, gathered);
    }
    return gathered;
  }

  function rowOf({ page, day, rows }: Gathered, { version, testId, from, device }: Visit): string {
    const known = sourcesOf(`${page.campaignId} ${day}`);
    let origin = originOf(from);
    const source = JSON.stringify(origin);
    if (!known.has(source) && (known.size >= maxSources || rows.size >= maxRows - 50)) origin = elsewhere;
    else known.add(source);
    let name = JSON.stringify([version, testId, origin, device]);
    if (!rows.has(name)) {
      if (rows.size >= maxRows - 50 && origin !== elsewhere) {
        origin = elsewhere;
        name = JSON.stringify([version, testId, origin, device]);
      }
      if (!rows.has(name))
        rows.set(name, {
          version,
          testId: testId === null ? null : PageTestId.parse(testId),
          from: origin,
          device,
          views: 0,
          visitors: 0,
          started: 0,
        });
    }
    return name;
  }
  function sourcesOf(name: string): Set<string> {
    let known = sources.get(name);
    if (known === undefined) {
      known = new Set();
      sources.set(name, known);
      if (sources.size > 2_000) sources.delete(sources.keys().next().value!);
    }
    return known;
  }

  /** Null: it is no person, or cannot be told apart now; then nothing is counted. */
  async function visitorOf(
    page: VisitedPage,
    { ip, agent }: { readonly ip: string; readonly agent: string | undefined },
  ): Promise<Visitor | null> {
    if (isRobot(agent)) return null;
    const day = dayOf(now(), page.timezone);
    try {
      const name = createHmac('sha256', await keyOf(day))
        .update(`${page.campaignId}\u0000${clientOf(ip)}\u0000${agent!.slice(0, 500)}`)
        .digest()
        .subarray(0, 16)
        .toString('base64url');
      return { page, day, name };
    } catch (error) {
      log.warn({ err: error }, 'A visit could not be counted.');
      return null;
    }
  }

  function note({ page, day, name }: Visitor, visit: Visit, act: Act): void {
    if (held >= most) {
      lost += 1;
      return;
    }
    const gathered = of(page, day);
    const row = rowOf(gathered, visit);
    if (act === 'viewed') gathered.rows.get(row)!.views += 1;
    // Who sends has begun, and was there: also where no script ran, and from a page that was opened yesterday.
    for (const code of act === 'viewed' ? [0] : [0, 1]) {
      const key = `${name} ${code}`;
      if (gathered.acts.has(key)) continue;
      gathered.acts.set(key, row);
      held += 1;
    }
    if (held >= soon) void flush();
  }

  /** Which acts of the day are the first of their visitor, in all processes. */
  async function firsts(all: readonly Gathered[]): Promise<void> {
    const acts = all.flatMap((gathered) => [...gathered.acts].map(([key, row]) => ({ gathered, key, row })));
    if (acts.length === 0) return;
    const part = (index: 0 | 1) => acts.map(({ key }) => key.split(' ')[index]!);
    const { rows } = await sql<{ day: string; visitor: string; act: number }>`
      insert into ops.visits (day, visitor, act)
        select day, decode(visitor, 'hex'), act
        from unnest(${acts.map(({ gathered }) => gathered.day)}::date[],
          ${part(0).map((name) => Buffer.from(name, 'base64url').toString('hex'))}::text[],
          ${part(1).map(Number)}::smallint[]) as said(day, visitor, act)
        order by 1, 2, 3
      on conflict do nothing returning day::text as day, encode(visitor, 'hex') as visitor, act`.execute(db);
    const fresh = new Set(
      rows.map(({ day, visitor, act }) => `${day} ${Buffer.from(visitor, 'hex').toString('base64url')} ${act}`),
    );
    for (const { gathered, key, row } of acts)
      if (fresh.has(`${gathered.day} ${key}`))
        gathered.rows.get(row)![key.endsWith(' 0') ? 'visitors' : 'started'] += 1;
  }

  async function write(): Promise<void> {
    const all = [...gathering.values()];
    gathering = new Map();
    held = 0;
    try {
      await firsts(all);
    } catch (error) {
      // Views are still worth telling; who they were of is not known any more.
      log.warn({ err: error }, 'Visitors of the last seconds could not be counted.');
    }
    for (const { page, day, rows, robots: of } of all) {
      const { campaignId, businessId, agencyId } = page;
      const counted = [...rows.values()].filter(({ views, visitors, started }) => views + visitors + started > 0);
      if (counted.length + of > 0)
        waiting.push({ trafficId: randomUUID(), campaignId, businessId, agencyId, day, robots: of, rows: counted });
    }
    const open: Counted[] = [];
    for (let index = 0; index < waiting.length; index += 50)
      await Promise.all(
        waiting.slice(index, index + 50).map(async (counted) => {
          try {
            await commands.pages.countVisits(contextOf(counted), counted);
          } catch (error) {
            if (open.length === 0) log.warn({ err: error }, 'Visits could not be written down yet.');
            open.push(counted);
          }
        }),
      );
    lost += Math.max(0, open.length - maxWaiting);
    waiting = open.slice(-maxWaiting);
    if (lost > 0) log.warn({ lost }, 'More visits came than could be counted.');
    lost = 0;
    await tidy();
  }

  /** Throws the days away that are over, with their keys. */
  async function tidy(): Promise<void> {
    const at = now().getTime();
    if (Math.abs(at - tidied) < 600_000) return;
    tidied = at;
    const over = new Date(at - dayIsOverMs).toISOString().slice(0, 10);
    for (const day of keys.keys()) if (day < over) keys.delete(day);
    for (const name of sources.keys()) if (name.split(' ')[1]! < over) sources.delete(name);
    await sql`delete from ops.visits where day < ${over}::date`.execute(db);
    await sql`delete from ops.visit_keys where day < ${over}::date`.execute(db);
  }

  /** Writes down what was gathered up to now. */
  function flush(): Promise<void> {
    flushing ??= write()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'Visits could not be written down.');
      })
      .finally(() => {
        flushing = null;
      });
    return flushing;
  }

  return {
    visitorOf,
    note,
    /** A view by a robot: its own number, and in no other. */
    robot(page: VisitedPage): void {
      of(page, dayOf(now(), page.timezone)).robots += 1;
    },
    flush,
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
      await flush();
    },
  };
}
export type Traffic = ReturnType<typeof createTraffic>;

/** Which of two versions a visitor sees: the same one all day, whichever process draws it. */
export function versionFor(
  visitor: Visitor | null,
  { testId, versions }: { readonly testId: string; readonly versions: readonly [number, number] },
): number {
  if (visitor === null) return versions[0];
  return versions[createHash('sha256').update(`${testId} ${visitor.name}`).digest()[0]! & 1]!;
}

/** The comparison that a version is part of now, null: none. */
export const testOf = (
  { test }: { readonly test: { readonly testId: string; readonly versions: readonly number[] } | null },
  version: number,
): string | null => (test !== null && test.versions.includes(version) ? test.testId : null);

const contextOf = ({ trafficId, agencyId, businessId }: Counted) => ({
  caller: {
    role: 'system' as const,
    actor: { kind: 'system' as const, name: 'page-visits' },
    tenant: { agencyId, businessId },
  },
  commandId: trafficId,
  correlationId: trafficId,
  causationId: null,
});

/** The day of an instant in a zone, `2026-11-22`. Asked for often, so what it was is kept for a minute. */
function days(): (at: Date, zone: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  const known = new Map<string, string>();
  let minute = -1;
  return (at, zone) => {
    const of = Math.floor(at.getTime() / 60_000);
    if (of !== minute) known.clear();
    minute = of;
    let day = known.get(zone);
    if (day === undefined) {
      let format = formats.get(zone);
      if (format === undefined) {
        format = formatOf(zone);
        formats.set(zone, format);
      }
      day = format.format(at);
      known.set(zone, day);
    }
    return day;
  };
}
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: 'UTC' });
  }
}
