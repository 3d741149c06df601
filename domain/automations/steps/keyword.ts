import { z } from 'zod';
import { canonicalKeyword } from '../../sms/keywords.ts';
import { short } from '../values/fields.ts';
import { action, freshAction, step } from './step.ts';

export const keyword = step(
  z.object({ kind: z.literal('Keyword'), ...action, change: z.enum(['add', 'remove']), keyword: short }),
)({
  fresh: () => ({ kind: 'Keyword', ...freshAction, change: 'add', keyword: '' }),
  plan: ({ change: how, keyword }) => ({
    kind: 'act',
    effects: [{ kind: 'change', change: { what: 'keyword', how, keyword } }],
  }),
  check({ keyword }, { say }) {
    if (canonicalKeyword(keyword) === null) say('missing', 'keyword', 'Choose a keyword.');
  },
});
