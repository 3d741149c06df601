import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { emptyDocument, freshNode } from '../../../../domain/automations/document/document.ts';
import { automationDifferences, withCounterparts } from '../../../../domain/business-files/compare.ts';
import { BusinessFile } from '../../../../domain/business-files/file.ts';

const ids = Array.from({ length: 4 }, (_, n) => `00000000-0000-4000-8000-00000000000${n}`);
const [first, second, campaign, foreign] = ids as [string, string, string, string];
const step = (campaignId: string, next: string | null) => {
  const node = freshNode('SubscribeContactToList') as Extract<
    ReturnType<typeof freshNode>,
    { kind: 'SubscribeContactToList' }
  >;
  return { ...node, campaignId, to: { ...node.to, next } };
};
const drawn = (one: string, other: string) => ({
  key: first,
  name: 'Welcome',
  document: { ...emptyDocument, start: one, nodes: { [one]: step(campaign, other), [other]: step(foreign, null) } },
});

it('reads every file that was ever exported', () => {
  const file = BusinessFile.parse(JSON.parse(readFileSync('test/unit/domain/business-files/samples/1.json', 'utf8')));
  expect(file.campaigns.map(({ keyword }) => keyword)).toEqual(['LUNCH']);
});

it('names nothing but parts of the file', () => {
  const { document } = drawn(first, second);
  const mapped = withCounterparts(document, (kind, id) => (kind === 'campaign' && id === campaign ? 'other' : null));
  expect(Object.values(mapped.nodes)).toMatchObject([{ campaignId: 'other' }, { campaignId: null }]);
});

it('takes two automations that are drawn alike for the same, whatever their steps are called', () => {
  expect(automationDifferences(drawn(first, second), drawn(second, first))).toEqual([]);
  const longer = drawn(first, second);
  expect(automationDifferences(longer, { ...longer, name: 'Hello' })).toEqual(['name']);
  expect(
    automationDifferences(longer, {
      ...longer,
      document: { ...longer.document, nodes: { [first]: step(campaign, null) } },
    }),
  ).toEqual(['steps']);
});
