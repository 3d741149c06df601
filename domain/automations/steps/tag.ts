import { z } from 'zod';
import { short } from '../values/fields.ts';
import { action, freshAction, step } from './step.ts';

export const tag = step(z.object({ kind: z.literal('Tag'), ...action, change: z.enum(['add', 'remove']), tag: short }))(
  {
    fresh: () => ({ kind: 'Tag', ...freshAction, change: 'add', tag: '' }),
    plan: ({ change: how, tag }) => ({ kind: 'act', effects: [{ kind: 'change', change: { what: 'tag', how, tag } }] }),
    check({ tag }, { say }) {
      if (!/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u.test(tag.trim())) say('missing', 'tag', 'Choose a tag.');
    },
  },
);
