import { describe, expect, test } from 'vitest';
import { kinds } from '../../projections/activity/kinds.ts';
import { activityWords } from '../../web/components/ActivityTimeline.tsx';
import { keyBytes } from '../../web/screens/notifications/push.ts';

describe('the trail in words', () => {
  test('there are words for every kind of act, and none has a gap', () => {
    const details = {
      about: { id: '1', name: 'Bella' },
      number: '+14155550100',
      name: 'Pizza',
      provider: 'twilio',
      file: 'logo',
      domain: 'a.test',
      subdomain: 'a',
      title: 'News',
      count: 3,
    };
    for (const {
      definition: { type },
    } of kinds) {
      const words = activityWords({ type, details });
      expect(words, type).not.toBeNull();
      expect(words, type).not.toMatch(/[{}]/);
    }
  });
  test('a kind of a later version has none, and is left out', () => {
    expect(activityWords({ type: 'SomethingNew', details: {} })).toBeNull();
  });
});

test('the key of the installation is given to the browser as bytes', () => {
  expect([...keyBytes('BP-_')]).toEqual([4, 255, 191]);
});
