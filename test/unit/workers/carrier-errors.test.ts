import { describe, expect, it } from 'vitest';
import { reactionTo, resendAfterMinutes } from '../../../workers/delivery/text/carrier-errors.ts';

describe("the carrier's error codes", () => {
  it.each([
    [21610, 'suppress'],
    [21211, 'unreachable'],
    [30005, 'unreachable'],
    [30006, 'unreachable'],
    [30003, 'retry'],
    [30008, 'retry'],
    [30004, 'fail'],
    [30007, 'fail'],
    [30032, 'block-sender'],
    [30034, 'block-sender'],
    [20429, 'slow-down'],
    [20003, 'account'],
    [99999, 'fail'],
    [null, 'fail'],
  ] as const)('%s: %s', (code, reaction) => expect(reactionTo(code)).toBe(reaction));

  it('has a bounded number of further tries for every passing trouble', () => {
    for (const code of [30001, 30003, 30008]) expect(resendAfterMinutes.get(code)?.length).toBeLessThanOrEqual(3);
  });
});
