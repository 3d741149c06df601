import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { AutomationWalk } from '../../../api/contract/automation-rehearsal.ts';
import type { AutomationOutlook, AutomationWaiting } from '../../../api/contract/automation-outlook.ts';
import type {
  Automation,
  AutomationCircle,
  AutomationDeed,
  AutomationOverlap,
  AutomationRun,
  AutomationTemplate,
  AutomationVersion,
} from '../../../api/contract/automations.ts';
import {
  AutomationRunEnded,
  AutomationRunMigrated,
  AutomationRunStarted,
  AutomationStepStarted,
  AutomationStepCompleted,
  AutomationStepWaiting,
  type RunEvent,
} from '../../../domain/automations/runs/run-events.ts';
import { turnsIn } from '../../../api/kernel/places.ts';
import { effectIdOf, runIdOf } from '../../../domain/automations/runs/run.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { MessageDeferred, MessageOutcomeUnknown, MessageQueued } from '../../../domain/messages/events.ts';
import { streams } from '../../../domain/streams.ts';
import { context, personOf } from '../../support/callers.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';
import { said } from '../../support/said.ts';

let app: TestApi;
let shop: Tenant;
let other: Tenant;
beforeAll(async () => {
  app = await startTestApi();
  shop = await app.addTenant('flows');
  other = await app.addTenant('others');
});
afterAll(() => app.close());

const call = <Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, { token } = shop) =>
  app.call<Body>(token, method, path, body);
type One = { data: Automation; code?: string; revision?: number; errors?: Record<string, string[]> };
async function create(body: object = { template: 'welcome' }, tenant = shop): Promise<string> {
  const made = await call<{ data: { id: string } }>('POST', '/automations', { name: 'Welcome', ...body }, tenant);
  expect(made.status).toBe(200);
  return made.body.data.id;
}
const get = async (id: string) => (await call<One>('GET', `/automations/${id}`)).body.data;
const save = (id: string, body: object) => call<One>('POST', `/automations/${id}`, { revision: null, ...body });

const append = (runId: string, events: readonly RunEvent[], revision: number | 'noStream') =>
  appendTo(streams.automationRun(runId as never), events, revision);
async function appendTo(stream: string, events: readonly DomainEvent[], revision: number | 'noStream') {
  const { agencyId, businessId } = shop;
  await app.store.append(stream, revision, said(events, { agencyId, businessId }, '2026-01-05T10:00:00.000Z'));
}

