import { expect, it } from 'vitest';
import { fold } from '../../../../domain/kernel/decider.ts';
import { askedForDays, isAskedStill } from '../../../../domain/registrations/asked-still.ts';
import { A2pRegistration } from '../../../../domain/registrations/a2p/registration.ts';
import { requestIdOf, type TollfreeRequest } from '../../../../domain/registrations/tollfree/tollfree.ts';
import { tollfreeStatuses } from '../../../../domain/registrations/number-status.ts';
import { E164 } from '../../../../domain/sms/values.ts';
import { happened, type Step, stepsOf } from '../../../support/registration.ts';
import { businessId } from './fixtures.ts';

const changedAt = '2026-01-01T00:00:00.000Z';
const days = (count: number) => new Date(Date.parse(changedAt) + count * 86_400_000);
const nothing = { businessId, number: null, a2p: A2pRegistration.initial, tollfree: new Map(), changedAt };
const { submitBrand, brandIs, submitCampaign, campaignIs } = stepsOf(businessId);
const after = (...steps: readonly Step[]) => ({ ...nothing, a2p: fold(A2pRegistration, happened(steps)) });
const verified = [submitBrand, brandIs('verified', 0)] as const;

it('asks about anything for 90 days after its last news, and about nothing of which there is none', () => {
  const refused = after(submitBrand, brandIs('refused', 0));
  expect(isAskedStill(refused, days(askedForDays))).toBe(true);
  expect(isAskedStill(refused, days(askedForDays + 1))).toBe(false);
  expect(isAskedStill({ ...nothing, changedAt: null }, days(0))).toBe(false);
});

it('asks for good about what texts depend on, or what the carriers work on', () => {
  const late = days(1000);
  const campaign = [...verified, submitCampaign];
  for (const of of [
    after(submitBrand),
    after(submitBrand, brandIs('in-review', 0)),
    after(...verified, brandIs('suspended', 9_000)),
    after(...campaign, campaignIs('verified', 5_000)),
    after(...campaign, campaignIs('suspended', 5_000)),
  ])
    expect(isAskedStill(of, late)).toBe(true);
  // A brand alone sends nothing.
  for (const of of [after(...verified), after(...campaign, campaignIs('refused', 5_000))])
    expect(isAskedStill(of, late)).toBe(false);
});

it('asks about the toll-free number that the business has, unless it was refused', () => {
  const number = E164.parse('+18885550100');
  const of = (status: TollfreeRequest['status']) => ({
    ...nothing,
    number,
    tollfree: new Map([[requestIdOf(businessId, number), { status } as TollfreeRequest]]),
  });
  expect(tollfreeStatuses.filter((status) => !isAskedStill(of(status), days(1000)))).toEqual(['rejected']);
  expect(isAskedStill({ ...of('approved'), number: '+18885550101' }, days(1000))).toBe(false);
});
