import { creditsOf, forecast, groupsOf, type HeldByDay } from '../../domain/broadcasts/forecast.ts';
import type { Audience, BroadcastType, Schedule } from '../../domain/broadcasts/fields.ts';
import { emailTrouble } from '../../domain/broadcasts/health.ts';
import { startOf } from '../../domain/broadcasts/schedule.ts';
import { fieldsWithoutLink } from '../../domain/email-design/links.ts';
import { eachAttribute } from '../../domain/contacts/attributes.ts';
import { customFieldList } from '../../domain/custom-fields/list.ts';
import { withPrefix } from '../../domain/sms/prefix.ts';
import { localDay } from '../../domain/kernel/day.ts';
import { asked } from '../../domain/kernel/list.ts';
import { fullName } from '../../domain/contacts/name.ts';
import { couponMergeFields, postalAddress } from '../../domain/personalization/fields.ts';
import { fill, missingIn, readTemplate, type Values } from '../../domain/personalization/template.ts';
import { mergeValues, senderValues } from '../../domain/personalization/values.ts';
import { tmobileDay } from '../../domain/registrations/limits.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import type { AudienceMember } from '../../projections/contacts/audience.ts';
import type { BroadcastContent, MessageCredit, SampleContact } from '../contract/broadcasts.ts';
import { notFound } from '../kernel/errors.ts';
import { limitsFor } from '../kernel/limits.ts';
import type { Call } from '../kernel/route.ts';
import { broadcastCost } from './broadcast-cost.ts';

/** The business whose broadcast it is, whoever asks. */
export type Desk = Pick<Call, 'parts' | 'businessId' | 'signal'>;

export const channelOf = (type: BroadcastType): 'text' | 'mail' => (type === 'email' ? 'mail' : 'text');
/** Recipients whose own words are counted for what a draft costs; the rest is like them. */
const lookedAt = 500;
const samples = 20;

/** The business as merge fields and costs need it. */
export async function shopOf({ parts, businessId }: Desk) {
  const [prefix, shop, fields] = await Promise.all([
    parts.commands.registrations.textPrefix(businessId),
    parts.readModels.business(businessId),
    parts.readModels.customFields(businessId, asked(customFieldList, { perPage: 100 })),
  ]);
  if (shop === null) throw notFound();
  return { shop, custom: fields.data, prefix };
}
export type Shop = Awaited<ReturnType<typeof shopOf>>;

export const said = (value: string | null): string | null => (value === '' ? null : value);
/**
 * A coupon is issued as the text or email goes out: until then there is an example, with a link as long as a real one.
 * Where the broadcast belongs to no campaign its fields are refused.
 */
const exampleOfCoupon = { ...couponMergeFields, coupon_link: `${couponMergeFields.coupon_link}/${'7k2mq'.repeat(8)}` };
export const valuesOf = (member: AudienceMember, { shop, custom }: Shop): Values =>
  mergeValues({
    person: {
      firstName: said(member.firstName),
      lastName: said(member.lastName),
      phone: member.phone === null ? null : formatPhone(member.phone),
      details: { ...eachAttribute((name) => said(member[name])), custom: member.custom ?? {} },
    },
    sender: { name: shop.name, contactInfo: shop.contactInfo, dateFormat: shop.dateFormat },
    custom,
  });
const withCoupon = (member: AudienceMember, shop: Shop): Values => ({ ...valuesOf(member, shop), ...exampleOfCoupon });

/** The first of an audience to whom nothing is known to stand in the way. */
export async function firstOf(desk: Desk, type: BroadcastType, audience: Audience, limit: number) {
  const { members } = await desk.parts.readModels.audiencePage(desk.businessId, channelOf(type), audience, {
    after: null,
    limit: limit * 2,
    custom: true,
  });
  return members.filter(({ reason }) => reason === null).slice(0, limit);
}

/** How many a draft would go to. */
export const recipientsOf = async (
  { parts, businessId, signal }: Desk,
  { type, audience, windowHours }: { type: BroadcastType; audience: Audience; windowHours: number | null },
) => parts.readModels.audienceFunnel(businessId, { channel: channelOf(type), audience, windowHours }, signal);

/** A few of those whom it would go to, with what its merge fields become for them. */
export function samplesOf(people: readonly AudienceMember[], shop: Shop): SampleContact[] {
  return people
    .slice(0, samples)
    .map((member) => ({
      id: member.contactId,
      name: fullName({ firstName: said(member.firstName), lastName: said(member.lastName) }),
      phone: member.phone,
      email: said(member.email),
      values: withCoupon(member, shop) as Record<string, string | null>,
    }));
}
export const peopleFor = (desk: Desk, type: BroadcastType, audience: Audience, most: number = samples) =>
  firstOf(desk, type, audience, most);

export interface CostQuestion {
  readonly type: BroadcastType;
  readonly contents: readonly BroadcastContent[];
  readonly audience: Audience;
  readonly windowHours: number | null;
  readonly schedule: Schedule;
  readonly validHours: number;
  /** When it is known to begin; left out: as its schedule says. */
  readonly startAt?: string | null;
}
/** What the registration of a number lets it send; null: none says. */
export const limitsOfNumber = async (parts: Call['parts'], number: string) =>
  (await parts.registeredLimits?.(number)) ?? null;
/** A day's segments as people, by what one takes on average; on a later day than today all of it is left. */
export const peopleADay = (
  { most, left }: { readonly most: number; readonly left: number },
  average: number,
  isToday = true,
) => ({
  most: Math.floor(most / Math.max(1, average)),
  left: Math.floor((isToday ? left : most) / Math.max(1, average)),
});
export const presentHeld = (held: HeldByDay | undefined) =>
  held === undefined ? null : { count: held.count, until: held.until.toISOString() };

