import { z } from 'zod';
import { line, text } from '../kernel/fields.ts';

const longest = { name: 120, reply: 1600 } as const;
const type = z.enum(
  ['landing', 'loop', 'vote', 'popup', 'cms', 'goto', 'api', 'fb', 'text'],
  'This type of campaign is not known.',
);

/** What events say of a campaign. */
export const storedCampaign = {
  name: z.string().min(1).max(longest.name),
  type,
  /** The reply's text; merge fields such as {{first_name|there}} are filled in when it is sent. */
  reply: z.string().max(longest.reply),
} as const;

/** What people may enter, and what they are told otherwise. */
export const campaignFields = {
  name: line('The name', longest.name),
  type,
  /** As typed: what makes it a keyword is said by `chooseKeyword`. */
  keyword: z.string().max(200, 'A keyword needs 1 to 40 letters or digits.'),
  reply: text.pipe(z.string().max(longest.reply, 'A text can have at most 1,600 characters.')),
} as const;
