import type { z } from 'zod';
import { fill, readTemplate } from '../../domain/merge/template.ts';
import { mergeValues } from '../../domain/merge/values.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import { broadcastCalls, type TestBroadcast } from '../contract/broadcasts.ts';
import { validationFailed } from '../kernel/errors.ts';
import { type Call, type Route, route } from '../kernel/route.ts';
import { audienceOf } from '../present/broadcasts.ts';
import {
  costOf,
  firstOf,
  peopleFor,
  recipientsOf,
  samplesOf,
  type Shop,
  shopOf,
  valuesOf,
} from './broadcast-forecast.ts';

const testsAnHour = 30;

async function test(call: Call<unknown, unknown, z.output<typeof TestBroadcast>>) {
  const { type, content, to, contact_id: contactId } = call.body;
  const { parts, businessId } = call;
  await parts.rateLimits.take([{ key: `broadcast-test:${businessId}`, max: testsAnHour, windowMs: 3_600_000 }]);
  if (content.kind === 'mail') throw validationFailed({ content: ['Send the test of an e-mail from its editor.'] });
  const shop = await shopOf(call);
  const everybody = { keywords: [], segment_ids: [], contact_ids: contactId === null ? [] : [contactId] };
  const [sample] =
    contactId === null ?
      []
    : await firstOf(
        call,
        type,
        audienceOf({
          ...everybody,
          ...{ except_segment_ids: [], except_keywords: [], recipients_of: null },
          filter: { match: 'all', groups: [] },
        }),
        1,
      );
  const values =
    sample === undefined ? mergeValues({ person: nobody, sender: senderOf(shop), custom: [] }) : valuesOf(sample, shop);
  const body = fill(readTemplate(content.body).parts, values);
  const { result } = await parts.commands.messages.sendTest(call.context(), {
    to,
    body,
    media: content.media.map(({ url, content_type }) => ({ url, contentType: content_type })),
  });
  const where = result.numbers.map(formatPhone).join(', ');
  return {
    success: true as const,
    message: where === '' ? 'There is nobody to send it to.' : `The test is on its way to ${where}.`,
  };
}
const nobody = { firstName: null, lastName: null, phone: null, details: null } as const;
const senderOf = ({ shop }: Shop) => ({ name: shop.name, contactInfo: shop.contactInfo, dateFormat: shop.dateFormat });

/** What somebody who writes a broadcast asks before there is anything to report. */
export const broadcastDraftRoutes: readonly Route[] = [
  route(broadcastCalls['POST /broadcasts/audience'], async (call) => {
    const { type, audience, window_hours: windowHours } = call.body;
    const { total, recipients, leftOut } = await recipientsOf(call, {
      type,
      audience: audienceOf(audience),
      windowHours,
    });
    const reasons = Object.entries(leftOut).flatMap(([reason, count]) => (count > 0 ? [{ reason, count }] : []));
    return {
      data: {
        total,
        recipients,
        left_out: reasons.toSorted((a, b) => b.count - a.count) as { reason: keyof typeof leftOut; count: number }[],
      },
    };
  }),
  route(broadcastCalls['POST /broadcasts/samples'], async (call) => {
    const { type, audience } = call.body;
    const [shop, people] = await Promise.all([shopOf(call), peopleFor(call, type, audienceOf(audience))]);
    return { data: samplesOf(people, shop) };
  }),
  route(broadcastCalls['POST /broadcasts/message-credit'], async (call) => {
    const { type, contents, audience, window_hours: windowHours, schedule, valid_hours: validHours } = call.body;
    const question = { type, contents, audience: audienceOf(audience), windowHours, schedule, validHours };
    return { data: (await costOf(call, question)).credit };
  }),
  route(broadcastCalls['POST /broadcasts/test'], test),
];
