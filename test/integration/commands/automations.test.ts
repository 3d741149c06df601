import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { Automation, AutomationVersion } from '../../../domain/automations/automation.ts';
import { type Document, emptyDocument, type Node } from '../../../domain/automations/document/document.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { AutomationId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { drawn, end, id, off, tag, text, wait } from '../../unit/domain/automations/make.ts';
import { context, createWorld, openBusiness, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const welcome = drawn({ a: text('b'), b: wait('c'), c: tag('d'), d: end });
async function create(person: Caller, document: Document = welcome, name = 'Welcome') {
  const automationId = randomUUID() as string;
  const origin = { kind: 'blank' as const, id: null };
  await world.commands.automations.create(context(person), { automationId, name, origin, document });
  return automationId;
}
const read = (automationId: string) => world.events.read(streams.automation(AutomationId.parse(automationId)));
const stateAt = async (automationId: string) => stateOf(Automation, await read(automationId));
const versionAt = async (automationId: string, version: number) =>
  stateOf(
    AutomationVersion,
    await world.events.read(streams.automationVersion(AutomationId.parse(automationId), version)),
  );
const newest = async (automationId: string) => (await read(automationId)).at(-1)!.revision;
const publish = (person: Caller, automationId: string, more: object = {}) =>
  world.commands.automations.publish(context(person), { automationId, revision: null, ...more });

describe('the draft of an automation', () => {
  it('is saved by its changes: what is the same is not said again', async () => {
    const { person } = await openBusiness(world);
    const automationId = await create(person);
    const { automations } = world.commands;
    const changes = { [id('a')]: welcome.nodes[id('a')]!, [id('c')]: off(tag('d')), [id('d')]: null };
    await automations.draft(context(person), { automationId, revision: await newest(automationId), nodes: changes });
    const said = (await read(automationId)).at(-1)!;
    expect(Object.keys(said.data['nodes'] as object)).toEqual([id('c'), id('d')]);
    expect(said.data).not.toHaveProperty('triggers');
    const before = await newest(automationId);
    await automations.draft(context(person), { automationId, revision: before, nodes: { [id('c')]: off(tag('d')) } });
    expect(await newest(automationId)).toBe(before);
    const state = await stateAt(automationId);
    expect(state).toMatchObject({ status: 'draft', draft: { start: id('a') } });
    if (state.status !== 'none') expect(Object.keys(state.draft.nodes)).not.toContain(id('d'));
  });

  it('takes what two change of different steps, and says who changed the same one', async () => {
    const { person } = await openBusiness(world);
    const automationId = await create(person);
    const { automations } = world.commands;
    const revision = await newest(automationId);
    const step = (name: string, node: Node) => ({ automationId, revision, nodes: { [id(name)]: node } });
    await automations.draft(context(person), step('a', off(text('b'))));
    await automations.draft(context(person), step('c', off(tag('d'))));
    const refused = automations.draft(context(person), step('a', text('d')));
    await expect(refused).rejects.toMatchObject({
      code: 'edit_conflict',
      changes: [{ field: `nodes.${id('a')}`, was: text('b'), now: off(text('b')) }],
    });
    const state = await stateAt(automationId);
    expect(state).toMatchObject({ draft: { nodes: { [id('a')]: off(text('b')), [id('c')]: off(tag('d')) } } });
  });

  it('never grows beyond what can be run, and knows no step of a kind that is not there', async () => {
    const { person } = await openBusiness(world);
    const automationId = await create(person);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [id(`many ${n}`), end]));
    const draft = (nodes: object) =>
      world.commands.automations.draft(context(person), { automationId, revision: null, nodes: nodes as never });
    await expect(draft(many)).rejects.toMatchObject({ fields: { nodes: [expect.stringContaining('504 steps')] } });
    await expect(draft({ [id('x')]: { kind: 'Teleport' } })).rejects.toMatchObject({
      fields: { [`nodes.${id('x')}.kind`]: ['There is no step of this kind.'] },
    });
  });

  it('is nobody else’s', async () => {
    const [mine, theirs] = [await openBusiness(world), await openBusiness(world)];
    const automationId = await create(theirs.person);
    const { automations } = world.commands;
    const me = context(mine.person);
    const notFound = { code: 'not_found' };
    await expect(automations.draft(me, { automationId, revision: null })).rejects.toMatchObject(notFound);
    await expect(automations.rename(me, { automationId, name: 'Mine now' })).rejects.toMatchObject(notFound);
    await expect(publish(mine.person, automationId)).rejects.toMatchObject(notFound);
    await expect(automations.switch(me, { automationId, on: false })).rejects.toMatchObject(notFound);
    await expect(automations.archive(me, { automationId })).rejects.toMatchObject(notFound);
    await expect(automations.refresh(me, { automationId })).rejects.toMatchObject(notFound);
    const copy = { automationId: randomUUID(), name: 'Mine', of: automationId };
    await expect(automations.duplicate(me, copy)).rejects.toMatchObject(notFound);
    expect(await read(automationId)).toHaveLength(2);
  });
});