/** What an email provider takes of one sender without complaint. */
const emailsAMinute = 600;

/** What a broadcast would use, and when it is done; with those whose own words it was counted by. */
export async function costOf(desk: Desk, question: CostQuestion) {
  const { type, contents, audience, windowHours, schedule, validHours } = question;
  const [shop, funnel, people] = await Promise.all([
    shopOf(desk),
    recipientsOf(desk, { type, audience, windowHours }),
    firstOf(desk, type, audience, lookedAt),
  ]);
  const { recipients } = funnel;
  const values = people.map((member) => withCoupon(member, shop));
  const { credits: average, ...segments } = segmentsOf(contents, values, shop.prefix);
  const credits = Math.round(recipients * average);
  const { usageMessages, phoneNumber, timezone } = shop.shop;
  const { messages: limit } = await limitsFor(desk, desk.businessId, shop.shop);
  const now = desk.parts.now();
  const startAt = new Date(
    Math.max(now.getTime(), Date.parse(question.startAt ?? startOf(schedule, timezone, now) ?? '') || 0),
  );
  const [month, thisMonth] = [monthOf(startAt, timezone), monthOf(now, timezone)];
  const used = month === thisMonth ? usageMessages : 0;
  const left = limit === null ? null : Math.max(0, limit - used);
  const registered = type === 'email' || phoneNumber === null ? null : await limitsOfNumber(desk.parts, phoneNumber);
  const perSecond =
    registered?.segmentsPerSecond ?? (phoneNumber === null ? 1 : (desk.parts.segmentsPerSecond?.(phoneNumber) ?? 1));
  const perMinute = type === 'email' ? emailsAMinute : Math.max(1, Math.floor((perSecond * 60) / Math.max(1, average)));
  const groups = groupsOf(
    people.map(({ phone }) => phone),
    recipients,
    people,
  );
  const channel = channelOf(type);
  const { doneAt, inTime, waits, held } = forecast({
    groups,
    perMinute,
    startAt,
    validHours,
    channel,
    zone: timezone,
    schedule,
    ...(registered !== null && { day: peopleADay(registered.day, average, tmobileDay(startAt) === tmobileDay(now)) }),
  });
  const credit: MessageCredit['data'] = {
    recipients,
    segments: segments.least === null ? null : { least: segments.least, most: segments.most },
    credits,
    cost: await broadcastCost(desk.parts, {
      businessId: desk.businessId,
      agencyId: shop.shop.agencyId,
      phoneNumber,
      type,
      credits: type === 'email' ? recipients : credits,
      phones: people.map(({ phone }) => phone),
      used: usageMessages,
      day: localDay(timezone, startAt),
    }),
    month,
    limit,
    used,
    left,
    left_after: left === null ? null : left - credits,
    missing: missingOf(contents, values),
    looked_at: values.length,
    prefix: type === 'email' ? null : shop.prefix,
    mail: type === 'email' ? await letterheadOf(desk, shop) : null,
    per_minute: perMinute,
    minutes: Math.ceil(recipients / perMinute),
    starts_at: startAt.toISOString(),
    done_at: doneAt?.toISOString() ?? null,
    in_time: inTime,
    waits,
    held: presentHeld(held),
  };
  return { credit, funnel, people, shop };
}

/** Who an email says it is from, and whether it would go out. */
async function letterheadOf({ parts, businessId }: Desk, { shop }: Shop) {
  const [from, figures] = await Promise.all([
    parts.mailFrom?.(shop.agencyId, businessId) ?? null,
    parts.readModels.emailFigures(businessId),
  ]);
  return {
    from: from === null ? null : { name: from.name ?? shop.name, address: from.address },
    has_address: postalAddress(shop.contactInfo) !== null,
    fields_without_link: [...fieldsWithoutLink(senderValues(shop))],
    trouble: emailTrouble(figures),
  };
}

/** `2026-11`, by the calendar of a zone. */
const monthOf = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' }).format(at).slice(0, 7);

/** Of one recipient; `credits`: on average. Without anybody to look at, the bare words are counted. */
function segmentsOf(contents: readonly BroadcastContent[], values: readonly Values[], prefix: string | null) {
  const texts = contents.filter((content) => content.kind === 'text');
  const people = values.length === 0 ? [{}] : values;
  const filled = texts.flatMap(({ body, media }) => {
    const { parts } = readTemplate(body);
    return people.map((own) => ({ body: withPrefix(prefix, fill(parts, own)), media }));
  });
  if (filled.length === 0) return { credits: 0, least: null, most: null } as const;
  const counts = filled.map((text) => creditsOf(text));
  return {
    credits: counts.reduce((sum, count) => sum + count, 0) / counts.length,
    least: Math.min(...counts),
    most: Math.max(...counts),
  };
}

/** Merge fields that have neither a value nor a fall-back, with how many it would show for; the most frequent first. */
function missingOf(contents: readonly BroadcastContent[], values: readonly Values[]) {
  const gaps = new Map<string, number>();
  const templates = contents.map(
    (content) => readTemplate(content.kind === 'text' ? content.body : (content.subject ?? '')).parts,
  );
  for (const own of values)
    for (const field of new Set(templates.flatMap((template) => missingIn(template, own))))
      gaps.set(field, (gaps.get(field) ?? 0) + 1);
  return [...gaps].map(([field, count]) => ({ field, count })).toSorted((a, b) => b.count - a.count);
}
