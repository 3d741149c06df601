import { z } from 'zod';
import { text } from '../kernel/fields.ts';

const longestNote = 5000;

/** What events say of a conversation. */
export const storedConversation = { note: z.string().min(1).max(longestNote) } as const;

/** What people may enter, and what they are told otherwise. */
export const conversationFields = {
  note: text.pipe(
    z.string().trim().min(1, 'Write something.').max(longestNote, 'A note can have at most 5,000 characters.'),
  ),
} as const;