describe('publishing', () => {
  it('says every problem by its step and field', async () => {
    const { person } = await openBusiness(world);
    const foreign = { ...text('z'), campaignId: randomUUID() } as Node;
    const automationId = await create(person, drawn({ a: foreign, b: end }, { triggers: [] }));
    await expect(publish(person, automationId)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: {
        triggers: ['Choose what starts it.'],
        [`nodes.${id('a')}.to.next`]: [expect.stringContaining('does not exist')],
        [`nodes.${id('a')}.campaignId`]: ['This does not exist any more. Choose another.'],
        [`nodes.${id('b')}`]: [expect.stringContaining('Nothing leads to')],
      },
    });
    expect(await versionAt(automationId, 1)).toEqual({ status: 'none' });
  });

  it('makes one version, however often and by however many it is said', async () => {
    const { person } = await openBusiness(world);
    const automationId = await create(person);
    const answers = await Promise.all([1, 2, 3].map(() => publish(person, automationId)));
    expect(answers.map(({ result }) => result.version)).toEqual([1, 1, 1]);
    expect(await versionAt(automationId, 1)).toMatchObject({ status: 'made', document: welcome });
    expect(await versionAt(automationId, 2)).toEqual({ status: 'none' });
    expect(await stateAt(automationId)).toMatchObject({ status: 'on', version: 1 });
    expect((await publish(person, automationId)).position).toBeNull();
  });

  it('passes over a version that somebody made and nobody follows', async () => {
    const { person, businessId } = await openBusiness(world);
    const automationId = await create(person);
    const other = drawn({ a: tag('b'), b: end });
    // Whoever published this died before saying so.
    const { AutomationVersionCreated } = await import('../../../domain/automations/events.ts');
    const made = AutomationVersionCreated.create({ automationId, businessId, version: 1, document: other, mails: {} });
    await world.events.append(streams.automationVersion(AutomationId.parse(automationId), 1), 'noStream', [
      {
        ...made,
        id: randomUUID(),
        metadata: {
          tenant: person.tenant,
          actor: person.actor,
          occurredAt: new Date().toISOString(),
          correlationId: randomUUID(),
          causationId: null,
          commandId: randomUUID(),
        },
      },
    ]);
    expect((await publish(person, automationId)).result.version).toBe(2);
    expect(await stateAt(automationId)).toMatchObject({ version: 2 });
    expect(await versionAt(automationId, 2)).toMatchObject({ document: welcome });
  });

  it('is of what was seen, not of what somebody else drew meanwhile', async () => {
    const { person } = await openBusiness(world);
    const automationId = await create(person);
    const revision = await newest(automationId);
    await world.commands.automations.draft(context(person), {
      automationId,
      revision,
      nodes: { [id('a')]: off(text('b')) },
    });
    await expect(publish(person, automationId, { revision })).rejects.toMatchObject({ code: 'edit_conflict' });
  });

  it('asks where to go for who is at a step that is gone, or is another one now', async () => {
    const { person } = await openBusiness(world);
    const automationId = await create(person);
    await publish(person, automationId);
    await world.commands.automations.draft(context(person), {
      automationId,
      revision: null,
      nodes: { [id('a')]: text('c'), [id('b')]: null },
    });
    const move = (how: string, to: string | null = null) =>
      publish(person, automationId, { moves: [{ node: id('b'), how, to }] });
    await expect(move('keep')).rejects.toMatchObject({ fields: { 'moves.0.how': [expect.any(String)] } });
    await expect(move('go', id('nowhere'))).rejects.toMatchObject({ fields: { 'moves.0.to': [expect.any(String)] } });
    expect((await move('go', id('c'))).result.version).toBe(2);
    const said = (await read(automationId)).at(-1)!;
    expect(said.data).toMatchObject({ version: 2, moves: [{ node: id('b'), how: 'go', to: id('c') }] });
  });

  it('leaves what is switched off switched off', async () => {
    const { person } = await openBusiness(world);
    const automationId = await create(person);
    const { automations } = world.commands;
    const unpublished = automations.switch(context(person), { automationId, on: false });
    await expect(unpublished).rejects.toMatchObject({ code: 'conflict' });
    await publish(person, automationId);
    await automations.switch(context(person), { automationId, on: false });
    await automations.draft(context(person), { automationId, revision: null, nodes: { [id('a')]: text('c') } });
    await automations.draft(context(person), { automationId, revision: null, nodes: { [id('b')]: null } });
    await publish(person, automationId);
    expect(await stateAt(automationId)).toMatchObject({ status: 'off', version: 2 });
    await automations.switch(context(person), { automationId, on: true, lapsed: 'end' });
    expect(await stateAt(automationId)).toMatchObject({ status: 'on', version: 2 });
  });

  it('refreshes who waits by a version of the same steps', async () => {
    const { person } = await openBusiness(world);
    const automationId = await create(person);
    await publish(person, automationId);
    const { result } = await world.commands.automations.refresh(context(person), { automationId });
    expect(result.version).toBe(2);
    expect((await read(automationId)).at(-1)!.data).toMatchObject({
      moves: [{ node: id('b'), how: 'recompute', to: null }],
    });
    expect(await versionAt(automationId, 2)).toMatchObject({ document: welcome });
  });
});