describe('an automation', () => {
  it('begins as one of the templates, under steps of its own', async () => {
    const { body } = await call<{ data: AutomationTemplate[] }>('GET', '/automations/templates');
    expect(body.data.map(({ key }) => key)).toEqual([
      ...['welcome', 'birthday', 'win-back', 'review-request', 'missed-answer', 'coupon-reminder', 'event-countdown'],
    ]);
    for (const { key, document } of body.data) {
      const made = await get(await create({ template: key }));
      expect(made).toMatchObject({
        status: 'draft',
        version: null,
        problems: [],
        origin: { kind: 'template', id: key },
      });
      expect(Object.keys(made.document.nodes)).toHaveLength(Object.keys(document.nodes).length);
      expect(Object.keys(document.nodes)).not.toContain(made.document.start);
    }
    const unknown = await call<One>('POST', '/automations', { name: 'X', template: 'nonsense' });
    expect([unknown.status, unknown.body.errors]).toEqual([422, { template: ['There is no such template.'] }]);
  });

  it('is drawn, told what is wrong with it, published, and drawn on', async () => {
    const id = await create({});
    const node = randomUUID();
    const step = {
      kind: 'Notification',
      name: 'Hello',
      off: false,
      body: '{{nonsense}}',
      media: [],
      campaign_id: null,
      to: { next: null, failed: null },
    };
    const { revision } = await get(id);
    const on = { kind: 'opted-in', keyword: null, campaign_id: randomUUID() };
    const filter = { match: 'all', groups: [] };
    const drawn = await save(id, { revision, nodes: { [node]: step }, start: node, triggers: [{ on, filter }] });
    expect(drawn.body.data.document).toMatchObject({
      start: node,
      nodes: { [node]: step },
      triggers: [{ on, filter }],
    });
    expect(drawn.body.data.problems.map(({ field }) => field)).toEqual(['on.campaign_id', 'body']);
    const refused = await save(id, { publish: true });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      'triggers.0.on.campaign_id': ['This does not exist any more. Choose another.'],
      [`nodes.${node}.body`]: ['{{nonsense}} can’t be used here.'],
    });
    const own = { ...on, campaign_id: shop.campaignId };
    const fixed = { nodes: { [node]: { ...step, body: 'Hi' } }, triggers: [{ on: own, filter }] };
    const live = await save(id, { ...fixed, publish: true, name: 'Hello again' });
    expect(live.body.data).toMatchObject({
      status: 'on',
      version: 1,
      changed: false,
      problems: [],
      name: 'Hello again',
    });
    const changed = await save(id, { nodes: { [node]: { ...step, body: 'Hello' } } });
    expect(changed.body.data).toMatchObject({ status: 'on', version: 1, changed: true });
    expect(changed.body.data.published!.nodes[node]).toMatchObject({ body: 'Hi' });
    const again = await save(id, { publish: true });
    expect(again.body.data).toMatchObject({ version: 2, changed: false });
    const versions = await call<{ data: AutomationVersion[] }>('GET', `/automations/${id}/versions`);
    expect(versions.body.data.map(({ version }) => version)).toEqual([2, 1]);
    const first = await call<{ data: { document: Automation['document'] } }>('GET', `/automations/${id}/versions/1`);
    expect(first.body.data.document.nodes[node]).toMatchObject({ body: 'Hi' });
  });

  it('says to the second of two what the first one changed, in the words of the API', async () => {
    const id = await create();
    const { revision, document } = await get(id);
    const [node, step] = Object.entries(document.nodes).find(([, { kind }]) => kind === 'CollectContactData')!;
    await save(id, { revision, nodes: { [node]: { ...step, name: 'Mine' } } });
    const late = await save(id, { revision, nodes: { [node]: { ...step, name: 'Theirs' } } });
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'edit_conflict',
        changes: [{ field: `nodes.${node}`, was: { to: { given_up: expect.any(String) } }, now: { name: 'Mine' } }],
      },
    });
  });

  it('is refused with the step that can not be', async () => {
    const id = await create();
    const node = randomUUID();
    const odd = await save(id, { nodes: { [node]: { kind: 'Teleport' } } });
    expect([odd.status, odd.body.errors]).toEqual([
      422,
      { [`nodes.${node}.kind`]: ['There is no step of this kind.'] },
    ]);
    const end = { kind: 'End', name: null, to: {} };
    const many = Object.fromEntries(Array.from({ length: 501 }, () => [randomUUID(), end]));
    const large = await save(id, { nodes: many });
    expect(large.status).toBe(422);
    expect(large.body.errors!['nodes']![0]).toContain('500 are the most');
    const huge = Object.fromEntries(Array.from({ length: 10_000 }, () => [randomUUID(), end]));
    const tooMany = await save(id, { nodes: huge });
    expect([tooMany.status, tooMany.body.errors!['nodes']![0]]).toEqual([
      422,
      expect.stringContaining('500 steps are the most'),
    ]);
    const document = { triggers: [], reentry: { kind: 'once' }, start: null, nodes: many };
    const made = await call<One>('POST', '/automations', { name: 'Too many', document });
    expect([made.status, JSON.stringify(made.body.errors)]).toEqual([422, expect.stringContaining('500 are the most')]);
    const words = 'x'.repeat(5_000_000);
    const vast = await save(id, { nodes: { [node]: { ...end, name: words } } });
    expect([vast.status, JSON.stringify(vast.body)]).toEqual([413, expect.stringContaining('500 steps, and 4 MB')]);
    expect((await get(id)).revision).toBe(1);
  });

  it('is not published while what it starts with or waits for can not be: a keyword, and a campaign of another', async () => {
    const id = await create();
    const opts = (keyword: string | null) => ({ kind: 'opted-in', keyword, campaign_id: shop.campaignId });
    const starts = (keyword: string | null) => [{ on: opts(keyword), filter: { match: 'all', groups: [] } }];
    const words =
      'The keyword of this campaign is PIZZA, not PASTA: one message can’t opt in to both. Clear one of the two.';
    const refused = await save(id, { triggers: starts('pasta'), publish: true });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'triggers.0.on.keyword': [words.replace('PASTA', 'pasta')] },
    ]);
    // It is not out; what was drawn is not lost, and says what is wrong with it.
    const kept = await get(id);
    expect([kept.version, kept.status, kept.problems.map(({ field }) => field)]).toEqual([
      null,
      'draft',
      ['on.keyword'],
    ]);
    const draft = await save(id, { triggers: starts('PASTA') });
    expect([draft.status, draft.body.data.problems]).toEqual([
      200,
      [{ code: 'invalid', node: null, trigger: 0, field: 'on.keyword', message: words }],
    ]);
    const goal = { kind: 'Goal', name: null, off: false, event: opts('PASTA'), to: { next: null } };
    const node = randomUUID();
    const atGoal = await save(id, { triggers: starts('PIZZA'), nodes: { [node]: goal }, publish: true });
    expect([atGoal.status, atGoal.body.errors]).toEqual([422, { [`nodes.${node}.event.keyword`]: [words] }]);
    const { data } = (await save(id, { triggers: starts('pizza'), nodes: { [node]: null }, publish: true })).body;
    expect([data.version, data.problems]).toEqual([1, []]);
  });

  it('is in the lists until it is deleted, and can be started while it is on', async () => {
    const id = await create({ template: 'birthday' });
    const listed = async (query = '') =>
      (await call<{ data: { id: string; status: string }[] }>('GET', `/automations?per_page=100${query}`)).body.data;
    const startable = async () =>
      (await call<{ data: { id: string }[] }>('GET', '/automations/all')).body.data.map((one) => one.id);
    expect((await listed()).find((one) => one.id === id)).toMatchObject({ status: 'draft' });
    expect(await startable()).not.toContain(id);
    await save(id, { publish: true, name: 'Many happy returns' });
    expect(await startable()).toContain(id);
    expect((await listed('&search=happy')).map((one) => one.id)).toEqual([id]);
    expect((await call<One>('POST', `/automations/${id}/switch`, { on: false })).body.data.status).toBe('off');
    expect(await startable()).not.toContain(id);
    expect((await listed('&status=off')).map((one) => one.id)).toContain(id);
    await call('POST', `/automations/${id}/switch`, { on: true, lapsed: 'end' });
    expect((await call('DELETE', `/automations/${id}`)).status).toBe(200);
    expect((await listed()).map((one) => one.id)).not.toContain(id);
    expect((await call('GET', `/automations/${id}`)).status).toBe(404);
  });

  it('is copied, and shared with whoever has its unique id', async () => {
    const of = await create();
    const twin = await call<{ data: { id: string } }>('POST', `/automations/${of}/duplicate`, { name: 'Twin' });
    expect(await get(twin.body.data.id)).toMatchObject({ name: 'Twin', origin: { kind: 'duplicate', id: of } });
    const { body } = await call<{ data: { unique_id: string } }>('GET', `/automations/${of}/unique-id`);
    const path = `/automations/${body.data.unique_id}/clone`;
    const clone = await call<{ data: { id: string } }>('POST', path, {}, other);
    const theirs = await call<One>('GET', `/automations/${clone.body.data.id}`, undefined, other);
    expect(theirs.body.data).toMatchObject({ name: 'Welcome', status: 'draft', problems: [] });
    expect((await call('GET', `/automations/${clone.body.data.id}`)).status).toBe(404);
    expect((await call('POST', `/automations/${'A'.repeat(32)}/clone`, {}, other)).status).toBe(404);
  });

  it('is told which others would text the same contact for the same cause', async () => {
    const [one, two] = [await create(), await create({ name: 'Hello too', template: 'welcome' })];
    const overlaps = async () =>
      (await call<{ data: AutomationOverlap[] }>('GET', `/automations/${one}/overlaps`)).body.data.map(
        ({ other: its }) => its.id,
      );
    expect(await overlaps()).not.toContain(two);
    expect((await save(two, { publish: true })).body).toMatchObject({ data: { status: 'on' } });
    expect(await overlaps()).toContain(two);
    expect(await overlaps()).not.toContain(one);
  });

  it('is told where it starts itself, with the step that does, and whether anything ends it', async () => {
    const id = await create({});
    const node = randomUUID();
    const step = {
      kind: 'CollectContactData',
      name: 'Ask',
      off: false,
      body: 'Your name?',
      again: '',
      tries: 1,
      patience: { amount: 1, unit: 'hours' },
      field: { of: 'contact', name: 'first_name' },
      to: { next: null, given_up: null, failed: null },
    };
    const on = { kind: 'field-changed', field: { of: 'contact', name: 'first_name' }, to: null };
    const triggers = [{ on, filter: { match: 'all', groups: [] } }];
    const drawn = { nodes: { [node]: step }, start: node, triggers, reentry: { kind: 'always' } };
    expect((await save(id, drawn)).body.data.problems).toEqual([]);
    const circles = async () =>
      (await call<{ circles: AutomationCircle[] }>('GET', `/automations/${id}/overlaps`)).body.circles;
    expect(await circles()).toEqual([
      { endless: true, steps: [{ automation: { id, name: 'Welcome' }, node, starts: id, trigger: 0 }] },
    ]);
    await save(id, { reentry: { kind: 'once' } });
    expect(await circles()).toEqual([]);
  });
});

