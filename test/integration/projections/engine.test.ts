import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { conversations } from '../../../projections/livechat/projector.ts';
import { Connection } from '../../../projections/engine/connection.ts';
import { advance, isGuardFailure } from '../../../projections/engine/checkpoints.ts';
import { createBeside } from '../../../projections/engine/schemas.ts';
import { differences } from '../../../projections/engine/verify.ts';
import { type Projector, schemaOf } from '../../../projections/engine-types.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import { fillPartition, narrowed, type PartitionToFill, projectors } from '../../../projections/index.ts';
import { quietLog } from '../../support/quiet.ts';
import { contactModel } from '../../../projections/tables/contacts.ts';
import { notificationModel } from '../../../projections/tables/notifications.ts';
import { openShop, type Person, type Progress, type Text } from './stories.ts';
import { createWorld, type World } from './world.ts';

/** A busy day of two businesses, told with a seed: about `size` steps. */
async function busyDay(world: World, size: number, random: () => number): Promise<void> {
  const shops = [await openShop(world), await openShop(world, { timezone: 'Asia/Kathmandu' })];
  const people = shops.flatMap((shop) =>
    [shop.contact(), shop.contact(), shop.contact()].map((person) => ({ shop, person })),
  );
  const sent: { messageId: string; who: (typeof people)[number] }[] = [];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const at = (): string =>
    new Date(Date.parse('2026-10-30T00:00:00Z') + Math.floor(random() * 5 * 86_400_000)).toISOString();
  const { ConversationClosed, ConversationMarkedUnread, ConversationNoteAdded, ConversationOpened } =
    await import('../../../domain/livechat/events.ts');
  const { AllNotificationsRead, NotificationDeleted, NotificationRead, NotificationSent } =
    await import('../../../domain/notifications/events.ts');
  const { UserRegistered } = await import('../../../domain/users/events.ts');
  /** People who sign in, and what operators sent. */
  const readers: { userId: string; businessId: string | null }[] = [];
  const notices: string[] = [];
  const texts: Text[] = [];
  const unsorted: { text: Text; person: Person }[] = [];
  const raised: { notificationId: string; who: (typeof people)[number] }[] = [];
  for (let step = 0; step < size; step++) {
    const who = pick(people);
    const { shop, person } = who;
    const ids = { businessId: shop.businessId, contactId: person.contactId, userId: shop.userId };
    const dice = Math.floor(random() * 18);
    if (dice <= 2) {
      const answeredBy = pick([null, 'later', 'keyword', 'help'] as const);
      const text = await person.texts(`text ${step}`, { at: at(), answeredBy });
      texts.push(text);
      if (answeredBy === 'later') unsorted.push({ text, person });
    } else if (dice === 3 && unsorted.length > 0) {
      const [late] = unsorted.splice(Math.floor(random() * unsorted.length), 1);
      await late!.person.sorted(late!.text, pick([null, null, 'keyword']));
    } else if (dice <= 4)
      sent.push({ messageId: (await person.isSent(`answer ${step}`, { at: at(), segments: 2 })).messageId, who });
    else if (dice <= 6 && sent.length > 0) {
      const one = pick(sent);
      await one.who.person.comesTo(
        one.messageId,
        [pick<Progress>(['accepted', 'sent', 'delivered', 'failed', 'held', 'unknown', 'suppressed'])],
        at(),
      );
    } else if (dice === 7)
      await person.does(person.read(BigInt(Math.floor(random() * Number(await world.store.head())))));
    else if (dice === 8)
      await person.does(pick([ConversationClosed, ConversationMarkedUnread, ConversationOpened]).create(ids));
    else if (dice === 9)
      await person.does(pick([person.optedIn(pick(['PIZZA', 'PASTA'])), person.optedOut()]), { at: at() });
    else if (dice === 10)
      await person.does(pick([person.named('Ann', null), person.named(null, 'Lee'), person.discovered()]));
    else if (dice === 11) {
      const kind = pick(['opt-in', 'message', 'message'] as const);
      const about = kind === 'message' && texts.length > 0 ? pick([undefined, pick(texts)]) : undefined;
      const { notificationId, event } = person.notified(kind, `text ${step}`, about);
      raised.push({ notificationId, who });
      await person.does(event);
    } else if (dice === 12 && raised.length > 0) {
      const one = pick(raised);
      const said = {
        notificationId: one.notificationId,
        businessId: one.who.shop.businessId,
        userId: one.who.shop.userId,
      };
      await one.who.person.does(pick([NotificationRead, NotificationDeleted]).create(said));
    } else if (dice === 13) {
      await person.does(
        AllNotificationsRead.create({
          businessId: shop.businessId,
          userId: shop.userId,
          upToPosition: String(Math.floor(random() * Number(await world.store.head()))),
        }),
      );
      await person.does(ConversationNoteAdded.create({ ...ids, noteId: crypto.randomUUID(), text: 'note' }));
    } else if (dice === 14) {
      const reader = { userId: crypto.randomUUID(), businessId: pick([shop.businessId, null]) };
      readers.push(reader);
      await world.append(`user-${reader.userId}`, {
        event: UserRegistered.create({
          ...reader,
          role: reader.businessId === null ? 'Admin' : 'Business',
          agencyId: null,
          email: 'a@demo.test',
          firstName: 'A',
          lastName: '',
        }),
      });
    } else if (dice === 15) {
      const [audience, targetId] = pick([
        ['all', null],
        ['admins', null],
        ['businesses', null],
        ['business', shop.businessId],
        ['user', readers[0]?.userId ?? shop.userId],
      ] as const);
      const notificationId = crypto.randomUUID();
      notices.push(notificationId);
      await world.append(`notification-${notificationId}`, {
        event: NotificationSent.create({
          notificationId,
          audience,
          targetId,
          kind: 'announcement',
          title: 'News',
          content: 'What is new',
          link: null,
        }),
      });
    } else if (dice === 16 && notices.length > 0 && readers.length > 0) {
      const notificationId = pick(notices);
      await world.append(`notification-${notificationId}`, {
        event: pick([NotificationRead, NotificationDeleted]).create({ notificationId, ...pick(readers) }),
      });
    } else if (dice === 17 && readers.length > 0) {
      const reader = pick(readers);
      await world.append(`notificationInbox-${reader.userId}`, {
        event: AllNotificationsRead.create({
          ...reader,
          upToPosition: String(Math.floor(random() * Number(await world.store.head()))),
        }),
      });
    }
  }
}

