import { expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { wallets } from '../../../projections/wallets/projector.ts';

const payer = { kind: 'agency', id: '0192f0c1-7c1e-7b1a-9f00-3b0c5a4d2e11' };
const told = (...types: readonly string[]) =>
  wallets.announce!(
    types.map((type, nth) => ({ type, data: { payer }, position: BigInt(nth) }) as unknown as StoredEvent),
    [],
  );

it('tells a payer of its wallet once a batch, and not of each text that is paid out of it', () => {
  expect(told('FundsHeld', 'HoldCaptured', 'HoldReleased', 'UsageSettled', 'MonthSettled')).toEqual([]);
  expect(told('HoldCaptured', 'RechargeRequested', 'FundsAdded')).toEqual([
    { bell: `agency:${payer.id}`, event: { type: 'billing-changed', position: '2' } },
    { bell: 'admins', event: { type: 'billing-changed', position: '2' } },
  ]);
  for (const type of ['RechargeDeclined', 'RechargeResumed', 'WalletParked', 'WalletResolved', 'CreditGranted'])
    expect(told(type)).toHaveLength(2);
});
