import { expect, test } from 'vitest';
import type { LiveEvent } from '../../api/contract/live.ts';
import { heard, withoutOld, type Writers, writersIn } from '../../web/screens/business/livechat/writers.ts';

const says = (name: string, writing = true, contact = 'c1'): LiveEvent => ({
  type: 'writing',
  contact_id: contact,
  user_id: name,
  name,
  writing,
  position: '1',
});

test('who is writing is seen while they write, each in their conversation, and is forgotten by itself', () => {
  let writers: Writers = new Map();
  const hear = (event: LiveEvent, now: number) => {
    writers = heard(writers, event, 'me', now);
  };
  hear(says('me'), 0);
  expect(writers.size).toBe(0);
  hear(says('Marta'), 0);
  hear(says('Sam'), 1_000);
  hear(says('Sam', true, 'c2'), 1_000);
  expect([writersIn(writers, 'c1'), writersIn(writers, 'c2'), writersIn(writers, 'c3')]).toEqual([
    ['Marta', 'Sam'],
    ['Sam'],
    [],
  ]);
  hear(says('Sam', false), 2_000);
  expect(writersIn(writers, 'c1')).toEqual(['Marta']);
  hear(says('Marta'), 6_000);
  expect(writersIn(withoutOld(writers, 8_000), 'c1')).toEqual(['Marta']);
  expect(withoutOld(writers, 13_001).size).toBe(0);
});