const seeded = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;

const [chat, people, bells] = [schemaOf(conversations), schemaOf(contactModel), schemaOf(notificationModel)];
let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

describe('batches', () => {
  it('give the same rows however the feed is cut, as one event at a time', { timeout: 120_000 }, async () => {
    await busyDay(world, 150, seeded(7));
    const { events } = await world.store.readAll(0n, { limit: 10_000 });
    const connection = await Connection.open({
      connectionString: world.connectionString,
      name: 'test',
      genericPlans: true,
    });
    const fill = async (suffix: string, sizes: () => number): Promise<void> => {
      for (const projector of projectors) {
        const schema = `${schemaOf(projector)}__${suffix}`;
        await createBeside(connection, projector, schema);
        const wanted = events.filter((event) => projector.handles.includes(event.type));
        for (let from = 0; from < wanted.length;) {
          const batch = wanted.slice(from, (from += sizes()));
          await connection.transaction(projector.fold(batch, schema));
        }
      }
    };
    const same = async (a: string, b: string): Promise<void> => {
      for (const projector of projectors)
        expect(
          await differences(connection, projector, `${schemaOf(projector)}__${a}`, `${schemaOf(projector)}__${b}`),
          projector.name,
        ).toEqual([]);
    };
    await fill('single', () => 1);
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 200 }))),
        async (sizes) => {
          await fill('cut', () => sizes.next().value);
          await same('single', 'cut');
        },
      ),
      { numRuns: 12 },
    );
    await connection.close();
  });

  it('keep counters that agree with their rows', async () => {
    await busyDay(world, 200, seeded(11));
    const runner = world.runner();
    await runner.start();
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
    const none = async (text: string): Promise<void> => expect(await world.query(text), text).toEqual([]);
    await none(`
      select business_id, count(*) filter (where state = 'open') as open, count(*) filter (where state = 'closed') as closed,
        count(*) filter (where needs_reply) as needs_reply, count(*) filter (where failed) as failed,
        coalesce(sum(unread) filter (where state = 'open'), 0) as unread_messages
      from ${chat}.conversations group by 1
      except select business_id, open, closed, needs_reply, failed, unread_messages from ${chat}.conversation_counts`);
    await none(`
      select business_id, coalesce(assignee_id, '00000000-0000-0000-0000-000000000000') as owner_id,
        count(*) filter (where state = 'open') as open, count(*) filter (where state = 'closed') as closed,
        count(*) filter (where needs_reply) as needs_reply, count(*) filter (where failed) as failed
      from ${chat}.conversations where listed group by 1, 2
      except select business_id, owner_id, open, closed, needs_reply, failed from ${chat}.conversation_owners`);
    // What fell is the last text that a person wrote, as it stands.
    await none(`
      select c.contact_id from ${chat}.conversations c left join ${chat}.messages m on m.id = c.last_answer_id
      where c.fell_at is distinct from m.fell_at or (m.fell_at is not null) <> (coalesce(m.status in ('failed', 'suppressed'), false))
        or c.last_answer_id is distinct from (
          select w.id from ${chat}.messages w where w.contact_id = c.contact_id and w.direction = 'out' and w.purpose = 'livechat'
            order by w.position desc limit 1
        )`);
    // Who waits, waits since the first text for people that neither a person nor a rule has answered.
    await none(`
      select c.contact_id from ${chat}.conversations c where c.needs_reply and c.waiting_since is distinct from (
        select w.at from ${chat}.messages w where w.contact_id = c.contact_id and w.sorted = 'people'
          and w.position > coalesce((
            select max(m.position) from ${chat}.messages m where m.contact_id = c.contact_id
              and (m.purpose = 'livechat' or (m.sorted is not null and m.sorted <> 'people'))
          ), 0)
        order by w.position limit 1
      )`);
    await none(`
      select c.contact_id from ${chat}.conversations c
      where c.received <> (
        select count(*) from ${chat}.messages m
        where m.contact_id = c.contact_id and m.sorted = 'people' and m.position > coalesce(c.read_to, 0)
      )`);
    // What somebody waits for, from the messages alone: words of the contact's that neither a rule's answer to a later
    // text nor a person's has followed.
    await none(`
      select c.contact_id from ${chat}.conversations c where c.needs_reply <> (c.state = 'open' and exists (
        select from ${chat}.messages w where w.contact_id = c.contact_id and w.sorted = 'people' and not exists (
          select from ${chat}.messages m where m.contact_id = c.contact_id and m.position > w.position
            and (m.purpose = 'livechat' or (m.sorted is not null and m.sorted <> 'people'))
        )
      ))`);
    await none(`
      select business_id, count(*) as raised, count(*) filter (where not settled) as unsettled
        from ${bells}.notifications group by 1
      except select business_id, raised, unsettled from ${bells}.notification_counts`);
    await none(`
      select o.contact_id from ${bells}.notification_open o join ${bells}.notifications n on n.id = o.notification_id
        where n.settled`);
    await none(`
      select c.contact_id from ${chat}.conversations c left join ${chat}.messages m on m.id = c.last_message_id
      where c.last_message_at is distinct from m.at`);
    await none(`
      select business_id, (at at time zone z.timezone)::date as day, status, count(*)
        from ${chat}.messages join ${chat}.zones z using (business_id) where kind = 'message' group by 1, 2, 3
      except select business_id, day, status, count from ${chat}.message_statuses where count <> 0`);
    await none(`
      select business_id, '' as keyword, current, count(*) from ${people}.contacts group by 1, 3
      union all select business_id, unnest(keywords), current, count(*) from ${people}.contacts group by 1, 2, 3
      union all select business_id, '#' || unnest(tags), current, count(*) from ${people}.contacts group by 1, 2, 3
      except select business_id, keyword, status, count from ${people}.contact_counts where count <> 0`);
    await none(`
      select u.user_id from ${bells}.notification_users u join ${bells}.notification_counts c using (business_id)
      where c.unsettled - u.raised_to - u.touched_after <> (
        select count(*) from ${bells}.notifications n
        where n.business_id = u.business_id and n.position > u.read_to and not n.settled
          and not exists (
            select from ${bells}.notification_states s where s.user_id = u.user_id and s.notification_id = n.id
          )
      )`);
    const theirs = 'n.channel = any(r.channels) and n.position > r.joined';
    const untouched = `not exists (select from ${bells}.sent_states s where s.user_id = r.user_id and s.sent_id = n.id)`;
    await none(`
      select r.user_id from ${bells}.readers r,
        lateral (select sum(raised) as raised from ${bells}.sent_counts c where c.channel = any(r.channels)) c
      where coalesce(c.raised, 0) - r.raised_to - r.touched_after
          <> (select count(*) from ${bells}.sent n where ${theirs} and n.position > r.read_to and ${untouched})
        or coalesce(c.raised, 0) - r.hidden <> (select count(*) from ${bells}.sent n where ${theirs})`);
    await none(`
      select n.id from ${bells}.sent n where n.recipients <> (select count(*) from ${bells}.readers r where ${theirs})
        or n.read <> (
          select count(*) from ${bells}.readers r where ${theirs} and not (n.position > r.read_to and ${untouched})
        )`);
  });
});