describe('what an automation uses', () => {
  const filter = { match: 'all', groups: [] };
  const text = (body: string, campaign_id: string | null) => ({
    kind: 'Notification',
    name: 'Hello',
    off: false,
    body,
    media: [],
    campaign_id,
    to: { next: null, failed: null },
  });
  async function live(name: string, body: string, campaignId: string | null) {
    const id = await create({ name });
    const node = randomUUID();
    const on = { kind: 'opted-in', keyword: null, campaign_id: null };
    const nodes = Object.fromEntries(Object.keys((await get(id)).document.nodes).map((key) => [key, null]));
    const drawn = { nodes: { ...nodes, [node]: text(body, campaignId) }, start: node, triggers: [{ on, filter }] };
    expect((await save(id, { ...drawn, publish: true })).body).toMatchObject({ data: { status: 'on', broken: 0 } });
    return { id, node };
  }
  type Taken = { code?: string; message?: string; uses?: { by: string; id: string; name: string }[] };
  const fieldOf = async (name: string) =>
    (await call<{ data: { id: string } }>('POST', '/custom-fields', { name, kind: 'text' })).body.data.id;

  it('is not taken away without a word, and the automation says so when it was', async () => {
    const fieldId = await fieldOf('Shoe size');
    const { id, node } = await live('Shoes', 'Still {{shoe_size}}?', null);
    const used = await call<{ data: { kind: string; id: string; uses: unknown[] }[] }>('GET', '/uses');
    expect(used.body.data).toContainEqual({
      kind: 'field',
      id: fieldId,
      uses: [{ by: 'automation', id, name: 'Shoes' }],
    });
    expect((await call<{ data: unknown[] }>('GET', '/uses', undefined, other)).body.data).toEqual([]);
    const refused = await call<Taken>('DELETE', `/custom-fields/${fieldId}`);
    expect([refused.status, refused.body.code, refused.body.uses]).toEqual([
      ...[409, 'in_use', [{ by: 'automation', id, name: 'Shoes' }]],
    ]);
    expect(refused.body.message).toContain('“Shoes”');
    expect((await get(id)).live_problems).toEqual([]);
    expect((await call('DELETE', `/custom-fields/${fieldId}?even_if_used=true`)).status).toBe(200);
    expect(await get(id)).toMatchObject({ broken: 1, live_problems: [{ node, code: 'bad-merge-field' }] });
    const rows = await call<{ data: { id: string; broken: number }[] }>('GET', '/automations?per_page=100');
    expect(rows.body.data.find((row) => row.id === id)?.broken).toBe(1);
    // Off it uses nothing, and nothing of it is broken.
    await call('POST', `/automations/${id}/switch`, { on: false });
    expect((await get(id)).broken).toBe(0);
  });

  it('frees what it used when it is switched off', async () => {
    const fieldId = await fieldOf('Hat size');
    const { id } = await live('Hats', 'Still {{hat_size}}?', null);
    expect((await call('DELETE', `/custom-fields/${fieldId}`)).status).toBe(409);
    await call('POST', `/automations/${id}/switch`, { on: false });
    expect((await call('DELETE', `/custom-fields/${fieldId}`)).status).toBe(200);
  });

  it('holds for campaigns, email templates, segments and webhooks alike', async () => {
    const campaign = { name: 'Slice', type: 'text', keyword: 'SLICES', reply: 'Hi' };
    const { data: made } = (await call<{ data: { id: string } }>('POST', '/campaigns', campaign)).body;
    const { id } = await live('Slices', 'Hi', made.id);
    for (const [method, path, body] of [
      ['DELETE', `/campaigns/${made.id}`],
      ['DELETE', `/coupons/${made.id}`],
      ['PUT', `/campaigns/${made.id}`, { status: 'archived' }],
    ] as const)
      expect((await call<Taken>(method, path, body)).body.code).toBe('in_use');
    const anyway = { status: 'archived', even_if_used: true };
    expect((await call('PUT', `/campaigns/${made.id}`, anyway)).status).toBe(200);
    // What is archived already is archived once more without a word.
    expect((await call('DELETE', `/campaigns/${made.id}`)).status).toBe(200);
    expect((await get(id)).broken).toBe(1);

    const vip = {
      match: 'all',
      groups: [{ match: 'all', conditions: [{ field: 'tag', has: 'any', values: ['vip'] }] }],
    };
    const segment = (await call<{ data: { id: string } }>('POST', '/segments', { name: 'Vips', filter: vip })).body.data
      .id;
    const hook = (await call<{ data: { id: string } }>('GET', '/automations/new-webhook')).body.data.id;
    const { id: by } = await live('Vips', 'Hi', null);
    const inSegment = { field: 'segment', has: 'any', ids: [segment] };
    const triggers = [
      {
        on: { kind: 'webhook-received', webhook_id: hook },
        filter: { match: 'all', groups: [{ match: 'all', conditions: [inSegment] }] },
      },
    ];
    expect((await save(by, { triggers, publish: true })).status).toBe(200);
    for (const path of [`/segments/${segment}`, `/automations/webhooks/${hook}`]) {
      const refused = await call<Taken>('DELETE', path);
      expect([refused.body.code, refused.body.uses]).toEqual(['in_use', [{ by: 'automation', id: by, name: 'Vips' }]]);
      expect((await call('DELETE', `${path}?even_if_used=true`)).status).toBe(200);
    }
  });
});

