import { expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { announceBilling } from '../../../projections/announcements.ts';

const event = (position: bigint, payer?: object): StoredEvent =>
  ({ position, data: payer === undefined ? {} : { payer } }) as unknown as StoredEvent;

it('billing news reach each payer of a batch once, at the position of its last event, and no one without a payer', () => {
  const [agency, business] = [
    { kind: 'agency', id: 'a' },
    { kind: 'business', id: 'b' },
  ];
  const told = { type: 'billing-changed', position: '9' };
  expect(announceBilling([event(5n, agency), event(7n), event(8n, agency), event(9n, business)])).toEqual([
    { bell: 'agency:a', event: told },
    { bell: 'business:b', event: told },
  ]);
  expect(announceBilling([event(3n)])).toEqual([]);
  expect(announceBilling([])).toEqual([]);
});