describe('checkpoints', () => {
  it('let one of two runners win each batch, and nothing is counted twice', async () => {
    const shop = await openShop(world);
    const ann = shop.contact();
    const [first, second] = [world.runner(), world.runner()];
    await Promise.all([first.start(), second.start()]);
    for (let i = 0; i < 40; i++) await ann.texts(`text ${i}`);
    expect(await second.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
    expect(await world.models.unread(shop.businessId)).toBe(40);
    const states = [...(await first.status()), ...(await second.status())]
      .filter((one) => one.name === 'conversations')
      .map((one) => one.state);
    expect(states.sort()).toEqual(['running', 'standby']);
    // Whoever holds it goes: the other takes over.
    const [holder, other] = (await first.status())[0]!.state === 'running' ? [first, second] : [second, first];
    await holder.stop();
    await ann.texts('one more');
    expect(await other.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
    expect(await world.models.unread(shop.businessId)).toBe(41);
  });

  it('move only from where they were read: a second writer without the lock writes nothing', async () => {
    const shop = await openShop(world);
    await shop.contact().texts('hello');
    const runner = world.runner();
    await runner.start();
    await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 });
    await runner.stop();
    const { events } = await world.store.readAll(0n);
    const late = await Connection.open({ connectionString: world.connectionString, name: 'late', genericPlans: true });
    const schema = schemaOf(conversations);
    const before = await world.query(`select * from ${schema}.conversation_counts`);
    const failure = await late
      .transaction([
        advance([{ schema, read: 0n, epoch: 0 }], 99n),
        ...conversations.fold(
          events.filter((event) => conversations.handles.includes(event.type)),
          schema,
        ),
      ])
      .catch((error: unknown) => error);
    expect(isGuardFailure(failure)).toBe(true);
    expect(await world.query(`select * from ${schema}.conversation_counts`)).toEqual(before);
    await late.close();
  });
});

