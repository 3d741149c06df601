import { expect, it } from 'vitest';
import { ofBandwidth } from '../../../../domain/messages/bandwidth-codes.ts';
import { plainReason } from '../../../../domain/messages/carrier-errors.ts';
import { reactionTo } from '../../../../workers/delivery/text/carrier-errors.ts';

it.each([
  [4775, 'suppress'],
  [4720, 'unreachable'],
  [4721, 'unreachable'],
  [4702, 'retry'],
  [5600, 'retry'],
  [9999, 'retry'],
  [4470, 'fail'],
  [4770, 'fail'],
  [4773, 'block-sender'],
  [4795, 'block-sender'],
  [4403, 'block-sender'],
  [4781, 'slow-down'],
  [4780, 'slow-down'],
  [4493, 'account'],
])('Bandwidth’s %i leads to %s', (code, reaction) => {
  expect(reactionTo(ofBandwidth(code))).toBe(reaction);
});

it('says the same words as for the same trouble at Twilio, and the code of what has no equal', () => {
  expect(plainReason(ofBandwidth(4770))).toBe(plainReason(30007));
  expect(plainReason(ofBandwidth(9902))).toContain('9902');
  expect(reactionTo(ofBandwidth(9902))).toBe('fail');
});
