import { expect, it } from 'vitest';
import { a2pRequestStatuses } from '../../../../domain/registrations/list.ts';
import { tollfreeStatuses } from '../../../../domain/registrations/number-status.ts';
import { a2pReason, tollfreeReason } from '../../../../domain/registrations/reason.ts';

const of = { stage: 'campaign', problems: [], number: '+15125550100' } as const;
const problem = (code: string | null, message: string) => ({ code, message, fields: [] });

it('says first what the carrier said, in our words where its code is known, and how much more there is', () => {
  const problems = [problem('30909', 'CTA'), problem('30883', 'Content'), problem(null, 'Else')];
  expect(a2pReason({ ...of, status: 'refused', problems })).toEqual({
    text: 'It’s not clear how people opt in.',
    cure: 'Name every way in, how often you text, that rates may apply, and STOP.',
    code: '30909',
    more: 2,
  });
  const unknown = { text: 'As the carrier has it', cure: null, code: '39999', more: 0 };
  expect(a2pReason({ ...of, status: 'failed', problems: [problem('39999', unknown.text)] })).toEqual(unknown);
  expect(tollfreeReason({ status: 'rejected', refusals: [{ code: 39999, reason: unknown.text }] })).toEqual(unknown);
});

it('has a reason for each status in which something is waited for, and none once nothing is', () => {
  const without = a2pRequestStatuses.filter((status) => a2pReason({ ...of, status }) === null);
  expect(without).toEqual(['canceled', 'registered']);
  const refusals = [{ code: 30475, reason: 'No consent' }];
  expect(tollfreeStatuses.filter((status) => tollfreeReason({ status, refusals }) === null)).toEqual(['approved']);
  expect(tollfreeReason({ status: 'rejected', refusals: [] })?.text).toBe('The carrier gave no reason.');
});

it('names the part that is waited for, and a number that is missing', () => {
  expect(a2pReason({ ...of, status: 'in-review' })?.text).toBe('The carrier is reviewing the campaign.');
  expect(a2pReason({ ...of, stage: 'brand', status: 'suspended' })?.text).toBe('The carrier suspended the brand.');
  const numbers = { ...of, stage: 'numbers', status: 'pending' } as const;
  expect(a2pReason({ ...numbers, number: null })?.text).toBe('The business has no number yet.');
  expect(a2pReason(numbers)?.text).toBe('The carriers are registering the number.');
});