/** A read model of its own: sums what it sees, and cannot take what `breaks` says. */
function tally(name: string, breaks: (event: StoredEvent) => boolean, version = 1): Projector {
  return {
    name,
    version,
    handles: ['MessageReceived'],
    create: (schema) => `create table ${schema}.seen (id uuid primary key, position bigint not null)`,
    fold: (events, schema) =>
      events.some(breaks) ?
        [{ text: `select 1/($1::int)`, values: [0] }]
      : [
          {
            text: `insert into ${schema}.seen select * from unnest($1::uuid[], $2::bigint[])`,
            values: [events.map((event) => event.id), events.map((event) => event.position.toString())],
          },
        ],
  };
}

describe('a poison event', () => {
  it('pauses its read model in front of it, visibly, and only that', async () => {
    const shop = await openShop(world);
    const ann = shop.contact();
    const messages = [];
    for (let i = 0; i < 20; i++) messages.push(await ann.texts(`text ${i}`));
    const poison = messages[13]!.position;
    let cured = false;
    const runner = world.runner({
      projectors: [
        ...projectors,
        tally('fragile', (event) => !cured && event.position === poison),
        tally('sturdy', () => false),
      ],
    });
    await runner.start();
    await expect
      .poll(async () => (await runner.status()).find((one) => one.name === 'fragile')?.state, { timeout: 180_000 })
      .toBe('paused');
    const fragile = (await runner.status()).find((one) => one.name === 'fragile')!;
    expect(fragile).toMatchObject({
      ok: false,
      error: expect.stringContaining(`MessageReceived at ${poison}: division by zero`) as string,
    });
    // Everything before it is in.
    expect(
      (await world.query('select position from rm_fragile_v1.seen order by position')).map((row) =>
        BigInt(row['position'] as string),
      ),
    ).toEqual(messages.slice(0, 13).map((one) => one.position));
    // The others go on, also with what comes now.
    await ann.texts('later');
    const others = [...projectors.map((one) => one.name), 'sturdy'];
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000, projectors: others })).toBe(true);
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 100 })).toBe(false);
    expect((await runner.status()).filter((one) => !one.ok).map((one) => one.name)).toEqual(['fragile']);
    // Told to go on while nothing has changed, it pauses again; nothing is skipped.
    expect(await runner.resume('fragile')).toBe(true);
    await expect
      .poll(async () => (await runner.status()).find((one) => one.name === 'fragile')?.state, { timeout: 20_000 })
      .toBe('paused');
    cured = true;
    expect(await runner.resume('fragile')).toBe(true);
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
    expect(await world.query('select count(*)::int as count from rm_fragile_v1.seen')).toEqual([{ count: 21 }]);
    expect(await runner.resume('fragile')).toBe(false);
    expect(await runner.waitFor((await ann.texts('after')).position, { timeoutMs: 20_000 })).toBe(true);
  }, 400_000);

  it('stays paused over a restart, and says so', async () => {
    const shop = await openShop(world);
    await shop.contact().texts('text');
    const first = world.runner({ projectors: [tally('fragile', () => true)] });
    await first.start();
    await expect.poll(async () => (await first.status())[0]?.state, { timeout: 20_000 }).toBe('paused');
    await first.stop();
    const second = world.runner({ projectors: [tally('fragile', () => false)] });
    await second.start();
    expect(await second.waitFor(await world.store.head(), { timeoutMs: 300 })).toBe(false);
    expect((await second.status())[0]).toMatchObject({ state: 'paused', ok: false });
    await second.resume('fragile');
    expect(await second.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
  });
});

