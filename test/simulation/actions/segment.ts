import type { ContactFilter, FilterCondition } from '../../../domain/contacts/filter.ts';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { action } from '../action.ts';
import { type Cast, pair } from '../cast.ts';
import type { Chance } from '../engine/chance.ts';
import { bringUp } from '../read-models.ts';
import { segmentOf, wide } from '../segments.ts';

const second = 1_000;
/** A business has so many segments in a story. */
const many = 5;
/** With these a story of segments begins: others may name them. */
const firstOnes = [0, 1, 2];

/** A filter as the seed draws it; segments stand in it by their number. */
function filterOf(chance: Chance, cast: Cast, shop: number, refers: boolean): ContactFilter {
  const { businessId, keywords, campaignIds } = cast.shops[shop]!;
  const has = () => chance.one(['any', 'none'] as const);
  const some = <T>(all: readonly T[]): T[] => {
    const chosen = all.filter(() => chance.is(0.5));
    return chosen.length === 0 ? [chance.one(all)] : chosen;
  };
  const condition = (): FilterCondition =>
    chance
      .weighted<{ weight: number; of: () => FilterCondition }>([
        { weight: 4, of: () => ({ field: 'tag', has: has(), values: some(['vip', 'lunch', 'list']) }) },
        {
          weight: refers ? 4 : 0,
          of: () => ({
            field: 'segment',
            has: has(),
            ids: some(firstOnes.map((nth) => segmentOf(businessId, nth))).slice(0, 2),
          }),
        },
        { weight: 2, of: () => ({ field: 'status', values: some(['subscribed', 'optedOut', 'unknown']) }) },
        { weight: 2, of: () => ({ field: 'keyword', has: has(), values: some([...keywords, 'OTHER']) }) },
        { weight: 1, of: () => ({ field: 'campaign', has: has(), ids: some(campaignIds) }) },
        { weight: 1, of: () => ({ field: 'source', values: some(['import', 'inbound-message', 'form']) }) },
        { weight: 1, of: () => ({ field: 'reachable', value: chance.is(0.5) }) },
        { weight: 1, of: () => ({ field: 'email', text: { is: chance.one(['known', 'not-known'] as const) } }) },
        {
          weight: 1,
          of: () => ({ field: 'first_name', text: { is: 'containing', value: chance.one(['a', 'nn', '_']) } }),
        },
        {
          weight: 1,
          of: () => ({ field: 'phone', text: { is: 'beginning', value: chance.one(['+1 (212)', '+1415']) } }),
        },
        { weight: 1, of: () => ({ field: 'last_message', moment: { when: 'in-the-last', days: 3_650 } }) },
        {
          weight: 1,
          of: () => ({
            field: 'engagement',
            did: chance.one(['sent', 'delivered', 'replied', 'clicked'] as const),
            not: chance.is(0.3),
            within: null,
            channel: chance.one([null, 'text', 'mail'] as const),
            of: null,
          }),
        },
      ])
      .of();
  const together = () => chance.one(['all', 'any'] as const);
  return {
    match: together(),
    groups: Array.from({ length: chance.int(1, 2) }, () => ({
      match: together(),
      conditions: Array.from({ length: chance.int(1, 2) }, condition),
    })),
  };
}

/**
 * A business saves filters as segments, which stand in each other and may become too large or stand in themselves, changes
 * and deletes them, tags its contacts, and writes to those who are in one and not in another.
 */
