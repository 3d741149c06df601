import { expect, test } from 'vitest';
import { ofToday, recorded } from './digests.ts';

test('no table or fold of a read model changed under its version', async () => {
  const before = recorded();
  const today = await ofToday();
  const changed = Object.entries(today)
    .filter(([name, { version, digest }]) => before[name]?.version !== version || before[name].digest !== digest)
    .map(([name]) => name);
  expect(
    changed,
    'an installation that runs keeps its old rows: raise the version, then run test/contract/read-models/record.ts',
  ).toEqual([]);
  expect(Object.keys(before).toSorted()).toEqual(Object.keys(today).toSorted());
});
