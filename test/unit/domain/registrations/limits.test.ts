import { describe, expect, it } from 'vitest';
import { fold } from '../../../../domain/kernel/decider.ts';
import { A2pRegistration } from '../../../../domain/registrations/a2p/registration.ts';
import { closedGate, mayBeUs } from '../../../../domain/registrations/limits.ts';
import { Tollfree, type TollfreeRequest } from '../../../../domain/registrations/tollfree/tollfree.ts';
import { happened, type Step, stepsOf } from '../../../support/registration.ts';
import { businessId } from './fixtures.ts';

const number = '+14155550150';
const now = new Date('2026-11-20T17:00:00Z');
const days = (count: number) => now.getTime() - count * 86_400_000;
const { submitBrand, brandIs, submitCampaign, campaignIs, numberIs } = stepsOf(businessId);
const brand = [submitBrand, brandIs('verified', days(20))];
const campaign = [...brand, submitCampaign, campaignIs('verified', days(2))];
const gateOf = (steps: readonly Step[], of = number) =>
  closedGate({ number: of, a2p: fold(A2pRegistration, happened(steps)), tollfree: Tollfree.initial }, now);

describe('what is missing before carriers take texts of a number', () => {
  it.each([
    ['nothing was begun', [], null],
    ['the brand was submitted', [submitBrand], 'brand'],
    ['the brand was refused', [submitBrand, brandIs('refused', days(19))], 'brand'],
    ['the brand is verified', brand, 'campaign'],
    ['the campaign was submitted', [...brand, submitCampaign], 'campaign'],
    ['the campaign was refused', [...brand, submitCampaign, campaignIs('refused', days(2))], 'campaign'],
    ['the campaign is verified', campaign, 'number'],
    ['the number waits', [...campaign, numberIs(number, 'pending', days(1))], 'number'],
    ['the number failed', [...campaign, numberIs(number, 'failed', days(1))], 'number'],
    ['the number was taken out', [...campaign, numberIs(number, 'unregistered', days(1))], 'number'],
    ['the number is registered', [...campaign, numberIs(number, 'registered', days(1))], null],
    [
      'the campaign was suspended since',
      [...campaign, numberIs(number, 'registered', days(1)), campaignIs('suspended', days(0))],
      'campaign',
    ],
    ['another number is registered', [...campaign, numberIs('+14155550151', 'registered', days(1))], 'number'],
    ['no word of the number has come for a week', [...brand, submitCampaign, campaignIs('verified', days(8))], null],
    [
      'the number failed, and no other word has come for a week',
      [...brand, submitCampaign, campaignIs('verified', days(9)), numberIs(number, 'failed', days(8))],
      'number',
    ],
  ] as const)('%s', (_, steps, gate) => {
    expect(gateOf(steps)).toBe(gate);
  });

  it('holds back no number of another country, no short code, and none that there isn’t', () => {
    for (const other of ['+14165550150', '+442071234567', '12345'])
      expect(gateOf([submitBrand], other), other).toBeNull();
    expect(closedGate({ number: null, a2p: A2pRegistration.initial, tollfree: Tollfree.initial }, now)).toBeNull();
    expect(['+14155550150', '+15005550006', '+14165550150', '+442071234567'].map(mayBeUs)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['requested', 'toll-free'],
    ['pending', 'toll-free'],
    ['in-review', 'toll-free'],
    ['rejected', 'toll-free'],
    ['approved', null],
  ] as const)('a toll-free number whose verification is %s', (status, gate) => {
    const request = { number: '+18335550100', status } as TollfreeRequest;
    const of = (asked: string) =>
      closedGate({ number: asked, a2p: A2pRegistration.initial, tollfree: new Map([['1', request]]) }, now);
    expect(of('+18335550100')).toBe(gate);
    expect(of('+18335550101')).toBeNull();
  });
});