export const segment = action({
  name: 'segment',
  weight: 5,
  plan: (chance, cast) => {
    const who = { ...pair(chance, cast), ...(chance.is(0.8) ? { shop: 0 } : {}) };
    return {
      ...who,
      what: chance.weighted([
        { name: 'save' as const, weight: 7 },
        { name: 'tag' as const, weight: 4 },
        { name: 'write to' as const, weight: 3 },
        { name: 'save as large as may be' as const, weight: 2 },
        { name: 'delete' as const, weight: 1 },
      ]).name,
      nth: chance.int(0, many - 1),
      other: chance.int(0, many - 1),
      filter: filterOf(chance, cast, who.shop, chance.is(0.7)),
      /** How often each of a hundred conditions names another segment. Above five, it is always too much. */
      each: chance.one([1, 4, 6]),
      tags: ['vip', 'lunch'].filter(() => chance.is(0.6)),
      copies: chance.is(0.2) ? 2 : 1,
      byEmail: chance.is(0.2),
      leavesOut: chance.is(0.5),
      crash: chance.is(0.2) ? chance.int(5, 60) : null,
    };
  },
  async run(world, { shop: at, phone, what, nth, other, filter, each, tags, copies, byEmail, leavesOut, crash }) {
    const { businessId, person, name, designId } = world.cast.shops[at]!;
    const segmentId = segmentOf(businessId, nth);
    const ask = (said: string, work: Parameters<typeof world.ask>[2]) => {
      world.tell(`${name}: ${said}`);
      return Promise.all(Array.from({ length: copies }, () => world.ask(said, person, work)));
    };
    const save = (said: string, of: ContactFilter) =>
      ask(`${said} segment ${nth}`, async ({ segments }, context) => {
        const shape = { segmentId, name: `Segment ${nth}`, filter: of };
        // What is there is changed; who creates it once more changes nothing.
        await segments.create(context, shape);
        await segments.change(
          { ...context, commandId: uuidV5(namespaces.command, context.commandId, 'change') },
          shape,
        );
      });
    if (crash !== null) for (const role of ['workers-1', 'workers-2'] as const) world.processOf(role)?.dieWithin(crash);
    switch (what) {
      case 'save':
        void save(what, filter);
        return;
      case 'save as large as may be': {
        const saved = save(
          `save, naming segment ${other} ${each * 100} times, as`,
          wide(segmentOf(businessId, other), each),
        );
        void saved.then((ends) => {
          if (each > 5 && ends.includes('done')) world.breaks('a filter that is too large is refused: it was taken');
        });
        return;
      }
      case 'tag': {
        const contactId = world.contactOf(businessId, phone);
        void ask(`tag ${phone} ${tags.join(', ')}`, ({ contacts }, context) =>
          contacts.tag(context, { contactId, tags }),
        );
        return;
      }
      case 'delete':
        void ask(`delete segment ${nth}`, ({ segments }, context) => segments.delete(context, { segmentId }));
        return;
      case 'write to': {
        const broadcastId = world.uuid();
        const audience = {
          keywords: [],
          contactIds: [],
          exceptKeywords: [],
          recipientsOf: null,
          segmentIds: [segmentId],
          exceptSegmentIds: leavesOut ? [segmentOf(businessId, other)] : [],
          filter: { match: 'all' as const, groups: [] },
        };
        const content =
          byEmail ?
            { kind: 'mail' as const, subject: 'News', preheader: null, designId }
          : { kind: 'text' as const, body: 'For some of you.', media: [] };
        const drafted = world.ask(`${name} writes to segment ${nth}`, person, ({ broadcasts }, context) =>
          broadcasts.create(context, {
            broadcastId,
            name: 'Some',
            type: byEmail ? 'email' : 'sms',
            contents: [content],
            audience,
            schedule: { kind: 'now' },
          }),
        );
        void drafted.then((ended) => {
          if (ended !== 'done') return;
          world.tell(`${name} writes to segment ${nth}${leavesOut ? ` without ${other}` : ''}`);
          void world.ask('schedule a broadcast', person, ({ broadcasts }, context) =>
            broadcasts.schedule(context, { broadcastId, recipients: null }),
          );
          // Whom it is to is asked of the read models: they come up to date now and then.
          for (const soon of [2, 20]) world.timeline.later(soon * second, () => bringUp(world));
        });
        return;
      }
      default:
        return what satisfies never;
    }
  },
});

/** A story of segments begins with some that the others may name, and with some of these. */
export const firstSegments = (chance: Chance, cast: Cast): readonly object[] =>
  Array.from({ length: 8 }, (_, nth) => {
    const isFirst = firstOnes.includes(nth);
    const filter = filterOf(chance, cast, 0, !isFirst);
    const plain = { shop: 0, what: 'save', nth: isFirst ? nth : 3 + (nth % 2), filter, copies: 1, crash: null };
    return { ...(segment.plan(chance, cast) as object), ...(isFirst || chance.is(0.5) ? plain : { shop: 0 }) };
  });