describe('who goes through an automation', () => {
  const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;
  /** Somebody on their way: waits at a step; ends where it is said. */
  async function enter(automationId: string, contactId: string, nodes: readonly string[], end: string | null) {
    const [first, wait] = nodes as [string, string];
    const of = { automationId, businessId: shop.businessId, contactId } as never as { automationId: never };
    const runId = runIdOf(automationId as never, contactId as never, 1);
    const ids = { ...of, runId } as never as Parameters<typeof AutomationRunMigrated.create>[0];
    const start = { entry: 1, version: 1, trigger: 'opted-in', cause: randomUUID(), position: '7', start: first };
    const step = { ...ids, visit: 1 };
    const events: RunEvent[] = [
      AutomationRunStarted.create({ ...ids, ...start, at: at(0) }),
      AutomationStepStarted.create({ ...step, node: first, at: at(1), act: 'do', round: 1, attempt: 1, answer: null }),
      AutomationStepCompleted.create({
        ...step,
        node: first,
        at: at(2),
        exit: 'next',
        to: wait,
        because: 'refused' as const,
        note: 'no-consent',
        seen: null,
      }),
      AutomationStepWaiting.create({ ...step, node: wait, at: at(3), until: at(59), listening: false }),
      ...(end === null ?
        []
      : [AutomationRunEnded.create({ ...ids, at: at(5), reason: end as 'goal', node: wait, note: null })]),
    ];
    await append(runId, events, 'noStream');
    return runId;
  }
  it('is listed with where they are, and counted by step', async () => {
    const id = await create();
    await save(id, { publish: true });
    const nodes = Object.keys((await get(id)).document.nodes);
    const people = await Promise.all(
      ['+12025554101', '+12025554102', '+12025554103'].map((phone) => app.textIn(shop, 'PIZZA', phone)),
    );
    void people;
    const contacts = (await call<{ data: { id: string }[] }>('GET', '/contacts?per_page=50')).body.data.map(
      (one) => one.id,
    );
    const [one, two, three] = contacts as [string, string, string];
    const waiting = await enter(id, one, nodes, null);
    await enter(id, two, nodes, null);
    await enter(id, three, nodes, 'goal');
    const runs = async (query = '') =>
      (await call<{ data: AutomationRun[] }>('GET', `/automations/${id}/runs?per_page=50${query}`)).body.data;
    await expect.poll(async () => (await runs()).length).toBe(3);
    const inside = (await runs('&status=inside')).map(({ contact }) => contact.id);
    expect(new Set(inside)).toEqual(new Set([one, two]));
    expect((await runs('&reason=goal')).map(({ contact, state }) => [contact.id, state])).toEqual([[three, 'ended']]);
    expect((await runs('&search=4101')).length).toBeLessThanOrEqual(1);
    const { entered, reached, counts, inside: left } = await get(id);
    expect({ entered, reached, left }).toEqual({ entered: 3, reached: 1, left: 2 });
    expect(counts).toEqual(
      expect.arrayContaining([
        { version: 1, node: nodes[0], what: 'exit:next', count: 3 },
        { version: 1, node: nodes[0], what: 'held:consent', count: 3 },
        { version: 1, node: nodes[1], what: 'at:waiting', count: 2 },
        { version: 1, node: null, what: 'entered', count: 3 },
        { version: 1, node: nodes[1], what: 'left:goal', count: 1 },
        { version: 1, node: null, what: 'ended:goal', count: 1 },
      ]),
    );
    const there = await call<{ data: AutomationRun[]; meta: { total: number } }>(
      'GET',
      `/automations/${id}/wait-contacts/${nodes[1]}?sort_by=until`,
    );
    expect(there.body.meta.total).toBe(2);
    expect(there.body.data[0]).toMatchObject({ state: 'waiting', until: at(59), node: nodes[1] });

    // Who publishes is told what each choice means for who is there: by the step as it is drawn, and as it runs.
    const waits = async () =>
      (await call<{ data: AutomationWaiting[] }>('GET', `/automations/${id}/waiting`)).body.data;
    const [here] = await waits();
    expect(here).toMatchObject({ node: nodes[1], count: 2, looked: 2, changed: false });
    const by = (choice: AutomationOutlook['how'], to: string | null = null) =>
      here!.outlooks.find((outlook) => outlook.how === choice && outlook.to === to);
    expect(by('stay')).toMatchObject({ first_at: expect.any(String), first_node: expect.any(String) });
    expect(by('keep')).toMatchObject({ first_node: by('stay')!.first_node });
    expect(by('recompute')!.first_at! >= by('keep')!.first_at!).toBe(true);
    expect(by('go', nodes[0])).toMatchObject({ first_node: nodes[0] });
    const waiting1 = (await get(id)).document.nodes[nodes[1]!] as unknown as { until: object };
    const longer = { kind: 'duration', amount: 52, unit: 'weeks', zone: 'business' };
    await save(id, { nodes: { [nodes[1]!]: { ...waiting1, until: longer } } });
    const [now] = await waits();
    expect(now).toMatchObject({ changed: true });
    const later = now!.outlooks.find(({ how }) => how === 'recompute')!.first_at!;
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(at(3)) + 51 * 7 * 86_400_000);

    // Somebody is moved to another version: counted there, and only there.
    const ids = { runId: waiting, automationId: id, businessId: shop.businessId, contactId: one } as never;
    const moved = AutomationRunMigrated.create({
      ...(ids as object),
      at: at(6),
      version: 2,
      node: nodes[1],
      until: at(58),
    } as never);
    await append(waiting, [moved], 3);
    const countsAt = async (version: number) =>
      (
        await call<{ data: { counts: Automation['counts'] } }>('GET', `/automations/${id}/versions/${version}`)
      ).body.data?.counts.filter(({ what }) => what === 'at:waiting');
    await expect.poll(() => countsAt(1)).toEqual([{ version: 1, node: nodes[1], what: 'at:waiting', count: 1 }]);
  });

  it('is told what each step said, a text in its own words and an email by its subject', async () => {
    const id = await create();
    await save(id, { publish: true });
    const nodes = Object.keys((await get(id)).document.nodes);
    await app.textIn(shop, 'PIZZA', '+12025554109');
    const found = await call<{ data: { id: string }[] }>('GET', '/contacts?search=5554109');
    const contactId = found.body.data[0]!.id;
    const runId = await enter(id, contactId, nodes, null);
    const path = async () => {
      const answer = await call<{ data: AutomationRun & { path: AutomationDeed[] } }>(
        'GET',
        `/automations/${id}/runs/${runId}`,
      );
      return answer.body.data?.path.map(({ kind, said }) => [kind, said]);
    };
    const silent = [
      ...[['started', null] as const, ['begun', null] as const],
      ...[['passed', null] as const, ['waiting', null] as const],
    ];
    await expect.poll(path).toEqual(silent);
    const effect = { node: nodes[0]!, visit: 1, act: 'do' as const, round: 1, attempt: 1 };
    const messageId = effectIdOf(runId, effect) as never;
    const said = MessageQueued.create({
      messageId,
      businessId: shop.businessId as never,
      contactId: contactId as never,
      campaignId: null,
      broadcastId: null,
      variant: null,
      aboutId: null,
      automation: null,
      from: '+14155550100' as never,
      to: '+12025554109' as never,
      body: 'Hi Ann, good to see you.',
      media: [],
      purpose: 'automation' as const,
      segments: 1,
      encoding: 'GSM-7' as const,
      notBefore: null,
    });
    await appendTo(streams.message(messageId), [said], 'noStream');
    expect(await path()).toEqual(
      silent.map(([kind]) => [kind, kind === 'begun' ? { kind: 'text', words: 'Hi Ann, good to see you.' } : null]),
    );
  });

  it('is counted where they left and why, and what was held back by what; what could not be done is not that', async () => {
    const id = await create();
    await save(id, { publish: true });
    const [first, wait] = Object.keys((await get(id)).document.nodes) as [string, string];
    const ids = (contactId: string) => {
      const runId = runIdOf(id as never, contactId as never, 1);
      return { runId, automationId: id, businessId: shop.businessId, contactId } as never as Parameters<
        typeof AutomationRunMigrated.create
      >[0];
    };
    const goes = async (to: string | null, note: string, reason: 'completed' | 'opted-out' | null) => {
      const of = ids(randomUUID());
      const start = { entry: 1, version: 1, trigger: 'opted-in', cause: randomUUID(), position: '7', start: first };
      const passed = { node: first, visit: 1, at: at(2), exit: 'failed', to, because: 'refused' as const, seen: null };
      const ended = reason !== null && AutomationRunEnded.create({ ...of, at: at(5), reason, node: to, note: null });
      const began = AutomationRunStarted.create({ ...of, ...start, at: at(0) });
      const went = AutomationStepCompleted.create({ ...of, ...passed, note });
      await append(of.runId, [began, went, ...(ended === false ? [] : [ended])], 'noStream');
      return of;
    };
    await goes(null, 'daily-limit', 'completed');
    await goes(wait, 'same-cause', 'opted-out');
    await goes(wait, 'too-often', null);
    const { contactId, runId } = await goes(wait, 'no-campaign', null);
    const automation = { automationId: id, runId, node: first, version: 1 } as never;
    const waits = async (reason: 'quiet-hours' | 'retry', origin: typeof automation | null) => {
      const messageId = randomUUID() as never;
      const of = { messageId, businessId: shop.businessId as never, contactId };
      const event = MessageDeferred.create({ ...of, reason, until: at(59), errorCode: null, automation: origin });
      await appendTo(streams.message(messageId), [event], 'noStream');
    };
    await waits('retry', automation);
    await waits('quiet-hours', null);
    await waits('quiet-hours', automation);
    const found = async () =>
      new Set((await get(id)).counts.flatMap(({ node, what, count }) => (node === null ? [] : [[node, what, count]])));
    await expect.poll(found).toEqual(
      new Set([
        [first, 'exit:failed', 4],
        [first, 'left:completed', 1],
        [first, 'held:daily-limit', 1],
        [first, 'held:same-cause', 1],
        [first, 'held:consent', 1],
        [first, 'held:quiet-hours', 1],
        [first, 'refused', 1],
        [wait, 'left:opted-out', 1],
        [wait, 'at:due', 2],
      ]),
    );
  });

  it('is walked through for one contact, sends nothing and writes nothing', async () => {
    const id = await create();
    await app.textIn(shop, 'PIZZA', '+12025554778');
    const [person] = (await call<{ data: { id: string }[] }>('GET', '/contacts?search=4778')).body.data;
    const before = await app.raw.head();
    const walk = async (contact: string, path = '') =>
      call<{ data: AutomationWalk }>('GET', `/automations/${id}/walk?contact_id=${contact}${path}`);
    const { data } = (await walk(person!.id)).body;
    expect(data).toMatchObject({ contact_id: person!.id, version: null, refused: null, end: 'completed' });
    const { start, nodes } = (await get(id)).document;
    expect(data.path[0]).toMatchObject({ kind: 'started', to: start });
    expect(data.path.at(-1)).toMatchObject({ kind: 'ended', because: 'completed' });
    // It comes by what is drawn, in time, and says what would be said.
    const by = new Set(data.path.flatMap(({ node }) => node ?? []));
    expect(by.size).toBeGreaterThan(2);
    expect(Object.keys(nodes)).toEqual(expect.arrayContaining([...by]));
    expect(data.path.map(({ at: when }) => when)).toEqual(data.path.map(({ at: when }) => when).toSorted());
    expect(data.path.filter(({ said }) => said !== null).length).toBeGreaterThan(1);
    expect(await app.raw.head()).toBe(before);
    expect((await walk(randomUUID())).status).toBe(404);
    expect((await walk(person!.id, '&version=1')).status).toBe(404);
    await call('POST', `/contacts/${person!.id}/opt-out`, {});
    expect((await walk(person!.id)).body.data).toMatchObject({ refused: 'opted-out', end: null, path: [] });
  });

  it('says until when what it texts is held, and by what, in the list and on its path', async () => {
    const id = await create();
    await save(id, { publish: true });
    const { start } = (await get(id)).document;
    await app.textIn(shop, 'PIZZA', '+12025554777');
    const [person] = (await call<{ data: { id: string }[] }>('GET', '/contacts?search=4777')).body.data;
    const ids = { automationId: id, businessId: shop.businessId, contactId: person!.id } as never as {
      automationId: never;
      contactId: never;
    };
    const runId = runIdOf(ids.automationId, ids.contactId, 1);
    const of = { ...ids, runId } as never as Parameters<typeof AutomationRunMigrated.create>[0];
    const begun = { act: 'do' as const, round: 1, attempt: 1, answer: null };
    const place = { node: start!, visit: 1 };
    const entered = { entry: 1, version: 1, trigger: 'opted-in', cause: randomUUID(), position: '7', start };
    await append(
      runId,
      [
        AutomationRunStarted.create({ ...of, ...entered, at: at(0) }),
        AutomationStepStarted.create({ ...of, ...place, ...begun, at: at(1) }),
      ],
      'noStream',
    );
    const messageId = effectIdOf(runId, { ...place, ...begun }) as never;
    const automation = { automationId: id, runId, node: start!, version: 1 } as never;
    const about = { messageId, businessId: shop.businessId as never, contactId: person!.id as never };
    const holds = (reason: 'retry' | 'quiet-hours', until: string) =>
      MessageDeferred.create({ ...about, reason, until, errorCode: null, automation });
    const unknown = MessageOutcomeUnknown.create({ ...about, detail: 'timeout' });
    const waits = [holds('quiet-hours', at(30)), holds('quiet-hours', at(40)), unknown];
    await appendTo(streams.message(messageId), waits, 'noStream');
    const path = `/automations/${id}/runs/${runId}`;
    const run = async () => (await call<{ data: AutomationRun & { path: AutomationDeed[] } }>('GET', path)).body.data;
    await expect.poll(async () => (await run())?.held).toBe('quiet-hours');
    expect(await run()).toMatchObject({ state: 'acting', until: at(40), held: 'quiet-hours' });
    // The same once more is told of once, as it stands.
    expect((await run()).path.map(({ kind, until, note }) => [kind, until, note])).toEqual([
      ['started', null, null],
      ['begun', null, null],
      ['held', at(40), 'quiet-hours'],
      ['held', null, 'unknown'],
    ]);
    await append(
      runId,
      [
        AutomationStepCompleted.create({
          ...of,
          ...place,
          at: at(45),
          exit: 'next',
          to: null,
          because: 'done' as const,
          note: null,
          seen: null,
        }),
      ],
      1,
    );
    await expect.poll(async () => (await run()).state).toBe('due');
    expect(await run()).toMatchObject({ until: null, held: null });
  });

  it('is shown step by step, with what was looked at and why it went that way', async () => {
    const id = await create();
    await save(id, { publish: true });
    const nodes = Object.keys((await get(id)).document.nodes);
    const runId = await enter(id, randomUUID(), nodes, 'stopped');
    const path = `/automations/${id}/runs/${runId}`;
    await expect.poll(async () => (await call('GET', path)).status).toBe(200);
    const { body } = await call<{ data: { path: { kind: string }[]; reason: string; document: unknown } }>('GET', path);
    expect(body.data.path.map(({ kind }) => kind)).toEqual(['started', 'begun', 'passed', 'waiting', 'ended']);
    expect(body.data.path[2]).toMatchObject({ exit: 'next', to: nodes[1], because: 'refused', note: 'no-consent' });
    expect(body.data).toMatchObject({ reason: 'stopped', document: { start: nodes[0] } });
    expect((await call('GET', path, undefined, other)).status).toBe(404);
    expect((await call('GET', `/automations/${await create()}/runs/${runId}`)).status).toBe(404);
  });
});

