import type { z } from 'zod';
import type { Audience, BroadcastType } from '../../domain/broadcast/fields.ts';
import { fromFlat } from '../../domain/email-design/flat.ts';
import { emailAddress } from '../../domain/kernel/fields.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { fullName } from '../../domain/contact/name.ts';
import { fill, missingIn, readTemplate, type Values } from '../../domain/merge/template.ts';
import { mergeValues, postalAddress } from '../../domain/merge/values.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import { countSegments } from '../../domain/sms/segments.ts';
import type { AudienceMember } from '../../projections/contacts/audience.ts';
import { broadcastCalls, type BroadcastContent, type TestBroadcast } from '../contract/broadcasts.ts';
import { notFound, validationFailed } from '../kernel/errors.ts';
import { type Call, type Route, route } from '../kernel/route.ts';
import { audienceOf } from '../present/broadcasts.ts';

const channelOf = (type: BroadcastType): 'text' | 'mail' => (type === 'email' ? 'mail' : 'text');
/** Recipients whose own words are counted for what a draft costs; the rest is like them. */
const lookedAt = 500;
const samples = 20;
/** A text with pictures is billed as so many segments. */
export const segmentsOfPictures = 3;
const testsAnHour = 30;

/** The business as merge fields and costs need it. */
async function shopOf({ parts, businessId }: Call) {
  const [shop, fields] = await Promise.all([
    parts.readModels.business(businessId),
    parts.readModels.customFields(businessId, {
      ...{ page: 1, perPage: 100, search: null, sortBy: null, sortDesc: false },
    } as never),
  ]);
  if (shop === null) throw notFound();
  return { shop, custom: fields.data };
}
type Shop = Awaited<ReturnType<typeof shopOf>>;

const said = (value: string | null): string | null => (value === '' ? null : value);
const valuesOf = (member: AudienceMember, { shop, custom }: Shop): Values =>
  mergeValues({
    person: {
      firstName: said(member.firstName),
      lastName: said(member.lastName),
      phone: member.phone === null ? null : formatPhone(member.phone),
      details: {
        email: said(member.email),
        birthday: said(member.birthday),
        anniversary: said(member.anniversary),
        companyName: said(member.companyName),
        website: null,
        custom: member.custom ?? {},
      },
    },
    sender: { name: shop.name, contactInfo: shop.contactInfo, dateFormat: shop.dateFormat },
    custom,
  });

/** The first of an audience to whom nothing is known to stand in the way. */
async function firstOf(call: Call, type: BroadcastType, audience: Audience, limit: number) {
  const { members } = await call.parts.readModels.audiencePage(call.businessId, channelOf(type), audience, {
    after: null,
    limit: limit * 2,
    custom: true,
  });
  return members.filter(({ reason }) => reason === null).slice(0, limit);
}

/** How many a draft would go to. */
export const recipientsOf = async (
  { parts, businessId, signal }: Call,
  { type, audience, windowHours }: { type: BroadcastType; audience: Audience; windowHours: number | null },
) => parts.readModels.audienceFunnel(businessId, { channel: channelOf(type), audience, windowHours }, signal);

const segmentsOf = (content: BroadcastContent, values: Values): number =>
  content.kind === 'mail' ? 0
  : content.media.length > 0 ? segmentsOfPictures
  : Math.max(1, countSegments(fill(readTemplate(content.body).parts, values)).segments);

