import { z } from 'zod';
import { partKinds, standings } from '../../domain/business-files/fields.ts';
import { calls } from './calls.ts';
import { IdParams } from './common.ts';

/** The file as it was exported. Its shape is told by its `version`. */
const file = z
  .record(z.string(), z.unknown())
  .meta({
    examples: [
      {
        format: 'business-file',
        version: 1,
        name: 'Bella’s Pizzeria',
        settings: {
          currency: 'USD',
          timezone: 'America/Los_Angeles',
          dateFormat: 'MM/DD/YYYY',
          dailyLimits: { texts: 3, mails: 3 },
        },
        campaigns: [],
        templates: [],
        automations: [],
      },
    ],
  });

export const BusinessFileReply = z.object({ data: file });
export const CompareBusinessFile = z.object({ file });
export const BringInBusinessFile = z.object({
  file,
  /** The parts to bring in, by their keys; null: all that are new. */
  keys: z
    .array(z.uuid().toLowerCase())
    .max(1_200)
    .meta({ examples: [['6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90']] })
    .nullable()
    .default(null),
});
/** A part of a file, held against the business. */
export const BusinessFilePart = z.object({
  kind: z.enum(partKinds),
  key: z.string().meta({ examples: ['6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90'] }),
  name: z.string().meta({ examples: ['Lunch club'] }),
  /** `removed`: brought in before, and archived or deleted since. */
  standing: z.enum(standings),
  /** What of it is different. */
  fields: z.array(z.string()).meta({ examples: [['reply', 'offer']] }),
  /** Its keyword is another campaign’s on the business’s number: choose another after bringing it in. */
  keyword_taken: z.boolean(),
});
export type BusinessFilePart = z.output<typeof BusinessFilePart>;
export const BusinessFileComparison = z.object({
  data: z.object({
    name: z.string().meta({ examples: ['Bella’s Pizzeria'] }),
    /** Settings that are different. They are not brought in. */
    settings: z.array(z.string()).meta({ examples: [['timezone']] }),
    parts: z.array(BusinessFilePart),
  }),
});
export const BusinessFileBroughtIn = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ count: z.number().int() }),
});

const who = ['Business'] as const;
const above = ['Agency'] as const;
const atMost = { bytes: 20 * 2 ** 20, tooLarge: 'This file is too large: at most 20 MB.' };

export const businessFileCalls = calls('Businesses', {
  'GET /business-file': {
    id: 'exportBusinessFile',
    who,
    summary: 'What the business has set up, as one versioned file: no contacts, no people, no secrets.',
    reply: BusinessFileReply,
  },
  'POST /business-file/compare': {
    id: 'compareBusinessFile',
    who,
    summary: 'Compare a file with this business: new, different and same parts. Changes nothing.',
    body: CompareBusinessFile,
    atMost,
    reply: BusinessFileComparison,
  },
  'POST /business-file/import': {
    id: 'importBusinessFile',
    who,
    summary: 'Bring in the new parts of a file, as drafts. Nothing is published or sent, and nothing is overwritten.',
    body: BringInBusinessFile,
    atMost,
    reply: BusinessFileBroughtIn,
  },
  'GET /businesses/{id}/business-file': {
    id: 'exportFileOfBusiness',
    who: above,
    summary: 'What one of your businesses, or a template business of the platform, has set up, as one file.',
    params: IdParams,
    reply: BusinessFileReply,
  },
  'POST /businesses/{id}/business-file/compare': {
    id: 'compareFileWithBusiness',
    who: above,
    summary: 'Compare a file with one of your businesses: new, different and same parts. Changes nothing.',
    params: IdParams,
    body: CompareBusinessFile,
    atMost,
    reply: BusinessFileComparison,
  },
  'POST /businesses/{id}/business-file/import': {
    id: 'importFileToBusiness',
    who: above,
    summary: 'Bring the new parts of a file into one of your businesses, as drafts. Nothing is overwritten.',
    params: IdParams,
    body: BringInBusinessFile,
    atMost,
    reply: BusinessFileBroughtIn,
  },
});
