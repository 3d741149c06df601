import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DateTime } from 'luxon';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSafeHttp, type SafeHttp } from '../../../adapters/http/index.ts';
import { signingSecret } from '../../../commands/automations/effects/call.ts';
import type { WaitUntil } from '../../../domain/automations/document/document.ts';
import { causeOfDay } from '../../../domain/automations/trigger-events/trigger-events.ts';
import { runIdOf } from '../../../domain/automations/runs/run.ts';
import { AutomationRunEnded, AutomationRunStarted } from '../../../domain/automations/runs/run-events.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { everybody } from '../../../domain/contacts/filter.ts';
import { ContactDetailsChanged } from '../../../domain/contacts/events.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { BusinessId, type ContactId, UserId } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { UserPhoneChanged, UserRegistered } from '../../../domain/users/events.ts';
import { streams } from '../../../domain/streams.ts';
import type { Workers } from '../../../workers/index.ts';
import { append, automationOf, type Published, runOf } from '../../support/automations.ts';
import { awakePhones } from '../../support/awake.ts';
import { carrier, context, personOf, systemContext as system } from '../../support/callers.ts';
import { engineWorld, onOptIn } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { type Spine, type Tenant } from '../../support/spine.ts';
import {
  ask,
  clicked,
  condition,
  drawn,
  end,
  goal,
  goTo,
  id,
  off,
  split,
  tag,
  text,
  untilClicked,
  wait,
} from '../../unit/domain/automations/make.ts';

const world = engineWorld();
const { clock, phone, story, until, later } = world;
let spine: Spine;
let tenant: Tenant;
let http: SafeHttp | undefined;
const hour = 3_600_000;

beforeEach(() => {
  ({ spine, tenant } = world);
});

const start = (): Promise<Workers> => world.start({ http });
const atCarrier = (number?: string) => world.atCarrier(number);
const named = { name: null, off: false };
const alerts = { ...named, kind: 'Alert' as const, phones: [], emails: [], textMembers: [], mailMembers: [] };
const exits = (next: string | null, failed: string | null = null) => ({
  next: next === null ? null : id(next),
  failed: failed === null ? null : id(failed),
});
const hostOf = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const messageOf = async (automation: Published, contactId: string): Promise<string> => {
  const { rows } = await spine.pool.query<{ effect_id: string }>(
    `select effect_id from ops.automation_effects e join ops.automation_runs r using (run_id)
      where r.automation_id = $1 and e.contact_id = $2`,
    [automation.automationId, contactId],
  );
  return rows[0]!.effect_id;
};
const says = (body: string, node: ReturnType<typeof text>) => ({ ...node, body }) as typeof node;

