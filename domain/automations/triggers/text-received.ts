import { z } from 'zod';
import { words } from '../../sms/words.ts';
import { short } from '../values/fields.ts';
import { eventTrigger } from './trigger.ts';

/** `pictures`: addresses of pictures that came with it. */
interface ReceivedText {
  readonly text: string;
  readonly pictures: readonly string[];
}

export const textReceived = eventTrigger(
  /** `whole`: the text is one of the words and nothing more. */
  z.object({ kind: z.literal('text-received'), words: z.array(short).max(50), whole: z.boolean() }),
  // Words as people mean them: case, accents and signs aside. Several words of one entry must stand together.
  ({ words: wanted, whole }, { text }: ReceivedText) => {
    if (wanted.length === 0) return true;
    const said = ` ${words(text).join(' ')} `;
    return wanted.some((entry) => {
      const meant = ` ${words(entry).join(' ')} `;
      return meant.trim() !== '' && (whole ? said === meant : said.includes(meant));
    });
  },
)({ fresh: () => ({ kind: 'text-received', words: [], whole: false }), isText: true, timeline: ['message'] });
