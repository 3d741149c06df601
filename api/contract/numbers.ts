import { z } from 'zod';
import { calls } from './calls.ts';
import { IdParams, Success } from './common.ts';
import { line } from './fields.ts';

export const SearchNumbers = z.object({
  country: z.enum(['US', 'CA']).default('US'),
  type: z.enum(['local', 'tollfree']).default('local'),
  area_code: z
    .string()
    .regex(/^\d{3}$/, 'An area code has three digits.')
    .optional(),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Choose a state or province.')
    .optional(),
  contains: z.string().trim().max(10).optional(),
});
export const NumberOffers = z.object({
  data: z.array(
    z.object({
      number: z.string(),
      locality: z.string().nullable(),
      region: z.string().nullable(),
      sms: z.boolean(),
      mms: z.boolean(),
      voice: z.boolean(),
      is_tollfree: z.boolean(),
    }),
  ),
});
export const AssignNumber = z.object({ number: line('The number', 30) });
export const NumberReply = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ number: z.string() }),
});

export const numberCalls = calls('Numbers', {
  'POST /businesses/search-numbers': {
    id: 'searchNumbers',
    who: ['Business'],
    summary: 'Numbers that the carrier has on offer.',
    body: SearchNumbers,
    reply: NumberOffers,
  },
  'POST /businesses/assign-number': {
    id: 'assignNumber',
    who: ['Business'],
    summary: 'Buy a number of the offers; texts to it come here.',
    body: AssignNumber,
    reply: NumberReply,
  },
  'POST /businesses/assign-custom-number': {
    id: 'assignCustomNumber',
    who: ['Business'],
    summary: 'Use a number that the carrier account holds already.',
    body: AssignNumber,
    reply: NumberReply,
  },
  'POST /businesses/{id}/reset-number': {
    id: 'resetNumber',
    who: ['Admin', 'Agency'],
    summary: 'Take the number away from a business; its keywords wait for the next one.',
    params: IdParams,
    reply: Success,
  },
});
