import { z } from 'zod';
import { Business, type ExistingBusiness } from '../../domain/businesses/business.ts';
import { fillAlert } from '../../domain/sms/alert.ts';
import { Campaign, type ExistingCampaign } from '../../domain/campaigns/campaign.ts';
import { Contact, type KnownContact } from '../../domain/contacts/contact.ts';
import { type CouponWords, memberValues } from '../../domain/personalization/coupon-words.ts';
import type { CampaignWords } from '../../domain/personalization/loop-words.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, CampaignId, ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { renderTemplate } from '../../domain/personalization/text-fields.ts';
import { formatPhone, parsePhone } from '../../domain/sms/phone.ts';
import { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import { receivesEmail } from '../../domain/users/password.ts';
import { User } from '../../domain/users/user.ts';
import { people } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { findOrDeriveContact } from '../directory/contact-directory.ts';
import { couponFor } from '../coupons/issue.ts';
import { textToPerson } from '../directory/alert-people.ts';
import { campaignWords } from '../directory/campaign-words.ts';
import { startUnitOfWork, stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';
import { heldUntil, type TestedOn } from '../delivery/test-sends.ts';
import { queueEmailTo } from '../emails/queue.ts';
import { publicAddress } from '../directory/public-address.ts';
import { ownCampaign } from '../campaigns/own-campaign.ts';

/** ms after which nobody is told any more that somebody has joined. */
const tooLate = 2 * 86_400_000;

/**
 * Somebody has joined a campaign: they are told by email, and people of the business by text and email, as the
 * campaign has it. The command's identity is campaign and contact: whatever the cause, and however often, once.
 */
export const notifyJoined = command({
  input: z.object({ campaignId: CampaignId, contactId: ContactId, joinedAt: z.iso.datetime() }),
  by: ['system'],
  async run({ world, context }, { campaignId, contactId, joinedAt }) {
    const names = { campaign: streams.campaign(campaignId), contact: streams.contact(contactId) };
    const found = await world.events.readMany(Object.values(names));
    const campaign = stateOf(Campaign, found.get(names.campaign));
    const contact = stateOf(Contact, found.get(names.contact));
    const work = startUnitOfWork(world, context, {
      tenant: context.caller.tenant,
      commandId: uuidV5(namespaces.command, 'tell-of-member', campaignId, contactId),
    });
    if (campaign.status === 'none' || contact.status === 'none' || contact.status === 'erased')
      return work.outcome(undefined);
    const { contact: welcome, owner } = campaign.notifications;
    const late = world.now().getTime() - Date.parse(joinedAt) > tooLate;
    if (late || (!welcome.enabled && !owner.enabled)) return work.outcome(undefined);
    const business = stateOf(Business, await world.events.read(streams.business(campaign.businessId)));
    if (business.status === 'none') return work.outcome(undefined);
    if (welcome.enabled) await welcomeMember(world, work, campaign, contact, business);
    if (owner.enabled) await alertOwners(world, work, campaign, contact, business);
    return work.outcome(undefined);
  },
});

async function welcomeMember(
  world: CommandServices,
  work: UnitOfWork,
  campaign: ExistingCampaign,
  contact: KnownContact,
  business: ExistingBusiness,
): Promise<void> {
  const { email } = contact.details;
  const { subject, body } = campaign.notifications.contact;
  if (!receivesEmail(email) || subject.trim() === '' || body.trim() === '') return;
  const { campaignId, businessId } = campaign;
  const { contactId } = contact;
  const coupon = await couponFor(world, campaign, contactId, business);
  const mailId = uuidV5(namespaces.message, businessId, 'welcome', campaignId, contactId);
  const own = await campaignWords(world, campaign, contactId, business, [subject, body], true);
  const words = welcomeWords(campaign, { subject, body }, contact, business.name, coupon?.words ?? null, own);
  await queueEmailTo(work, { mailId, businessId, contactId, campaignId, purpose: 'welcome', to: email, ...words });
}

/** What a member reads, their own values filled in. The coupon has a button whether or not the words name it. */
function welcomeWords(
  campaign: Pick<ExistingCampaign, 'keyword'>,
  { subject, body }: { readonly subject: string; readonly body: string },
  contact: Pick<KnownContact, 'firstName' | 'lastName' | 'phone'>,
  businessName: string,
  coupon: CouponWords | null,
  own: CampaignWords | null,
) {
  const phone = contact.phone === null ? null : formatPhone(contact.phone);
  const values = memberValues({ contact, phone, businessName, keyword: campaign.keyword, coupon, campaign: own });
  const written = renderTemplate(subject, values, 'subject');
  return {
    subject: written.trim() === '' ? businessName : written,
    body: renderTemplate(body, values),
    button: coupon === null ? null : { label: 'Open your coupon', url: coupon.link },
  };
}

async function alertOwners(
  world: CommandServices,
  work: UnitOfWork,
  campaign: ExistingCampaign,
  contact: KnownContact,
  business: ExistingBusiness,
): Promise<void> {
  const { campaignId, businessId, keyword } = campaign;
  const { text, phones, emails } = campaign.notifications.owner;
  const { phone, firstName, lastName, details } = contact;
  const words = fillAlert(text, {
    phone_number: phone === null ? null : formatPhone(phone),
    email: details.email,
    name: [firstName, lastName].filter((part) => part !== null).join(' '),
    keyword,
  });
  if (words.trim() === '') return;
  const of = [campaignId, contact.contactId] as const;
  for (const to of phones.map((one) => E164.safeParse(one)).flatMap(({ data }) => (data === undefined ? [] : [data])))
    await textToPerson(world, work, {
      business,
      campaignId,
      to,
      words,
      aboutId: contact.contactId,
      of: ['owner-alert', ...of],
    });
  const link = `${await publicAddress(world, business.agencyId)}/business/campaigns/${campaignId}`;
  for (const to of emails)
    await queueEmailTo(work, {
      mailId: uuidV5(namespaces.message, businessId, 'owner-alert', ...of, to.toLowerCase()),
      businessId,
      contactId: (await findOrDeriveContact(world, businessId, { phone: null, email: to })).contactId,
      campaignId,
      purpose: 'owner-alert',
      to,
      subject: `${campaign.name}: new subscriber`,
      body: words,
      button: { label: 'Open the campaign', url: link },
      aboutId: contact.contactId,
    });
}

/** Who joins in a test. */
const sampleMember = { phone_number: '(415) 555-0132', email: 'ada@example.com', name: 'Ada Lovelace' } as const;

/**
 * Sends what is on the screen to the person who is working on it, with a made-up member: the alert to their own address
 * and, where they give one, a number; the email to members to their own address.
 */
export const sendTest = command({
  input: z.discriminatedUnion('what', [
    z.object({
      what: z.literal('alert'),
      campaignId: CampaignId,
      text: z.string().trim().min(1, 'Write the alert.').max(500),
      phone: z.string().trim().max(30).nullable(),
    }),
    z.object({
      what: z.literal('welcome'),
      campaignId: CampaignId,
      subject: z.string().trim().min(1, 'Write a subject.').max(200),
      body: z.string().trim().min(1, 'Write the email.').max(1_600),
    }),
  ]),
  by: people,
  async run(call, given) {
    const { world, context } = call;
    const { campaign, userId, businessId, tenant } = await ownCampaign(call, given);
    const names = { business: streams.business(businessId), user: streams.user(userId) };
    const found = await world.events.readMany(Object.values(names));
    const business = stateOf(Business, found.get(names.business));
    const user = stateOf(User, found.get(names.user));
    if (business.status === 'none' || user.status !== 'active')
      throw new DomainError('not_found', 'This business does not exist.');
    const work = startUnitOfWork(world, context, { tenant });
    const { campaignId, keyword } = campaign;
    const sent: TestedOn[] = [];
    const email = async (words: { subject: string; body: string; button: { label: string; url: string } | null }) => {
      if (!receivesEmail(user.email)) return;
      sent.push({ to: user.email, until: null });
      await queueEmailTo(work, {
        mailId: uuidV5(namespaces.message, businessId, 'test', context.commandId),
        businessId: BusinessId.parse(businessId),
        contactId: (await findOrDeriveContact(world, businessId, { phone: null, email: user.email })).contactId,
        campaignId,
        purpose: 'test',
        to: user.email,
        ...words,
        subject: `[Test] ${words.subject}`,
      });
    };
    if (given.what === 'alert') {
      const words = fillAlert(given.text, { ...sampleMember, keyword });
      if (given.phone !== null && given.phone !== '') {
        const phone = parsePhone(given.phone, 'US', 'phone');
        if (business.number === null)
          throw refused('phone', 'This business has no number to text from. Set one up first.');
        if (phone === business.number) throw refused('phone', 'This is the business’s own number.');
        await textToPerson(world, work, { business, campaignId, to: phone, words, of: ['test', context.commandId] });
        sent.push({ to: formatPhone(phone), until: heldUntil(world, business, phone) });
      }
      await email({ subject: `${campaign.name}: new subscriber`, body: words, button: null });
    } else {
      const address = await publicAddress(world, business.agencyId);
      const coupon: CouponWords | null =
        campaign.offer.discountType === 'none' ?
          null
        : { code: '7K2MQ-XN4RT', link: `${address}/business/campaigns/${campaignId}`, expires: 'in two weeks' };
      const member = { firstName: 'Ada', lastName: 'Lovelace', phone: null };
      const link = `${address}/business/campaigns/${campaignId}`;
      const own = { page: link, loop: campaign.type === 'loop' ? { link, page: link, points: 120 } : null };
      await email(welcomeWords({ keyword }, given, member, business.name, coupon, own));
    }
    return work.outcome({ sent, timezone: business.timezone });
  },
});

const refused = (field: string, message: string): DomainError =>
  new DomainError('validation_failed', message, { [field]: [message] });