describe('by hand', () => {
  const start = (contactId: string, automationId: string, tenant = shop) =>
    call<{ data: { run_id: string }; message: string }>(
      'POST',
      `/contacts/${contactId}/start-automation`,
      { automationId },
      tenant,
    );
  async function live(template = 'win-back'): Promise<string> {
    const id = await create({ template });
    await save(id, { publish: true });
    return id;
  }

  it('a contact comes in once, is told why not, and is let out', async () => {
    const { contactId } = await app.textIn(shop, 'PIZZA', '+12025554110');
    const id = await live();
    const first = await start(contactId, id);
    expect(first.status).toBe(200);
    expect((await call<{ data: AutomationRun[] }>('GET', `/automations/${id}/runs`)).body.data).toMatchObject([
      { id: first.body.data.run_id, contact: { id: contactId }, trigger: 'by-hand', state: 'due' },
    ]);
    const again = await start(contactId, id);
    expect([again.status, again.body.message]).toEqual([409, 'This contact is in it already.']);
    expect((await start(contactId, id, other)).status).toBe(404);
    const stop = () =>
      call<{ message: string }>('POST', `/contacts/${contactId}/stop-automation`, { automationId: id });
    expect((await stop()).body.message).toBe('It has ended for this contact.');
    expect((await stop()).body.message).toBe('This contact is not in it.');
    expect((await start(contactId, id)).body.message).toContain('recently');
    await call('POST', `/automations/${id}/switch`, { on: false });
    expect((await start(contactId, id)).body.message).toContain('not on');
    await app.textIn(shop, 'STOP', '+12025554110');
    await call('POST', `/automations/${id}/switch`, { on: true });
    expect((await start(contactId, id)).body.message).toContain('opted out');
  });

  it('says before what would come of it, or why it can not be, and shows where somebody is and was', async () => {
    const { contactId } = await app.textIn(shop, 'PIZZA', '+12025554113');
    const [id, again] = [await live(), await live('welcome')];
    type Ahead = { data: { refused: string | null; steps: { kind: string }[]; goes_on: boolean } };
    const ahead = (automation = id, tenant = shop, contact = contactId) =>
      call<Ahead>('GET', `/contacts/${contact}/start-automation?automationId=${automation}`, undefined, tenant);
    expect((await ahead()).body.data).toMatchObject({ refused: null, steps: [{ kind: 'Wait' }], goes_on: true });
    expect((await ahead(again)).body.data.steps.length).toBeGreaterThan(1);
    const run = (await start(contactId, id)).body.data.run_id;
    expect((await ahead()).body.data.refused).toBe('This contact is in it already.');
    type Shown = { data: { id: string; state: string; automation_name: string; step: object | null }[] };
    const shown = async (query = '') =>
      (await call<Shown>('GET', `/contacts/${contactId}/automations${query}`)).body.data;
    expect(await shown()).toMatchObject([{ id: run, automation_name: 'Welcome', step: { kind: 'Wait' } }]);
    await call('POST', `/contacts/${contactId}/stop-automation`, { automationId: id });
    expect((await ahead()).body.data.refused).toContain('recently');
    expect(await shown()).toMatchObject([{ id: run, state: 'ended' }]);
    expect(await shown('?status=inside')).toEqual([]);
    await app.textIn(shop, 'STOP', '+12025554113');
    expect((await ahead(again)).body.data.refused).toContain('opted out');
    expect((await ahead(await create())).body.data.refused).toContain('not on');
    expect((await ahead(id, other)).status).toBe(404);
    const theirs = await create({}, other);
    expect((await ahead(theirs)).status).toBe(404);
    expect((await call('GET', `/contacts/${contactId}/automations`, undefined, other)).status).toBe(404);
  });

  it('the same request sent again starts once', async () => {
    const { contactId } = await app.textIn(shop, 'PIZZA', '+12025554111');
    const id = await live();
    const key = randomUUID();
    const wanted = { automationId: id, contactId };
    const person = {
      role: 'business' as const,
      actor: { kind: 'user' as const, userId: shop.userId, impersonatorId: null },
    };
    const tenant = { agencyId: shop.agencyId, businessId: shop.businessId };
    const context = { caller: { ...person, tenant }, commandId: key, correlationId: key, causationId: null };
    const answers = await Promise.all([1, 2, 3].map(() => app.commands.automations.start(context, wanted)));
    expect(new Set(answers.map(({ result }) => result.runId)).size).toBe(1);
  });

  it('who waits goes on, passes over or is out: some, or all; nobody else’s', async () => {
    const id = await live();
    const { contactId } = await app.textIn(shop, 'PIZZA', '+12025554112');
    const { body } = await start(contactId, id);
    const run = body.data.run_id;
    const node = (await get(id)).document.start!;
    const hand = (more: object, tenant = shop) =>
      call<{ data: { done: number } }>('POST', `/automations/${id}/wait-contacts/${node}`, more, tenant);
    expect((await hand({ act: 'stop' }, other)).status).toBe(404);
    expect((await hand({ act: 'stop', run_ids: [randomUUID()] })).status).toBe(404);
    const foreigner = context(personOf(other.businessId, other.agencyId));
    const wanted = { runId: run, act: 'stop' as const, at: null };
    await expect(app.commands.automations.override(foreigner, wanted)).rejects.toMatchObject({ code: 'not_found' });
    expect((await hand({ act: 'stop', run_ids: [run] })).body.data).toMatchObject({ done: 1, left: 0, next: null });
    expect((await hand({ act: 'stop' })).body.data).toMatchObject({ done: 0, left: 0, next: null });
  });

  it('all who wait are handed on in turns, each once, and nobody who comes later', async () => {
    const id = await live();
    const node = (await get(id)).document.start!;
    const wait = async (runId: string, since: string) => {
      const contactId = randomUUID();
      const ids = { runId, automationId: id, businessId: shop.businessId, contactId } as never;
      const more = { version: 1, entry: 1, trigger: 'by-hand', cause: runId, position: '1', at: since, start: node };
      const waiting = { node, visit: 1, at: since, until: '2040-01-01T00:00:00.000Z', listening: false };
      const started = AutomationRunStarted.create({ ...(ids as object), ...more } as never);
      await append(
        runId,
        [started, AutomationStepWaiting.create({ ...(ids as object), ...waiting } as never)],
        'noStream',
      );
    };
    const before = new Date().toISOString();
    const ids = Array.from({ length: 503 }, () => randomUUID()).sort();
    await Promise.all(ids.map((runId) => wait(runId, before)));
    const there = () =>
      call<{ meta: { total: number } }>('GET', `/automations/${id}/wait-contacts/${node}?status=waiting`);
    await expect.poll(async () => (await there()).body.meta.total, { timeout: 20_000 }).toBe(503);
    type Handed = { data: { done: number; left: number; next: string | null; as_of: string } };
    const hand = async (more: object) =>
      (await call<Handed>('POST', `/automations/${id}/wait-contacts/${node}`, { act: 'go-on', ...more })).body.data;
    const first = await hand({});
    expect(first).toMatchObject({ done: 500, left: 3, next: ids[499] });
    await wait('ffffffff-ffff-4fff-bfff-ffffffffffff', '2039-01-01T00:00:00.000Z');
    await expect.poll(async () => (await there()).body.meta.total, { timeout: 20_000 }).toBeGreaterThan(500);
    const { next: after, as_of } = first;
    expect(await hand({ after, as_of })).toMatchObject({ done: 3, left: 0, next: null });
    // Said again, it was said already.
    expect(await hand({ after, as_of })).toMatchObject({ done: 0 });
  });
});

