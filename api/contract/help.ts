import { z } from 'zod';
import { newsFields, supportFields } from '../../domain/help/fields.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, Success } from './common.ts';

const title = { examples: ['Broadcasts with coupons'] };
const body = { examples: ['You can now send each recipient a coupon of their own.'] };

/** How agencies reach the operator. What is empty is not shown. */
export const Support = z.object({
  text: z.string().meta({ examples: ['We answer within a day.'] }),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  link: z.string().nullable(),
});
export const News = z.object({
  id: z.string(),
  title: z.string().meta(title),
  body: z.string().meta(body),
  at: Instant,
});
export type News = z.output<typeof News>;
export const Help = z.object({ data: z.object({ support: Support.nullable(), news: z.array(News) }) });
export type Help = z.output<typeof Help>;
export const ChooseSupport = z.object(supportFields);
export const PublishNews = z.object({ title: newsFields.title.meta(title), body: newsFields.body.meta(body) });

export const helpCalls = calls('Help', {
  'GET /help': {
    id: 'getHelp',
    who: ['Admin', 'Agency'],
    summary: 'How agencies get help from the operator, and what is new in the product.',
    reply: Help,
  },
  'PUT /help/support': {
    id: 'chooseSupport',
    who: ['Admin'],
    summary: 'Set how agencies get help.',
    body: ChooseSupport,
    example: { text: 'We answer within a day.', email: 'help@example.com', phone: null, link: null },
    reply: Success,
  },
  'POST /help/news': {
    id: 'publishNews',
    who: ['Admin'],
    summary: 'Tell agencies what is new.',
    body: PublishNews,
    reply: Created,
  },
  'DELETE /help/news/{id}': {
    id: 'removeNews',
    who: ['Admin'],
    summary: 'Remove an entry from what is new.',
    params: IdParams,
    reply: Success,
  },
});
