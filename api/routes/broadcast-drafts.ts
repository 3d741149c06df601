import type { z } from 'zod';
import { fromFlat } from '../../domain/email-design/flat.ts';
import { emailAddress } from '../../domain/kernel/fields.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { withPrefix } from '../../domain/sms/prefix.ts';
import { couponMergeFields } from '../../domain/personalization/fields.ts';
import { fill, readTemplate } from '../../domain/personalization/template.ts';
import { mergeValues } from '../../domain/personalization/values.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import { broadcastCalls, type BroadcastContent, type TestBroadcast } from '../contract/broadcasts.ts';
import { notFound, validationFailed } from '../kernel/errors.ts';
import { type Call, type Route, route } from '../kernel/route.ts';
import { audienceOf } from '../present/broadcasts.ts';
import { testAnswer } from '../present/tests.ts';
import {
  channelOf,
  costOf,
  peopleFor,
  recipientsOf,
  samplesOf,
  type Shop,
  shopOf,
  valuesOf,
} from './broadcast-forecast.ts';
import { ownMedia } from './media.ts';

const testsAnHour = 30;

async function test(call: Call<unknown, unknown, z.output<typeof TestBroadcast>>) {
  const { type, content, to, contact_id: contactId } = call.body;
  const { parts, businessId } = call;
  await parts.rateLimits.take([{ key: `broadcast-test:${businessId}`, max: testsAnHour, windowMs: 3_600_000 }]);
  if (content.kind === 'mail') return testEmail(call, content);
  const shop = await shopOf(call);
  const everybody = { keywords: [], segment_ids: [], contact_ids: contactId === null ? [] : [contactId] };
  const coupon = await exampleCoupon(call);
  const { members } =
    contactId === null ?
      { members: [] }
      // Also of somebody who is not written to: it goes to somebody else.
    : await parts.readModels.audiencePage(
        businessId,
        channelOf(type),
        audienceOf({
          ...everybody,
          except_segment_ids: [],
          except_keywords: [],
          recipients_of: null,
          filter: { match: 'all', groups: [] },
        }),
        { after: null, limit: 1, custom: true },
      );
  const [sample] = members;
  if (contactId !== null && sample === undefined) throw notFound('This contact does not exist.');
  const own =
    sample === undefined ? mergeValues({ person: nobody, sender: senderOf(shop), custom: [] }) : valuesOf(sample, shop);
  const values = { ...own, ...coupon };
  const body = withPrefix(shop.prefix, fill(readTemplate(content.body).parts, values));
  const { result } = await parts.commands.messages.sendTest(call.context(), {
    to,
    body,
    media: await ownMedia(
      { ...parts, businessId },
      content.media.map(({ url }) => url),
      'content.media',
    ),
  });
  const sent = result.sent.map(({ to: number, until }) => ({ to: formatPhone(number), until }));
  return testAnswer({ sent, timezone: result.timezone });
}

/** What a campaign's coupon may look like: a test gives none to anybody. Empty: no campaign is spoken of. */
async function exampleCoupon({ parts, businessId, body }: Call<unknown, unknown, z.output<typeof TestBroadcast>>) {
  const { campaign_id: id } = body;
  if (id === null) return {};
  const campaign = await parts.readModels.campaign(businessId, id);
  if (campaign === null) throw notFound('This campaign does not exist.');
  return { ...couponMergeFields, keyword: campaign.keyword };
}

/** The same for an email: numbered, so that no email program puts it together with the one before. */
async function testEmail(
  call: Call<unknown, unknown, z.output<typeof TestBroadcast>>,
  { subject, preheader, design_id: designId }: Extract<BroadcastContent, { kind: 'mail' }>,
) {
  const { parts, businessId, session, body } = call;
  const [problem] = body.to.flatMap((address) => {
    const read = emailAddress.safeParse(address);
    return read.success ? [] : [`${address.slice(0, 80)} is not an email address.`];
  });
  if (problem !== undefined) throw validationFailed({ to: [problem] });
  const view =
    designId === null ? null : (
      await parts.readModels.emailTemplate({ agencyId: session.agencyId, businessId }, designId)
    );
  if (view === null) throw validationFailed({ content: ['Choose how it looks first.'] });
  const design = fromFlat(view.records);
  const settings = { ...design.settings, preheader: preheader?.trim() || design.settings.preheader };
  const given = await exampleCoupon(call);
  const context = call.context();
  const addresses = [...new Set(body.to.map((address) => emailAddress.parse(address)))];
  for (const email of addresses)
    await parts.commands.emails.sendTest(
      { ...context, commandId: uuidV5(namespaces.command, context.commandId, email) },
      { email, subject: subject ?? '', design: { ...design, settings }, contactId: body.contact_id, given },
    );
  return testAnswer({ sent: addresses.map((to) => ({ to, until: null })), timezone: 'UTC' });
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