async function credit(
  call: Call<unknown, unknown, z.output<(typeof broadcastCalls)['POST /broadcasts/message-credit']['body']>>,
) {
  const { type, contents, audience: given, window_hours: windowHours } = call.body;
  const audience = audienceOf(given);
  const [shop, { recipients }, people] = await Promise.all([
    shopOf(call),
    recipientsOf(call, { type, audience, windowHours }),
    firstOf(call, type, audience, lookedAt),
  ]);
  const texts = contents.filter((content) => content.kind === 'text');
  const values = people.map((member) => valuesOf(member, shop));
  const counts = texts.flatMap((content) => values.map((own) => segmentsOf(content, own)));
  const plain = texts.map((content) => segmentsOf(content, {}));
  const all = counts.length === 0 ? plain : counts;
  const average = all.length === 0 ? 0 : all.reduce((sum, count) => sum + count, 0) / all.length;
  const gaps = new Map<string, number>();
  const parts = contents.map(
    (content) => readTemplate(content.kind === 'text' ? content.body : (content.subject ?? '')).parts,
  );
  for (const own of values)
    for (const field of new Set(parts.flatMap((template) => missingIn(template, own))))
      gaps.set(field, (gaps.get(field) ?? 0) + 1);
  const credits = Math.round(recipients * average);
  const { monthlyMessages: limit, usageMessages: used, phoneNumber } = shop.shop;
  const perSecond = phoneNumber === null ? 1 : (call.parts.segmentsPerSecond?.(phoneNumber) ?? 1);
  const perMinute = type === 'email' ? mailsAMinute : Math.max(1, Math.floor((perSecond * 60) / Math.max(1, average)));
  return {
    data: {
      recipients,
      segments: all.length === 0 ? null : { least: Math.min(...all), most: Math.max(...all) },
      credits,
      limit,
      used,
      left: limit === null ? null : Math.max(0, limit - used),
      missing: [...gaps].map(([field, count]) => ({ field, count })).toSorted((a, b) => b.count - a.count),
      looked_at: values.length,
      mail: type === 'email' ? await letterheadOf(call, shop) : null,
      per_minute: perMinute,
      minutes: Math.ceil(recipients / perMinute),
    },
  };
}
/** Who an e-mail says it is from. */
async function letterheadOf({ parts, session: { agencyId }, businessId }: Call, { shop }: Shop) {
  const from = (await parts.mailFrom?.(agencyId, businessId)) ?? null;
  return {
    from: from === null ? null : { name: from.name ?? shop.name, address: from.address },
    has_address: postalAddress(shop.contactInfo) !== null,
  };
}

/** What a mail provider takes of one sender without complaint. */
const mailsAMinute = 600;

async function test(call: Call<unknown, unknown, z.output<typeof TestBroadcast>>) {
  const { type, content, to, contact_id: contactId } = call.body;
  const { parts, businessId } = call;
  await parts.rateLimits.take([{ key: `broadcast-test:${businessId}`, max: testsAnHour, windowMs: 3_600_000 }]);
  if (content.kind === 'mail') return testMail(call, content);
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

/** The same for an e-mail: numbered, so that no mail program puts it together with the one before. */
async function testMail(
  call: Call<unknown, unknown, z.output<typeof TestBroadcast>>,
  { subject, preheader, design_id: designId }: Extract<BroadcastContent, { kind: 'mail' }>,
) {
  const { parts, businessId, session, body } = call;
  const [problem] = body.to.flatMap((address) => {
    const read = emailAddress.safeParse(address);
    return read.success ? [] : [`${address.slice(0, 80)} is not an e-mail address.`];
  });
  if (problem !== undefined) throw validationFailed({ to: [problem] });
  const view =
    designId === null ? null : (
      await parts.readModels.emailTemplate({ agencyId: session.agencyId, businessId }, designId)
    );
  if (view === null) throw validationFailed({ content: ['Choose how it looks first.'] });
  const design = fromFlat(view.records);
  const settings = { ...design.settings, preheader: preheader?.trim() || design.settings.preheader };
  const context = call.context();
  const addresses = [...new Set(body.to.map((address) => emailAddress.parse(address)))];
  for (const email of addresses)
    await parts.commands.mail.sendTest(
      { ...context, commandId: uuidV5(namespaces.command, context.commandId, email) },
      { email, subject: subject ?? '', design: { ...design, settings }, contactId: body.contact_id },
    );
  return { success: true as const, message: `The test is on its way to ${addresses.join(', ')}.` };
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
    const [shop, people] = await Promise.all([shopOf(call), firstOf(call, type, audienceOf(audience), samples)]);
    return {
      data: people.map((member) => ({
        id: member.contactId,
        name: fullName({ firstName: said(member.firstName), lastName: said(member.lastName) }),
        phone: member.phone,
        email: said(member.email),
        values: valuesOf(member, shop) as Record<string, string | null>,
      })),
    };
  }),
  route(broadcastCalls['POST /broadcasts/message-credit'], credit),
  route(broadcastCalls['POST /broadcasts/test'], test),
];
