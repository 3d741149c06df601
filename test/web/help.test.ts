import { expect, test } from 'vitest';
import { newsSeen, unseenOf } from '../../web/components/help/HelpTools.tsx';

test('what is new counts what was published since this person looked last', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const news = [{ at: '2026-11-26T10:00:00.000Z' }, { at: '2026-11-20T10:00:00.000Z' }];
  expect(unseenOf(news, newsSeen.read('noor', storage))).toBe(2);
  newsSeen.note('noor', news[1]!.at, storage);
  expect(unseenOf(news, newsSeen.read('noor', storage))).toBe(1);
  newsSeen.note('noor', news[0]!.at, storage);
  expect([unseenOf(news, newsSeen.read('noor', storage)), newsSeen.read('liam', storage)]).toEqual([0, null]);
});
