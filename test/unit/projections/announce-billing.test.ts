import { expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { announceBilling, announceStanding } from '../../../projections/announcements.ts';
import { invoices } from '../../../projections/invoices/projector.ts';

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

const ofType = (type: string, data: object): StoredEvent => ({ type, position: 4n, data }) as unknown as StoredEvent;
const heardBy = (type: string, data: object) =>
  announceBilling([ofType(type, data)]).map((said) => 'bell' in said && said.bell);

it('a card is told to its payer alone', () => {
  for (const type of ['PaymentMethodSaved', 'PaymentMethodRemoved', 'DefaultPaymentMethodChanged']) {
    expect(heardBy(type, { payerKind: 'agency', payerId: 'a', methodId: 'pm_1' })).toEqual(['agency:a']);
    expect(heardBy(type, { payerKind: 'business', payerId: 'b', methodId: 'pm_1' })).toEqual(['business:b']);
  }
});

it('a bill is told to the agency that sends it, and not to the business that owes it', () => {
  for (const type of ['BillQueued', 'BillSettingsChanged'])
    expect(heardBy(type, { agencyId: 'a', businessId: 'b' })).toEqual(['agency:a']);
});

it('a closed month is told to its payer and to operators', () => {
  expect(heardBy('StatementClosed', { payer: agency })).toEqual(['agency:a', 'admins']);
});

it('cards, closed months and bills reach the one who tells of billing, and change no row of its own', () => {
  const card = { payerKind: 'agency', payerId: 'a' };
  const news: Readonly<Record<string, object>> = {
    PaymentMethodSaved: card,
    PaymentMethodRemoved: card,
    DefaultPaymentMethodChanged: card,
    StatementClosed: { payer: agency },
    BillSettingsChanged: { agencyId: 'a' },
    BillQueued: { agencyId: 'a', businessId: 'b' },
  };
  expect(invoices.handles).toEqual(expect.arrayContaining(Object.keys(news)));
  const events = Object.entries(news).map(([type, data]) => ofType(type, data));
  expect(invoices.fold(events, 'rm')).toEqual([]);
  for (const one of events) expect(invoices.announce!([one], [])).not.toEqual([]);
});
