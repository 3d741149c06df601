import { describe, expect, it } from 'vitest';
import { type Document } from '../../../../domain/automations/document/document.ts';
import { everybody } from '../../../../domain/contacts/filter.ts';
import { usedAmong, type Users } from '../../../../domain/uses/uses.ts';
import { drawn, end, id, isVip, text, wait } from '../automations/make.ts';

const nobody: Users = { automations: [], broadcasts: [], segments: [], fields: [], campaigns: [] };
const audience = {
  keywords: [],
  segmentIds: [],
  contactIds: [],
  filter: everybody,
  exceptSegmentIds: [],
  exceptKeywords: [],
  recipientsOf: null,
};
const used = (users: Partial<Users>) =>
  usedAmong({ ...nobody, ...users }).map(({ kind, id: of, uses }) => [kind, of, uses.map(({ name }) => name)]);
const automation = (document: Document, name = 'Welcome') => ({ id: id(name), name, document });
const inFilter = (condition: object) => ({
  match: 'all' as const,
  groups: [{ match: 'all' as const, conditions: [condition as never] }],
});

describe('what uses what', () => {
  it('is told of everything that a step, a trigger or a filter names', () => {
    const document = drawn(
      {
        a: { ...text('b'), campaignId: id('campaign') } as never,
        b: {
          kind: 'SendEmail',
          name: null,
          off: false,
          subject: 'Hi',
          preheader: '',
          designId: id('design'),
          campaignId: null,
          to: { next: id('c'), failed: null },
        },
        c: wait('z', {
          kind: 'date',
          when: { day: { of: 'custom', id: id('visit'), yearly: false }, offset: 0, at: '09:00', zone: 'business' },
        }),
        z: end,
      },
      {
        triggers: [
          {
            on: { kind: 'webhook-received', webhookId: id('hook') },
            filter: inFilter({ field: 'segment', has: 'any', ids: [id('segment')] }),
          },
        ],
      },
    );
    expect(used({ automations: [automation(document)] }).toSorted()).toEqual(
      [
        ['campaign', id('campaign'), ['Welcome']],
        ['design', id('design'), ['Welcome']],
        ['field', id('visit'), ['Welcome']],
        ['hook', id('hook'), ['Welcome']],
        ['segment', id('segment'), ['Welcome']],
      ].toSorted(),
    );
  });

  it('knows custom fields by the merge fields of words, and campaigns by keywords', () => {
    const fields = [
      { id: id('pizza'), key: 'favourite_pizza' },
      { id: id('other'), key: 'other' },
    ];
    const campaigns = [{ id: id('campaign'), keyword: 'PIZZA' }];
    const says = { ...text('k'), body: 'Still {{favourite_pizza|hungry}}?' } as never;
    const keyword = {
      kind: 'Keyword',
      name: null,
      off: false,
      change: 'add',
      keyword: 'pizza',
      to: { next: id('z'), failed: null },
    } as never;
    const document = drawn({ a: says, k: keyword, z: end });
    expect(used({ automations: [automation(document)], fields, campaigns })).toEqual([
      ['field', id('pizza'), ['Welcome']],
      ['campaign', id('campaign'), ['Welcome']],
    ]);
  });

  it('counts broadcasts that will go out and segments that are made of it', () => {
    const filter = inFilter({ field: 'segment', has: 'any', ids: [id('segment')] });
    const broadcast = {
      id: id('friday'),
      name: 'Friday',
      campaignId: null,
      contents: [{ kind: 'mail' as const, subject: 'Hi', preheader: null, designId: id('design') }],
      audience: { ...audience, exceptSegmentIds: [id('segment')] },
    };
    expect(
      used({ broadcasts: [broadcast], segments: [{ id: id('regulars'), name: 'Regulars', filter }] }).toSorted(),
    ).toEqual([
      ['design', id('design'), ['Friday']],
      ['segment', id('segment'), ['Friday', 'Regulars']],
    ]);
  });

  it('names each user once, by name', () => {
    const document = drawn({ a: text('b'), b: text('z'), z: end }, { triggers: [] });
    const both = { ...document, triggers: [{ on: { kind: 'by-hand' as const }, filter: inFilter(isVip) }] };
    const named = Object.fromEntries(
      Object.entries(both.nodes).map(([key, node]) => [
        key,
        node.kind === 'Notification' ? { ...node, campaignId: id('campaign') } : node,
      ]),
    );
    const of = { ...both, nodes: named } as Document;
    expect(used({ automations: [automation(of, 'Welcome'), automation(of, 'Birthday')] })).toEqual([
      ['campaign', id('campaign'), ['Birthday', 'Welcome']],
    ]);
  });
});
