import { expect, it } from 'vitest';
import {
  a2pSubscription,
  isNumberOk,
  needsRegistration,
  numberStatuses,
  numberStatusOf,
} from '../../../../domain/registrations/number-status.ts';

it('five words count as OK, to the letter; nothing else does', () => {
  expect(numberStatuses.filter(isNumberOk)).toEqual([
    'completed',
    'in-progress',
    'pending',
    'verified',
    'resolved - verified',
  ]);
  expect(['Verified', 'resolved-verified', 'approved', '', null].filter(isNumberOk)).toEqual([]);
});

it('a number that is used without one, and is missing or not OK, needs registration', () => {
  const need = (useBandwidth: boolean, number: string | null, status: string | null) =>
    needsRegistration({ useBandwidth, number, status });
  expect(need(true, null, null)).toBe(true);
  expect(need(true, '+18335550100', 'rejected')).toBe(true);
  expect(need(true, '+18335550100', 'unregistered')).toBe(true);
  expect(need(true, '+18335550100', 'pending')).toBe(false);
  expect(need(false, null, null)).toBe(false);
});

it.each([
  ['requested', 1, 'pending'],
  ['pending', 1, 'pending'],
  ['in-review', 1, 'in-progress'],
  ['approved', 1, 'verified'],
  ['approved', 2, 'resolved - verified'],
  ['rejected', 1, 'rejected'],
] as const)('a toll-free verification that is %s after %i attempts makes the number %s', (status, attempts, word) => {
  expect(numberStatusOf({ number: '+18335550100', tollfree: { status, attempts }, a2p: null })).toBe(word);
});

it('a number that never asked is unregistered; none, or one outside North America, has no status', () => {
  expect(numberStatusOf({ number: '+14155550100', tollfree: null, a2p: null })).toBe('unregistered');
  expect(numberStatusOf({ number: null, tollfree: null, a2p: null })).toBeNull();
  expect(numberStatusOf({ number: '+447700900000', tollfree: null, a2p: null })).toBeNull();
});

it.each([
  [{ brand: 'submitting', campaign: null, number: null }, 'pending'],
  [{ brand: 'in-review', campaign: null, number: null }, 'in-progress'],
  [{ brand: 'refused', campaign: null, number: null }, 'rejected'],
  [{ brand: 'verified', campaign: null, number: null }, 'unregistered'],
  [{ brand: 'verified', campaign: 'submitting', number: null }, 'pending'],
  [{ brand: 'verified', campaign: 'in-review', number: null }, 'in-progress'],
  [{ brand: 'verified', campaign: 'refused', number: null }, 'rejected'],
  [{ brand: 'verified', campaign: 'verified', number: null }, 'in-progress'],
  [{ brand: 'verified', campaign: 'verified', number: 'pending' }, 'in-progress'],
  [{ brand: 'verified', campaign: 'verified', number: 'failed' }, 'rejected'],
  [{ brand: 'verified', campaign: 'verified', number: 'registered' }, 'completed'],
  [{ brand: 'verified', campaign: 'suspended', number: 'registered' }, 'rejected'],
  [{ brand: 'verified', campaign: 'verified', number: 'unregistered' }, 'unregistered'],
  [{ brand: 'canceled', campaign: null, number: null }, 'unregistered'],
] as const)('an A2P registration %j makes the number %s', (a2p, word) => {
  expect(numberStatusOf({ number: '+14155550100', tollfree: null, a2p })).toBe(word);
});

it('an A2P subscription has ended for good seven days after its end, to the millisecond', () => {
  const end = '2026-11-01T00:00:00.000Z';
  const at = (ms: number) =>
    a2pSubscription(
      { status: 'canceled', endsAt: end, freeFee: false, isAsked: true },
      new Date(Date.parse('2026-11-08T00:00:00.000Z') + ms),
    );
  expect(at(-1)).toEqual({ kind: 'grace', terminates: '2026-11-08T00:00:00.000Z' });
  expect(at(0)).toEqual({ kind: 'inactive' });
  expect(a2pSubscription({ status: null, endsAt: null, freeFee: false, isAsked: false }, new Date(end)).kind).toBe(
    'unknown',
  );
  expect(a2pSubscription({ status: null, endsAt: null, freeFee: false, isAsked: true }, new Date(end)).kind).toBe(
    'inactive',
  );
});