describe('an address that others call', () => {
  const phone = { path: 'customer.phones.0', to: { of: 'contact', name: 'phone' } };
  const send = (id: string, secret: string, body: string, headers: object = {}) =>
    app.api.inject({
      method: 'POST',
      url: `/webhooks/automations/${id}`,
      headers: { 'content-type': 'application/json', 'x-webhook-secret': secret, ...headers },
      payload: body,
    });
  async function made(tenant?: typeof other) {
    type Hook = { data: { id: string; path: string; secret: string } };
    const { body } = await call<Hook>('GET', '/automations/new-webhook', undefined, tenant);
    return body.data;
  }
  const received = async () => {
    const found = [];
    for (let position = 0n; ;) {
      const page = await app.store.readAll(position, { limit: 1_000 });
      found.push(...page.events.filter(({ type }) => type === 'AutomationHookReceived'));
      if (page.atEnd) return found;
      position = page.next;
    }
  };

  it('keeps what came last as a sample until somebody says how to read it', async () => {
    const { id, path, secret } = await made();
    expect(path).toBe(`/webhooks/automations/${id}`);
    const sample = { customer: { phones: ['(202) 555-4120'], first: 'Ada' } };
    expect((await send(id, secret, JSON.stringify(sample))).json()).toEqual({ success: true, status: 'sampled' });
    type Shown = { data: { sample: unknown; mapping: unknown[] } };
    expect((await call<Shown>('GET', `/automations/webhooks/${id}`)).body.data).toMatchObject({ sample, mapping: [] });
    const nobody = await call('PUT', `/automations/webhooks/${id}`, {
      mapping: [{ ...phone, to: { of: 'contact', name: 'website' } }],
    });
    expect(nobody.status).toBe(422);
    const mapping = [phone, { path: 'customer.first', to: { of: 'contact', name: 'first_name' } }];
    const mapped = await call<Shown>('PUT', `/automations/webhooks/${id}`, { mapping });
    expect(mapped.body.data).toMatchObject({ sample: null, mapping });
    const before = (await received()).length;
    const body = JSON.stringify(sample);
    const answers = await Promise.all([1, 2, 3].map(() => send(id, secret, body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
    expect((await received()).length).toBe(before + 1);
    const contact = (await received()).at(-1)!.data['contactId'] as string;
    type Contact = { data: { first_name: string; status: string } };
    await expect
      .poll(async () => (await call<Contact>('GET', `/contacts/${contact}`)).body.data)
      .toMatchObject({ first_name: 'Ada', status: 'unknown' });
    await send(id, secret, body, { 'x-delivery-id': 'another' });
    expect((await received()).length).toBe(before + 2);
  });

  it('has a name, another secret when somebody wants one, and its last calls; deleted it is refused', async () => {
    const { id, secret } = await made();
    type Row = { id: string; name: string | null; mapped: boolean; outcome: string | null };
    const listed = async (tenant = shop) =>
      (await call<{ data: Row[] }>('GET', '/automations/webhooks', undefined, tenant)).body.data.find(
        (one) => one.id === id,
      );
    expect(await listed()).toMatchObject({ name: null, mapped: false, outcome: null });
    expect(await listed(other)).toBeUndefined();
    await send(id, secret, '{"customer":{}}');
    await call('PUT', `/automations/webhooks/${id}`, { name: 'Booking', mapping: [phone] });
    expect(await listed()).toMatchObject({ name: 'Booking', mapped: true, outcome: 'sampled' });
    await send(id, secret, '{"customer":{"phones":["+12025554177"]}}');
    const changed = await call<{ data: { secret: string } }>('POST', `/automations/webhooks/${id}/secret`);
    const now = changed.body.data.secret;
    expect(now).not.toBe(secret);
    expect((await send(id, secret, '{}')).statusCode).toBe(403);
    expect((await send(id, now, '{"customer":{}}')).statusCode).toBe(422);
    type Shown = { data: { calls: { outcome: string; message: string | null; contact_id: string | null }[] } };
    const { calls } = (await call<Shown>('GET', `/automations/webhooks/${id}`)).body.data;
    expect(calls.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['refused', 'No phone number and no email address stands where it should.'],
      ['refused', 'The secret is another one.'],
      ['received', null],
      ['sampled', null],
    ]);
    expect(calls[2]!.contact_id).toMatch(/^[0-9a-f-]{36}$/u);
    // The last fifty of each are kept: who is refused all the time hides nothing.
    await Promise.all(Array.from({ length: 60 }, () => send(id, 'wrong', '{}')));
    const kept = (await call<Shown>('GET', `/automations/webhooks/${id}`)).body.data.calls;
    expect(kept.filter(({ outcome }) => outcome === 'received')).toHaveLength(1);
    expect(kept.filter(({ outcome }) => outcome === 'refused').length).toBeLessThan(62);
    expect((await call('POST', `/automations/webhooks/${id}/secret`, undefined, other)).status).toBe(404);
    expect((await call('DELETE', `/automations/webhooks/${id}`, undefined, other)).status).toBe(404);
    for (const _ of [1, 2]) expect([200, 404]).toContain((await call('DELETE', `/automations/webhooks/${id}`)).status);
    expect((await send(id, now, '{}')).statusCode).toBe(403);
    expect(await listed()).toBeUndefined();
    expect((await call('GET', `/automations/webhooks/${id}`)).status).toBe(404);
  });

  it('what is called is signed with another secret when somebody wants one, which is told once', async () => {
    type Signing = { data: { secret?: string; changed_at: string | null } };
    const state = async (tenant = shop) =>
      (await call<Signing>('GET', '/automations/signing-secret', undefined, tenant)).body.data;
    expect(await state()).toEqual({ changed_at: null });
    const [one, two] = [
      (await call<Signing>('POST', '/automations/signing-secret')).body.data,
      (await call<Signing>('POST', '/automations/signing-secret')).body.data,
    ];
    expect(one.secret).toMatch(/^whsec_/u);
    expect(two.secret).not.toBe(one.secret);
    expect(await state()).toEqual({ changed_at: two.changed_at });
    expect(await state(other)).toEqual({ changed_at: null });
  });

  it('opens to its own secret alone: not to none, to one of another address, of another tenant, or of before', async () => {
    const [own, second, theirs] = [await made(), await made(), await made(other)];
    await call('PUT', `/automations/webhooks/${own.id}`, { mapping: [phone] });
    const before = (await received()).length;
    const body = '{"customer":{"phones":["+12025554178"]}}';
    const changed = await call<{ data: { secret: string } }>('POST', `/automations/webhooks/${own.id}/secret`);
    for (const secret of ['', own.secret.slice(0, -1), `${own.secret}x`, second.secret, theirs.secret, own.secret])
      expect((await send(own.id, secret, body)).statusCode).toBe(403);
    const headers = { 'content-type': 'application/json' };
    const without = { method: 'POST' as const, url: `/webhooks/automations/${own.id}`, headers, payload: body };
    expect((await app.api.inject(without)).statusCode).toBe(403);
    expect(await received()).toHaveLength(before);
    expect((await send(own.id, changed.body.data.secret, body)).statusCode).toBeLessThan(300);
    expect(await received()).toHaveLength(before + 1);
  });

  it('takes what the forms would, says what it left out and why, and keeps the call', async () => {
    const { id, secret } = await made();
    const to = (path: string, name: string) => ({ path, to: { of: 'contact', name } });
    const mapping = [
      phone,
      to('site', 'website'),
      to('firm', 'company_name'),
      to('born', 'birthday'),
      to('mail', 'email'),
      to('home', 'state'),
      to('post', 'zip'),
    ];
    await call('PUT', `/automations/webhooks/${id}`, { mapping });
    const sent = {
      customer: { phones: ['+12025554179'] },
      site: 'javascript:alert(1)',
      firm: 'x'.repeat(200),
      born: '13/45',
      mail: 'nobody',
      home: 'Ontario',
      post: '94110',
    };
    expect((await send(id, secret, JSON.stringify(sent))).statusCode).toBe(202);
    type Shown = { data: { calls: { outcome: string; message: string | null; contact_id: string | null }[] } };
    const [kept] = (await call<Shown>('GET', `/automations/webhooks/${id}`)).body.data.calls;
    expect(kept).toMatchObject({ outcome: 'received' });
    for (const name of ['website', 'company_name', 'birthday', 'email', 'state'])
      expect(kept!.message).toContain(`${name}: `);
    type Contact = { data: Record<'website' | 'company_name' | 'birthday' | 'email' | 'state' | 'zip', string | null> };
    await expect
      .poll(async () => (await call<Contact>('GET', `/contacts/${kept!.contact_id!}`)).body.data)
      .toMatchObject({ website: null, company_name: null, birthday: null, email: null, state: null, zip: '94110' });
  });

  it('keeps as a sample what no database could hold as it came, and refuses what is nested without an end', async () => {
    const { id, secret } = await made();
    expect((await send(id, secret, '{"name":"Jane \\ud800 Doe \\u0000","\\ud800":[1]}')).statusCode).toBe(202);
    type Shown = { data: { sample: unknown } };
    expect((await call<Shown>('GET', `/automations/webhooks/${id}`)).body.data.sample).toEqual({
      name: 'Jane \ufffd Doe \ufffd',
      '\ufffd': [1],
    });
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const)
      for (const deep of [100, 6_000, 30_000]) {
        const answer = await send(id, secret, `${open.repeat(deep)}1${close.repeat(deep)}`);
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'malformed_request']);
      }
  });

  it('looks at so many wrong secrets a minute, and answers the right one meanwhile', async () => {
    const { id, secret } = await made();
    const answers = await Promise.all(Array.from({ length: 80 }, () => send(id, 'wrong', '{}')));
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(403), count(429)]).toEqual([60, 20]);
    expect((await send(id, secret, '{}')).statusCode).toBe(202);
  });

  it('refuses a wrong secret, what is too long, and what can not be read, each by its name', async () => {
    const { id, secret } = await made();
    await call('PUT', `/automations/webhooks/${id}`, { mapping: [phone] });
    const refusal = async (answer: ReturnType<typeof send>) => [
      (await answer).statusCode,
      (await answer).json<{ code: string }>().code,
    ];
    expect(await refusal(send(id, 'wrong', '{}'))).toEqual([403, 'signature_invalid']);
    expect(await refusal(send(randomUUID(), secret, '{}'))).toEqual([403, 'signature_invalid']);
    expect(await refusal(send('nonsense', secret, '{}'))).toEqual([403, 'signature_invalid']);
    expect(await refusal(send(id, secret, JSON.stringify({ a: 'x'.repeat(10_000_000) })))).toEqual([
      413,
      'payload_too_large',
    ]);
    expect(await refusal(send(id, secret, '{'))).toEqual([400, 'malformed_request']);
    expect(await refusal(send(id, secret, '"text"'))).toEqual([400, 'malformed_request']);
    expect(await refusal(send(id, secret, '{"customer":{}}'))).toEqual([422, 'validation_failed']);
    expect(await refusal(send(id, secret, '{"customer":{"phones":["12"]}}'))).toEqual([422, 'validation_failed']);
    expect((await call('GET', `/automations/webhooks/${id}`, undefined, other)).status).toBe(404);
  });
});

describe('a rehearsal', () => {
  it('takes turns over all processes: one plays, one waits, who is third is told so in words, and nobody else waits', async () => {
    const id = await create();
    const path = `/automations/${id}/rehearsal?days=7`;
    const played = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    // Another process plays for the same business.
    const elsewhere = turnsIn(app.db, 'rehearsal')(shop.businessId, 5_000, () => {
      began.resolve();
      return played.promise;
    });
    await began.promise;
    // A business beside it has a turn of its own.
    const theirs = await create({ template: 'welcome' }, other);
    expect((await call('GET', `/automations/${theirs}/rehearsal?days=7`, undefined, other)).status).toBe(200);
    const ends = Array.from({ length: 3 }, () => call<{ code: string; message: string }>('GET', path));
    const first = await Promise.race(ends);
    expect(first).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', message: expect.stringContaining('rehearsing already') as string },
    });
    played.resolve();
    await elsewhere;
    expect((await Promise.all(ends)).map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
  });
});