describe('a copy', () => {
  const theirs = () =>
    drawn(
      {
        a: {
          ...text('b'),
          campaignId: randomUUID(),
          media: [{ url: 'https://a.test/b.png', contentType: null }],
        } as Node,
        b: { kind: 'Webhook', name: 'Tell the till', off: false, url: 'https://till.test/hook', to: ends },
        c: {
          kind: 'Alert',
          name: null,
          off: false,
          text: 'New!',
          phones: ['+14155550123'],
          emails: ['ada@example.test'],
          textMembers: [randomUUID()],
          mailMembers: [randomUUID()],
          to: ends,
        },
        d: wait('e', {
          kind: 'event',
          event: { kind: 'link-clicked', sourceId: id('a') },
          timeout: { amount: 1, unit: 'days' },
        }),
        e: { kind: 'Assign', name: null, off: false, userId: randomUUID(), to: ends },
      },
      {
        triggers: [
          {
            on: { kind: 'opted-in', keyword: 'PIZZA', campaignId: randomUUID() },
            filter: {
              match: 'all',
              groups: [{ match: 'all', conditions: [{ field: 'segment', has: 'any', ids: [randomUUID()] }] }],
            },
          },
        ],
      },
    );
  const ends = { next: null, failed: null };

  it('of one’s own has steps of its own, and is changed without changing the other', async () => {
    const { person } = await openBusiness(world);
    const of = await create(person, theirs());
    const automationId = randomUUID() as string;
    await world.commands.automations.duplicate(context(person), { automationId, of, name: 'Welcome (copy)' });
    const [source, copy] = [await stateAt(of), await stateAt(automationId)];
    if (source.status === 'none' || copy.status === 'none') throw new Error('gone');
    expect(copy).toMatchObject({ status: 'draft', origin: { kind: 'duplicate', id: of } });
    const ids = new Set(Object.keys(copy.draft.nodes));
    expect(ids.size).toBe(5);
    for (const step of Object.keys(source.draft.nodes)) expect(ids).not.toContain(step);
    const waits = Object.values(copy.draft.nodes).find(({ kind }) => kind === 'Wait');
    expect(waits).toMatchObject({ until: { event: { sourceId: copy.draft.start } } });
    expect(copy.draft.nodes[copy.draft.start!]).toMatchObject({ campaignId: expect.any(String) });
  });

  it('of somebody else’s has nothing that is theirs', async () => {
    const [mine, other] = [await openBusiness(world), await openBusiness(world)];
    const document = theirs();
    const of = await create(other.person, document);
    const automationId = randomUUID() as string;
    const uniqueId = world.identifiers.token('share', of);
    await world.commands.automations.clone(context(mine.person), { automationId, uniqueId });
    const copy = await stateAt(automationId);
    if (copy.status === 'none') throw new Error('gone');
    expect(copy).toMatchObject({ businessId: mine.businessId, name: 'Welcome', origin: { kind: 'clone' } });
    const left = JSON.stringify(copy.draft);
    const own = [
      ...[...JSON.stringify(document).matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gu)].map(([found]) => found),
      ...['till.test', '+14155550123', 'ada@example.test', 'b.png'],
    ];
    expect(own.filter((word) => left.includes(word))).toEqual([]);
    expect(left).toContain('PIZZA');
    // What has to be chosen again is said, never left out without a word.
    await expect(publish(mine.person, automationId)).rejects.toMatchObject({
      fields: { 'triggers.0.filter.groups.0.conditions.0': [expect.any(String)] },
    });
    const madeUp = { automationId: randomUUID(), uniqueId: 'nonsense' };
    const refused = world.commands.automations.clone(context(mine.person), madeUp);
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
  });

  it('can not be taken of what was deleted', async () => {
    const { person } = await openBusiness(world);
    const of = await create(person, emptyDocument);
    await world.commands.automations.archive(context(person), { automationId: of });
    await world.commands.automations.archive(context(person), { automationId: of });
    expect(await read(of)).toHaveLength(2);
    const given = { automationId: randomUUID(), uniqueId: world.identifiers.token('share', of) };
    await expect(world.commands.automations.clone(context(person), given)).rejects.toMatchObject({ code: 'not_found' });
    const late = world.commands.automations.rename(context(person), { automationId: of, name: 'Late' });
    await expect(late).rejects.toMatchObject({ code: 'not_found' });
  });
});
