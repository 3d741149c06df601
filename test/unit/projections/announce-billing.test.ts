import { expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { announceBilling, announceStanding } from '../../../projections/announcements.ts';

const event = (position: bigint, payer?: object): StoredEvent =>
  ({ position, data: payer === undefined ? {} : { payer } }) as unknown as StoredEvent;
const [agency, business] = [
  { kind: 'agency', id: 'a' },
  { kind: 'business', id: 'b' },
];
const told = { type: 'billing-changed', position: '9' };
const batch = [event(5n, agency), event(7n), event(8n, agency), event(9n, business)];

it('billing news reach each payer of a batch and operators once, at the position of its last event', () => {
  expect(announceBilling(batch)).toEqual([
    { bell: 'agency:a', event: told },
    { bell: 'admins', event: told },
    { bell: 'business:b', event: told },
  ]);
});

it('news of a subscription reach the businesses of its agency too', () => {
  expect(announceStanding(batch).map((said) => 'bell' in said && said.bell)).toEqual([
    'agency:a',
    'admins',
    'businesses-of:a',
    'business:b',
  ]);
});

it('no one hears of what has no payer', () => {
  expect(announceBilling([event(3n)])).toEqual([]);
  expect(announceStanding([event(3n)])).toEqual([]);
  expect(announceBilling([])).toEqual([]);
});