it('builds a new version beside the old one, which goes on', async () => {
  const shop = await openShop(world);
  const ann = shop.contact();
  await ann.texts('one');
  const old = world.runner({ projectors: [tally('versioned', () => false, 1)] });
  await old.start();
  await old.waitFor(await world.store.head(), { timeoutMs: 20_000 });
  const next = world.runner({ projectors: [tally('versioned', () => false, 2)] });
  await next.start();
  await ann.texts('two');
  const head = await world.store.head();
  expect(
    await Promise.all([old.waitFor(head, { timeoutMs: 20_000 }), next.waitFor(head, { timeoutMs: 20_000 })]),
  ).toEqual([true, true]);
  for (const version of [1, 2])
    expect(await world.query(`select count(*)::int as count from rm_versioned_v${version}.seen`)).toEqual([
      { count: 2 },
    ]);
});

describe('rebuild and verify', () => {
  it('build beside the live one under writes, and come out equal', { timeout: 300_000 }, async () => {
    await busyDay(world, 120, seeded(3));
    const runner = world.runner();
    await runner.start();
    let writing = true;
    const writer = (async () => {
      for (let round = 0; writing; round++) await busyDay(world, 40, seeded(100 + round));
    })();
    writer.catch(() => {});
    const heard: unknown[] = [];
    const phases = new Set<string>();
    await runner.rebuild(
      projectors.map((one) => one.name),
      ({ phase }) => phases.add(phase),
    );
    expect([...phases]).toContain('done');
    expect(
      await world.query(`
      select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname like 'rm\\_%' and (c.relpersistence <> 'p' or c.reloptions::text like '%autovacuum%')`),
      'what is live survives a crash of the server, and is vacuumed',
    ).toEqual([]);
    world.bus.subscribe('live.business.>', (message) => heard.push(message));
    expect(await runner.verify('conversations')).toEqual([]);
    writing = false;
    await writer;
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
    for (const projector of projectors) expect(await runner.verify(projector.name), projector.name).toEqual([]);
    expect(await world.query(`select nspname from pg_namespace where nspname like 'rm\\_%\\_\\_%'`)).toEqual([]);
    expect(
      await world.query(`select schema from ops.projection_checkpoints where state <> 'running' or epoch <> 1`),
    ).toEqual([]);
  });

  it('verify names the rows that differ', async () => {
    const shop = await openShop(world);
    const { messageId } = await shop.contact().texts('hello');
    const runner = world.runner();
    await runner.start();
    await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 });
    await world.query(`update ${chat}.messages set body = 'tampered' where id = $1`, [messageId]);
    const found = await runner.verify('conversations');
    expect(found).toMatchObject([
      {
        table: 'messages',
        onlyLive: 1,
        onlyRebuilt: 1,
        examples: { live: [{ body: 'tampered' }], rebuilt: [{ body: 'hello' }] },
      },
    ]);
    await runner.rebuild('conversations');
    expect(await runner.verify('conversations')).toEqual([]);
  });

  it('come out equal from many small windows, each sent before the one before it is answered', async () => {
    await busyDay(world, 150, seeded(17));
    const runner = world.runner({ limits: { window: 20 } });
    await runner.start();
    await runner.rebuild(projectors.map((one) => one.name));
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
    const wide = world.runner();
    for (const projector of projectors) expect(await wide.verify(projector.name), projector.name).toEqual([]);
  });

  describe('divided by businesses', () => {
    /** What a process of its own does, here. */
    const fill = (work: PartitionToFill): Promise<void> =>
      fillPartition(work, {
        store: narrowed(world.store, projectors, work.partition),
        connectionString: world.connectionString,
        log: quietLog,
        projectors,
        window: 30,
      });
    const names = projectors.map((one) => one.name);

    it('come out as from one process, under writes', { timeout: 120_000 }, async () => {
      for (let day = 0; day < 3; day += 1) await busyDay(world, 80, seeded(31 + day));
      const runner = world.runner();
      await runner.start();
      let writing = true;
      const writer = (async () => {
        for (let round = 0; writing; round++) await busyDay(world, 20, seeded(200 + round));
      })();
      writer.catch(() => {});
      const shares: (readonly [number, number])[] = [];
      const fillPartition = async (work: PartitionToFill): Promise<void> => {
        let events = 0;
        await fill({ ...work, onProgress: (progress) => ({ events } = progress) });
        shares.push([work.partition.index, events]);
      };
      await runner.rebuild(names, undefined, undefined, { divided: { of: 3, fillPartition } });
      writing = false;
      await writer;
      expect(shares.filter(([, events]) => events > 0).length, 'several have worked').toBeGreaterThan(1);
      expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
      for (const name of names) expect(await runner.verify(name), name).toEqual([]);
      expect(
        await world.query(`select schema from ops.projection_checkpoints where state <> 'running' or epoch <> 1`),
      ).toEqual([]);
    });

    it('write nothing twice when a partition is worked on twice', async () => {
      await busyDay(world, 120, seeded(41));
      const runner = world.runner();
      await runner.start();
      // Of one read model: of several, each could stop the other at another one.
      await runner.rebuild('conversations', undefined, undefined, {
        divided: {
          of: 2,
          fillPartition: async (work) => {
            const both = await Promise.allSettled([fill(work), fill(work)]);
            if (both.every(({ status }) => status === 'rejected')) throw new Error('Nobody has come to the end.');
          },
        },
      });
      expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
      expect(await runner.verify('conversations')).toEqual([]);
    });

    it('replace nothing when a partition has not come to the end', async () => {
      await busyDay(world, 60, seeded(43));
      const runner = world.runner();
      await runner.start();
      const divided = { of: 2, fillPartition: async () => {} };
      await expect(runner.rebuild(names, undefined, undefined, { divided })).rejects.toThrow('Not all partitions');
      for (const name of names) expect(await runner.verify(name), name).toEqual([]);
      expect(await world.query(`select nspname from pg_namespace where nspname like 'rm\\_%\\_\\_%'`)).toEqual([]);
    });

    it('go by a field that every event has', () => {
      for (const projector of projectors.filter(({ byBusiness }) => byBusiness))
        for (const type of projector.handles) {
          const { schema, personal } = eventCatalogue.get(type)!;
          expect(Object.keys((schema as unknown as { shape: object }).shape), type).toContain('businessId');
          expect(personal, type).not.toContain('businessId');
        }
    });
  });

  it('name the event that they cannot take, and replace nothing', async () => {
    const shop = await openShop(world);
    const ann = shop.contact();
    const messages = [];
    for (let i = 0; i < 30; i++) messages.push(await ann.texts(`text ${i}`));
    let poison: bigint | null = null;
    const fragile = tally('fragile', (event) => event.position === poison);
    const runner = world.runner({ projectors: [fragile], limits: { window: 4 } });
    await runner.start();
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
    poison = messages[17]!.position;
    await expect(runner.rebuild('fragile')).rejects.toThrow(`fragile cannot be built: MessageReceived at ${poison}`);
    expect(await world.query('select count(*)::int as count from rm_fragile_v1.seen')).toEqual([{ count: 30 }]);
    expect(await world.query(`select nspname from pg_namespace where nspname like 'rm\\_%\\_\\_%'`)).toEqual([]);
    poison = null;
    await runner.rebuild('fragile');
    expect(await world.query('select count(*)::int as count from rm_fragile_v1.seen')).toEqual([{ count: 30 }]);
  });

  it('announces nothing, and leaves nothing behind when it is cut off', async () => {
    await busyDay(world, 60, seeded(5));
    const runner = world.runner();
    await runner.start();
    await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const heard: unknown[] = [];
    world.bus.subscribe('live.business.>', (message) => heard.push(message));
    // As a process that was killed leaves it.
    await world.query(`create schema ${chat}__rebuild; create table ${chat}__rebuild.messages (junk int);
      insert into ops.projection_checkpoints (schema, projector, version, state, position)
        values ('${chat}__rebuild', 'conversations', ${conversations.version}, 'building', 5)`);
    await runner.rebuild('conversations');
    expect(await runner.verify('conversations')).toEqual([]);
    expect(heard).toEqual([]);
    const cut = new AbortController();
    cut.abort();
    await expect(runner.rebuild('contacts', undefined, cut.signal)).rejects.toThrow();
    expect(await world.query(`select nspname from pg_namespace where nspname like 'rm\\_%\\_\\_%'`)).toEqual([]);
  });
});