describe('an automation', () => {
  it('texts who opts in, waits a day, texts again and ends; each step once', async () => {
    const document = drawn(
      { a: says('Welcome', text('b')), b: wait('c'), c: says('Still there?', text('d')), d: end },
      onOptIn,
    );
    await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const contactId = await tenant.subscriber(phone());
    await until(automation, document, contactId, 'waiting Wait');
    await world.untilAtCarrier((texts) => texts.length === 1);
    later(23 * hour);
    later(2 * hour);
    const events = await until(automation, document, contactId, 'ended End completed');
    expect(events).toEqual([
      'started',
      'started Notification do',
      'completed Notification next done',
      'waiting Wait',
      'completed Wait next time',
      'started Notification do',
      'completed Notification next done',
      'ended End completed',
    ]);
    expect(atCarrier()).toEqual(['Welcome', 'Still there?']);
  });

  it('does each kind of step, and goes the way that the contact is', async () => {
    const document = drawn(
      {
        a: tag('b'),
        b: condition('c', 'z'),
        c: split('d', 'd'),
        d: off(text('e')),
        e: says('See https://example.com/menu', text('f')),
        f: wait('g', { kind: 'event', event: clicked, timeout: { amount: 2, unit: 'hours' } }, 'z'),
        g: { ...alerts, text: '[name] clicked', phones: awakePhones(1), to: exits('h') },
        h: { ...named, kind: 'Assign', userId: null, to: exits('i') },
        i: { ...named, kind: 'SubscribeContactToList', campaignId: randomUUID(), to: exits('z', 'j') },
        j: goTo('k'),
        k: end,
        z: end,
      },
      onOptIn,
    );
    await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const contactId = await tenant.subscriber(phone());
    await until(automation, document, contactId, 'waiting Wait');
    const [sent] = await world.untilAtCarrier((texts) => texts.length === 1);
    const [, code] = /\/l\/(\w{12})$/u.exec(sent!)!;
    const { link } = spine.identifiers.linkOf(code!)!;
    const target = (await spine.commands.links.target(link))!;
    expect(target).toMatchObject({ url: 'https://example.com/menu', source: { kind: 'automation', id: id('e') } });
    const { businessId, source } = target;
    const clickedAt = clock.at.toISOString();
    later(1_000);
    await spine.commands.links.click(system({ agencyId: null, businessId }), {
      number: link,
      businessId,
      source,
      contactId: contactId as ContactId,
      clickedAt: later(0).toISOString(),
    });
    expect(clickedAt).not.toBe('');
    const events = await until(automation, document, contactId, 'ended End completed');
    expect(events.filter((one) => one.startsWith('completed'))).toEqual([
      'completed Tag next done',
      'completed Condition yes checked',
      expect.stringMatching(/^completed Split [ab] chance$/),
      'completed Notification next off',
      'completed Notification next done',
      'completed Wait next happened',
      'completed Alert next done',
      'completed Assign next done',
      'completed SubscribeContactToList failed refused',
      'completed GoTo next jump',
    ]);
    await world.untilAtCarrier((texts) => texts.some((one) => one.includes('clicked')));
    const queued = (await spine.store.read(`message-${await messageOf(automation, contactId)}`))[0]!;
    expect(queued.data).toMatchObject({
      purpose: 'automation',
      automation: { automationId: automation.automationId, node: id('e'), version: 1 },
    });
  });

  it('alerts people of the team by the number that they have then, and passes over who has none or has left', async () => {
    const somebody = async (businessId: string) => {
      const userId = UserId.parse(randomUUID());
      const about = { role: 'Business' as const, agencyId: null, businessId: BusinessId.parse(businessId) };
      const named = { email: `${userId}@demo.test`, firstName: 'Bella', lastName: '' };
      const registered = UserRegistered.create({ userId, ...about, ...named });
      await append(spine, businessId, streams.user(userId), registered);
      return userId;
    };
    const calls = (userId: UserId, number: string) =>
      append(
        spine,
        tenant.businessId,
        streams.user(userId),
        UserPhoneChanged.create({ userId, phone: E164.parse(number) }),
      );
    const [bella, mute, stranger] = [
      await somebody(tenant.businessId),
      await somebody(tenant.businessId),
      await somebody(randomUUID()),
    ];
    const to = { textMembers: [bella, mute, stranger], mailMembers: [] };
    const document = drawn({ a: { ...alerts, text: 'Look here', ...to, to: exits(null) } }, onOptIn);
    const automation = await automationOf(spine, tenant.businessId, document);
    await calls(bella, '+15005550191');
    await calls(bella, '+15005550192');
    await start();
    const told = (number: string) => world.atCarrier(number).length;
    const contactId = await tenant.subscriber(phone());
    await until(automation, document, contactId, 'ended completed');
    const { events } = await runOf(spine, automation.automationId, contactId);
    expect(events.find(({ type }) => type === 'AutomationStepCompleted')!.data).toMatchObject({
      note: 'member-left,member-without-number',
    });
    await eventually(
      () => told('+15005550192'),
      (times) => times === 1,
    );
    expect(atCarrier()).toHaveLength(1);
    await calls(bella, '+15005550193');
    await tenant.subscriber(phone());
    await eventually(
      () => told('+15005550193'),
      (times) => times === 1,
    );

    const nobody = drawn({ a: { ...alerts, text: 'Look', textMembers: [mute, stranger], to: exits(null) } }, onOptIn);
    const idle = await automationOf(spine, tenant.businessId, nobody);
    const next = await tenant.subscriber(phone());
    const path = await until(idle, nobody, next, 'ended completed');
    expect(path).toContain('completed Alert failed refused');
  });

  it('asks, keeps what is answered, asks again where it was not understood, and gives up', async () => {
    const document = drawn({ a: ask('z', { tries: 2 }), z: end }, onOptIn);
    await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const [one, other] = [phone(), phone()];
    const [answers, doesNot] = [await tenant.subscriber(one), await tenant.subscriber(other)];
    for (const contactId of [answers, doesNot])
      await until(automation, document, contactId, 'waiting CollectContactData');
    const receive = (from: string, body: string) =>
      spine.commands.messages.receive(context(carrier), {
        provider: 'twilio',
        providerMessageId: `SM${randomUUID()}`,
        from,
        to: tenant.number,
        body,
        media: [],
        receivedAt: later(60_000).toISOString(),
      });
    await receive(one, 'what?');
    await world.untilAtCarrier((texts) => texts.includes('As mm/dd, please.'));
    await eventually(
      () => story(automation, document, answers),
      (events) => events.filter((event) => event === 'waiting CollectContactData').length === 2,
    );
    await receive(one, 'May 17th');
    await until(automation, document, answers, 'ended End completed');
    const contact = fold(Contact, (await spine.store.read(`contact-${answers}`)) as never);
    expect(contact).toMatchObject({ details: { birthday: '05-17' } });
    later(2 * hour);
    await eventually(
      () => story(automation, document, doesNot),
      (events) => events.filter((event) => event === 'waiting CollectContactData').length === 2,
    );
    later(2 * hour);
    const gaveUp = await eventually(
      () => story(automation, document, doesNot),
      (events) => events.at(-1)!.startsWith('ended'),
    );
    expect(gaveUp.at(-2)).toBe('completed CollectContactData givenUp no-answer');
  });

  it('ends for who opts out, reaches a goal, or is in one that is put away; and what waits to be sent is not', async () => {
    const document = drawn({ a: wait('b'), b: text(null), g: goal({ kind: 'conversation-closed' }) }, onOptIn);
    await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const [leaves, reaches, stays] = await Promise.all([1, 2, 3].map(() => tenant.subscriber(phone())));
    for (const contactId of [leaves, reaches, stays]) await until(automation, document, contactId!, 'waiting Wait');
    later(1_000);
    await spine.commands.contacts.optOut(context(personOf(tenant.businessId, null)), { contactId: leaves! });
    await spine.commands.livechat.setOpen(context(personOf(tenant.businessId, null)), {
      contactId: reaches!,
      open: false,
    });
    await until(automation, document, leaves!, 'ended Wait opted-out');
    await until(automation, document, reaches!, 'ended Goal goal');
    await automation.archive();
    await until(automation, document, stays!, 'ended Wait stopped');
    expect(atCarrier()).toEqual([]);
  });

  it('says nothing more of a run that is over, although nobody struck off what it had asked for', async () => {
    const document = drawn({ a: text(null) });
    const { automationId } = await automationOf(spine, tenant.businessId, document);
    const contactId = (await tenant.subscriber(phone())) as ContactId;
    const businessId = BusinessId.parse(tenant.businessId);
    const ids = { automationId, businessId, contactId };
    const at = clock.now().toISOString();
    const decided = async (reason: 'goal' | 'completed') => {
      const entry = reason === 'goal' ? 1 : 2;
      const runId = runIdOf(automationId, contactId, entry);
      const started = { version: 1, entry, trigger: 'by-hand', cause: reason, position: '1', at, start: id('a') };
      const node = reason === 'goal' ? id('a') : null;
      await append(
        spine,
        businessId,
        streams.automationRun(runId),
        AutomationRunStarted.create({ runId, ...ids, ...started }),
        AutomationRunEnded.create({ runId, ...ids, at, reason, node, note: null }),
      );
      const messageId = randomUUID();
      const words = { body: 'Hello', media: [], purpose: 'automation' as const, notBefore: null };
      await spine.commands.messages.queue(system({ agencyId: null, businessId }), {
        messageId,
        businessId,
        contactId,
        ...words,
        automation: { automationId, runId, node: id('a'), version: 1 },
      });
      return (await spine.commands.delivery.text.decide(system({ agencyId: null, businessId }), { id: messageId }))
        .result;
    };
    expect(await decided('goal')).toEqual({ kind: 'suppressed', reason: 'stopped' });
    // Its way was over, and what it said last is sent once more for want of an answer.
    expect(await decided('completed')).toMatchObject({ kind: 'send' });
  });

  it('switched off begins nothing; on again it goes on, or leaves out whose wait ended meanwhile', async () => {
    const document = drawn({ a: wait('b'), b: text('c'), c: end }, onOptIn);
    await start();
    const [goesOn, leavesOut] = [
      await automationOf(spine, tenant.businessId, document),
      await automationOf(spine, tenant.businessId, document),
    ];
    const contactId = await tenant.subscriber(phone());
    for (const one of [goesOn, leavesOut]) await until(one, document, contactId, 'waiting Wait');
    later(hour);
    for (const one of [goesOn, leavesOut]) await one.switchOff();
    later(30 * hour);
    const late = await tenant.subscriber(phone());
    await eventually(
      async () => (await spine.pool.query(`select from ops.automation_runs where state = 'off'`)).rowCount,
      (count) => count === 2,
    );
    expect(atCarrier()).toEqual([]);
    await goesOn.switchOn('go-on');
    await leavesOut.switchOn('end');
    await until(goesOn, document, contactId, 'ended End completed');
    await until(leavesOut, document, contactId, 'ended Wait lapsed');
    expect(atCarrier()).toHaveLength(1);
    for (const one of [goesOn, leavesOut]) expect(await story(one, document, late)).toEqual([]);
  });

  it('on again goes on at once where what it waits for happened while it was off', async () => {
    const untilClosed = {
      kind: 'event',
      event: { kind: 'conversation-closed' },
      timeout: { amount: 30, unit: 'days' },
    };
    const document = drawn({ a: wait('b', untilClosed as never, 'z'), b: tag('z'), z: end }, onOptIn);
    await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const contactId = await tenant.subscriber(phone());
    await until(automation, document, contactId, 'waiting Wait');
    await automation.switchOff();
    later(1_000);
    await spine.commands.livechat.setOpen(context(personOf(tenant.businessId, null)), { contactId, open: false });
    // RunEvaluation at while it is off: nothing is begun.
    await eventually(
      async () =>
        (
          await spine.pool.query(
            `select from ops.automation_runs where contact_id = $1 and woken > 0 and held_until = '-infinity'
              and (due_at is null or due_at > $2)`,
            [contactId, clock.at],
          )
        ).rowCount,
      (count) => count === 1,
    );
    await automation.switchOn('go-on');
    expect(await until(automation, document, contactId, 'ended End completed')).toContain(
      'completed Wait next happened',
    );
  });

  it('goes on, passes a step over or ends by hand, once however often somebody says so', async () => {
    const document = drawn({ a: wait('b', untilClicked, 'z'), b: text('z'), z: end }, onOptIn);
    await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const people = await Promise.all([1, 2, 3].map(() => tenant.subscriber(phone())));
    const runs = await Promise.all(
      people.map(async (contactId) => {
        await until(automation, document, contactId, 'waiting Wait');
        return (await runOf(spine, automation.automationId, contactId)).runId;
      }),
    );
    const me = () => context(personOf(tenant.businessId, null));
    const at = { node: id('a'), visit: 1 };
    for (const act of ['go-on', 'skip', 'stop'] as const) {
      const runId = runs[['go-on', 'skip', 'stop'].indexOf(act)]!;
      for (const _ of [1, 2]) await spine.commands.automations.override(me(), { runId, act, at });
    }
    const [one, two, three] = people;
    expect((await until(automation, document, one!, 'ended End completed')).slice(1, 4)).toEqual([
      'waiting Wait',
      'overridden Wait go-on',
      'completed Wait next by-hand',
    ]);
    expect((await until(automation, document, two!, 'ended End completed')).at(-2)).toBe(
      'completed Wait otherwise by-hand',
    );
    expect((await until(automation, document, three!, 'ended Wait by-hand')).length).toBe(3);
    const stranger = context(personOf(randomUUID(), null));
    await expect(
      spine.commands.automations.override(stranger, { runId: runs[0]!, act: 'stop', at: null }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('reaches its goal also while another system takes its time to answer: nothing more is said', async () => {
    const called = Promise.withResolvers<() => void>();
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        called.resolve(() => response.writeHead(200).end('x'));
      });
    });
    const host = await hostOf(server);
    const webhook = { ...named, kind: 'Webhook', url: `http://${host}/hook`, to: exits('b') } as const;
    const document = drawn({ a: webhook, b: text(null), g: goal({ kind: 'conversation-closed' }) }, onOptIn);
    http = createSafeHttp({ allow: [host] });
    await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const contactId = await tenant.subscriber(phone());
    const answer = await called.promise;
    later(1_000);
    await spine.commands.livechat.setOpen(context(personOf(tenant.businessId, null)), { contactId, open: false });
    answer();
    const events = await until(automation, document, contactId, 'ended Goal goal');
    expect(events.filter((event) => event.includes('Notification'))).toEqual([]);
    expect(atCarrier()).toEqual([]);
    await http.close();
    server.close();
  });

  it('stops when all that other systems were asked has been written down, also what an answer led to', async () => {
    const called = Promise.withResolvers<() => void>();
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const answer = (): void => void response.writeHead(200).end('x');
        if (request.url === '/first') called.resolve(answer);
        else setTimeout(answer, 300);
      });
    });
    const host = await hostOf(server);
    const webhook = (path: string, next: string) =>
      ({ ...named, kind: 'Webhook', url: `http://${host}${path}`, to: exits(next) }) as const;
    const document = drawn({ a: webhook('/first', 'b'), b: webhook('/second', 'z'), z: end }, onOptIn);
    http = createSafeHttp({ allow: [host] });
    const workers = await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const contactId = await tenant.subscriber(phone());
    const answer = await called.promise;
    const stopped = workers.stop();
    answer();
    await stopped;
    expect((await story(automation, document, contactId)).at(-1)).toBe('ended End completed');
    await http.close();
    server.close();
  });

  it('calls another system, signed, and again later where that is away; a step that fails goes its own way', async () => {
    const calls: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
    const answers = [500, 200, 404];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        calls.push({ headers: request.headers, body });
        response.writeHead(answers[calls.length - 1]!).end('x');
      });
    });
    const host = await hostOf(server);
    const webhook = (next: string, failed: string | null, url = `http://${host}/hook`) =>
      ({ ...named, kind: 'Webhook', url, to: exits(next, failed) }) as const;
    const document = drawn(
      { a: webhook('b', null), b: webhook('z', 'c'), c: webhook('z', 'y', 'http://10.0.0.1/'), y: end, z: text(null) },
      onOptIn,
    );
    http = createSafeHttp({ allow: [host] });
    await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const contactId = await tenant.subscriber(phone());
    await until(automation, document, contactId, 'retryscheduled Webhook');
    later(2 * 60_000);
    const events = await until(automation, document, contactId, 'ended End completed');
    expect(events.slice(1)).toEqual([
      'started Webhook do',
      'retryscheduled Webhook',
      'started Webhook do',
      'completed Webhook next done',
      'started Webhook do',
      'completed Webhook failed failed',
      'started Webhook do',
      'completed Webhook failed refused',
      'ended End completed',
    ]);
    const { headers, body } = calls[1]!;
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/u.exec(headers['webhook-signature'] as string)!;
    const secret = signingSecret({ identifiers: spine.identifiers }, tenant.businessId);
    expect(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')).toBe(signature);
    expect(JSON.parse(body)).toMatchObject({
      contact: { id: contactId },
      automation: { step_id: id('a'), version: 1 },
    });
    // Another try has another name; what came twice by one name is one.
    expect(new Set(calls.map((call) => call.headers['webhook-id'])).size).toBe(3);
    await http.close();
    server.close();
  });

  it('is one run for a contact whatever comes twice, with two processes at work', { timeout: 120_000 }, async () => {
    const document = drawn({ a: text('b'), b: wait('c'), c: text('d'), d: end }, onOptIn);
    await Promise.all([start(), start()]);
    const automation = await automationOf(spine, tenant.businessId, {
      ...document,
      triggers: [...document.triggers, { on: { kind: 'contact-created' }, filter: everybody }],
    });
    const people = await Promise.all(Array.from({ length: 60 }, () => tenant.subscriber(phone())));
    for (const contactId of people) await until(automation, document, contactId, 'waiting Wait');
    later(25 * hour);
    for (const contactId of people) {
      const events = await until(automation, document, contactId, 'ended End completed');
      expect(events).toHaveLength(8);
      expect((await runOf(spine, automation.automationId, contactId, 2)).events).toEqual([]);
    }
    expect(atCarrier()).toHaveLength(120);
    const left = await spine.pool.query(`select from ops.automation_entering`);
    expect(left.rowCount).toBe(0);
  });

  it('brings those inside over to another version, as it was chosen when that was published', async () => {
    const document = drawn({ a: wait('b'), b: text('z'), z: end }, onOptIn);
    await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const contactId = await tenant.subscriber(phone());
    await until(automation, document, contactId, 'waiting Wait');
    const short = { kind: 'duration', amount: 1, unit: 'hours', zone: 'business' } as const;
    const next = drawn({ a: wait('b', short), b: says('The new words', text('z')), z: end }, onOptIn);
    later(10_000);
    await automation.publish(next, [{ node: id('a'), how: 'recompute', to: null }]);
    await until(automation, document, contactId, 'migrated Wait');
    later(hour);
    const events = await until(automation, next, contactId, 'ended End completed');
    expect(events.slice(1, 4)).toEqual(['waiting Wait', 'migrated Wait', 'completed Wait next time']);
    expect(atCarrier()).toEqual(['The new words']);
  });

  it('begins on a day of a contact, once, at the hour that was chosen', async () => {
    const when = { day: { of: 'birthday' }, offset: -1, at: '12:30', zone: 'business' } as const;
    const document = drawn({ a: text('z'), z: end }, { triggers: [{ on: { kind: 'date', when }, filter: everybody }] });
    const automation = await automationOf(spine, tenant.businessId, document);
    const [born, other, late] = await Promise.all([1, 2, 3].map(() => tenant.subscriber(phone())));
    const business = await spine.readModels.zoneOf(tenant.businessId);
    const dayIn = (days: number): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: business, dateStyle: 'short' })
        .format(new Date(clock.at.getTime() + days * 24 * hour))
        .slice(5);
    const tells = (contactId: string, birthday: string) =>
      append(
        spine,
        tenant.businessId,
        `contact-${contactId}`,
        ContactDetailsChanged.create({ contactId: contactId as ContactId, businessId: tenant.businessId, birthday }),
      );
    await tells(born!, dayIn(2));
    await tells(other!, dayIn(9));
    await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
    await Promise.all([start(), start()]);
    const entering = async () =>
      (
        await spine.pool.query<{ contact_id: string; correlation: string; due_at: Date }>(
          // A day that is told and handed out at one time stands there twice, by one cause, and lets in once.
          `select distinct contact_id, correlation, due_at from ops.automation_entering where business_id = $1`,
          [tenant.businessId],
        )
      ).rows;
    const handedOut = () =>
      spine.pool.query(`select from ops.automation_days where automation_id = $1`, [automation.automationId]);
    await eventually(entering, (rows) => rows.length === 1);
    // A day that is told when it has been handed out already is of the same cause as one that was known before.
    await eventually(handedOut, ({ rowCount }) => rowCount === 2);
    await tells(late!, dayIn(2));
    for (const one of await eventually(entering, (rows) => rows.length === 2))
      expect(one.correlation).toBe(causeOfDay(one.contact_id, 'birthday', one.due_at.toISOString()));
    expect(await story(automation, document, born!)).toEqual([]);
    later(25 * hour);
    for (const one of [born!, late!]) await until(automation, document, one, 'ended End completed');
    expect(await story(automation, document, other!)).toEqual([]);
    expect(atCarrier()).toHaveLength(2);
  });

  it('begins on a day when it is that hour by area code, ZIP code and state alike', async () => {
    const when = { day: { of: 'birthday' }, offset: 0, at: '12:30', zone: 'contact' } as const;
    const document = drawn({ a: text('z'), z: end }, { triggers: [{ on: { kind: 'date', when }, filter: everybody }] });
    const automation = await automationOf(spine, tenant.businessId, document);
    const business = await spine.readModels.zoneOf(tenant.businessId);
    const birthday = new Intl.DateTimeFormat('en-CA', { timeZone: business, dateStyle: 'short' })
      .format(new Date(clock.at.getTime() + 24 * hour))
      .slice(5);
    const homes = [
      { area: '212', zip: '94110', state: null },
      { area: '415', zip: null, state: 'NY' },
      { area: '212', zip: '96801', state: 'CA' },
    ];
    const people = await Promise.all(
      homes.map(({ area }, nth) => tenant.subscriber(`+1${area}555${String(7_100 + nth).padStart(4, '0')}`)),
    );
    const tells = (nth: number) => {
      const { zip, state } = homes[nth]!;
      const ids = { contactId: people[nth]! as ContactId, businessId: tenant.businessId };
      return append(
        spine,
        tenant.businessId,
        `contact-${ids.contactId}`,
        ContactDetailsChanged.create({ ...ids, birthday, zip, state }),
      );
    };
    const dueOf = async () =>
      (
        await spine.pool.query<{ contact_id: string; due_at: Date }>(
          `select distinct contact_id, due_at from ops.automation_entering where business_id = $1`,
          [tenant.businessId],
        )
      ).rows.map(({ contact_id: contactId, due_at: due }) => [
        people.indexOf(contactId),
        due.toISOString().slice(11, 16),
      ]);
    const at = (zone: string) =>
      DateTime.fromISO(`${new Date(clock.at.getTime() + 24 * hour).toISOString().slice(0, 10)}T12:30`, { zone })
        .toUTC()
        .toFormat('HH:mm');
    // Two before the day is handed out, one when it has been.
    await Promise.all([tells(0), tells(1)]);
    await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
    await start();
    await eventually(
      () => spine.pool.query(`select from ops.automation_days where automation_id = $1`, [automation.automationId]),
      ({ rowCount }) => rowCount === 2,
    );
    await tells(2);
    const found = await eventually(dueOf, (rows) => rows.length === 3);
    expect(found.toSorted()).toEqual([
      [0, at('America/Los_Angeles')],
      [1, at('America/Los_Angeles')],
      [2, at('Pacific/Honolulu')],
    ]);
  });

  it('begins on no day that is a contact’s no longer, and a wait for a day follows the day', async () => {
    const when = { day: { of: 'birthday' }, offset: 0, at: '12:30', zone: 'business' } as const;
    const document = drawn(
      { a: says('Happy birthday', text('z')), z: end },
      { triggers: [{ on: { kind: 'date', when }, filter: everybody }] },
    );
    const waits = drawn(
      { a: wait('b', { kind: 'date', when }, 'c'), b: says('Today', text('z')), c: says('Never', text('z')), z: end },
      onOptIn,
    );
    const automation = await automationOf(spine, tenant.businessId, document);
    const business = await spine.readModels.zoneOf(tenant.businessId);
    const dayIn = (days: number): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: business, dateStyle: 'short' })
        .format(new Date(clock.at.getTime() + days * 24 * hour))
        .slice(5);
    const tells = (contactId: string, birthday: string | null) =>
      append(
        spine,
        tenant.businessId,
        `contact-${contactId}`,
        ContactDetailsChanged.create({ contactId: contactId as ContactId, businessId: tenant.businessId, birthday }),
      );
    const phones = { stays: phone(), moves: phone(), goes: phone() };
    const [stays, moves, goes] = await Promise.all(Object.values(phones).map((one) => tenant.subscriber(one)));
    for (const one of [stays!, moves!, goes!]) await tells(one, dayIn(1));
    await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
    await start();
    await eventually(
      () => spine.pool.query(`select from ops.automation_entering where automation_id = $1`, [automation.automationId]),
      ({ rowCount }) => rowCount === 3,
    );
    const waiting = await automationOf(spine, tenant.businessId, waits);
    const [sooner, afterwards] = [await tenant.subscriber(phone()), await tenant.subscriber(phone())];
    await tells(sooner, dayIn(9));
    await tells(afterwards, dayIn(1));
    for (const one of [sooner, afterwards]) await until(waiting, waits, one, 'waiting Wait');
    await tells(moves!, dayIn(3));
    await tells(goes!, null);
    await tells(sooner, dayIn(1));
    await tells(afterwards, dayIn(9));
    for (const one of [sooner, afterwards])
      await eventually(
        () => story(waiting, waits, one),
        (told) => told.filter((line) => line === 'waiting Wait').length === 2,
      );
    later(25 * hour);
    await until(automation, document, stays!, 'ended End completed');
    await until(waiting, waits, sooner, 'ended End completed');
    expect(await story(automation, document, moves!)).toEqual([]);
    expect(await story(automation, document, goes!)).toEqual([]);
    expect((await story(waiting, waits, afterwards)).at(-1)).toBe('waiting Wait');
    // Whose day was moved to today hears both: of the wait, and of the trigger.
    await until(automation, document, sooner, 'ended End completed');
    expect(atCarrier().toSorted()).toEqual(['Happy birthday', 'Happy birthday', 'Today']);
    later(24 * hour);
    await eventually(
      () => spine.pool.query(`select from ops.automation_entering where contact_id = $1`, [moves]),
      ({ rowCount }) => rowCount === 1,
    );
    later(24 * hour);
    await until(automation, document, moves!, 'ended End completed');
    expect(atCarrier(phones.moves)).toEqual(['Happy birthday']);
  });

  it('hears an answer that came in time, however late the worker gets to it', async () => {
    const untilText: WaitUntil = {
      kind: 'event',
      event: { kind: 'text-received', words: [], whole: false },
      timeout: { amount: 1, unit: 'hours' },
    };
    const document = drawn(
      { a: wait('b', untilText, 'c'), b: says('Thanks', text('z')), c: says('No answer', text('z')), z: end },
      onOptIn,
    );
    const automation = await automationOf(spine, tenant.businessId, document);
    await start();
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const number = phone();
        return { number, contactId: await tenant.subscriber(number) };
      }),
    );
    for (const { contactId } of people) await until(automation, document, contactId, 'waiting Wait');
    later(0.9 * hour);
    await world.stop();
    const heard = people.slice(0, 6);
    for (const { number } of heard)
      await spine.commands.messages.receive(context(carrier), {
        provider: 'twilio',
        providerMessageId: `SM${randomUUID().replaceAll('-', '')}`,
        from: number,
        to: tenant.number,
        body: 'Yes',
        media: [],
        receivedAt: clock.at.toISOString(),
      });
    later(hour);
    await start();
    for (const { contactId } of people) await until(automation, document, contactId, 'ended End completed');
    for (const { number } of people)
      expect(atCarrier(number)).toEqual([heard.some((one) => one.number === number) ? 'Thanks' : 'No answer']);
  });
});