it(
  'starts over from the checkpoints when all its connections are cut, again and again',
  { timeout: 60_000 },
  async () => {
    const shop = await openShop(world);
    const ann = shop.contact();
    const runner = world.runner();
    await runner.start();
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 10; i++) await ann.texts(`text ${round} ${i}`);
      await world.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
          and application_name like 'beckon-projections%'`,
      );
    }
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 30_000 })).toBe(true);
    expect(await world.models.unread(shop.businessId)).toBe(50);
    expect(await runner.verify('conversations')).toEqual([]);
  },
);

describe('waiting', () => {
  it('works in a process that runs no projections, with and without the bus', async () => {
    const shop = await openShop(world);
    const ann = shop.contact();
    const runner = world.runner();
    await runner.start();
    const { createLocalBus } = await import('../../../adapters/bus/index.ts');
    const { quietLog } = await import('../../support/quiet.ts');
    const { createProjectionRunner } = await import('../../../projections/index.ts');
    const deaf = createProjectionRunner({
      store: world.store,
      connectionString: world.connectionString,
      bus: createLocalBus({ log: quietLog }),
      projectors,
      log: quietLog,
    });
    const listening = world.runner();
    const { position } = await ann.texts('hello');
    expect(
      await Promise.all([
        deaf.waitFor(position, { timeoutMs: 10_000, projectors: ['conversations'] }),
        listening.waitFor(position, { timeoutMs: 10_000, projectors: ['conversations'] }),
      ]),
    ).toEqual([true, true]);
    expect((await deaf.status()).find((one) => one.name === 'conversations')).toMatchObject({
      state: 'stopped',
      ok: true,
    });
    await deaf.stop();
  });

  it('gives up in time', async () => {
    const runner = world.runner();
    await runner.start();
    expect(await runner.waitFor(1_000_000n, { timeoutMs: 50 })).toBe(false);
  });
});
