import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { Business, type ExistingBusiness } from '../../domain/businesses/business.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { text } from '../../domain/kernel/fields.ts';
import { AgencyId, BusinessId, CampaignId, type ContactId, SubmissionId } from '../../domain/kernel/ids.ts';
import { byAnswer } from '../../domain/pages/answers.ts';
import { readPage } from '../../domain/pages/model.ts';
import { PageState, versionOf } from '../../domain/pages/page.ts';
import { Device, Source } from '../../domain/submissions/events.ts';
import { checkAnswers, type CheckedPage } from '../../domain/submissions/answers.ts';
import { Submission, submit } from '../../domain/submissions/submission.ts';
import { defaultCountry } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { anybody } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { findOrDeriveContact } from '../directory/contact-directory.ts';
import { listsOf } from '../directory/list-entries.ts';
import { isFull } from '../../domain/limits/contacts.ts';
import { roomFor } from '../directory/contact-room.ts';
import { type CommandServices, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

/** What a page's form sends, as it was typed. */
export const Answers = z.object({
  name: text.optional(),
  phone: text.optional(),
  ...byAnswer(() => text.optional()),
  custom: z.record(z.string().max(40), text).optional(),
  choices: z.array(z.string().max(40)).max(30).optional(),
  /** The box; left out: not ticked. */
  consent: z.boolean().optional(),
});
export type Answers = z.output<typeof Answers>;

const Submitted = z.object({
  submissionId: SubmissionId,
  campaignId: CampaignId,
  pageVersion: z.number().int().min(1),
  answers: Answers,
  ipAddress: z.string().max(60).nullable(),
  device: Device,
  from: Source,
  referral: z.string().max(60).nullable(),
  /** The page of another site on which a popup was sent. */
  pageAddress: z.string().max(300).nullable().default(null),
});

/**
 * Somebody sends a page's form. One event, whatever follows from it later: named by the key that was minted when the
 * page was drawn, so that twice pressed, gone back or sent again it is the same submission. It is held against the
 * version of the page that was seen, also when a newer one is live by now.
 */
export const submitPage = command({
  input: Submitted,
  by: anybody,
  async run(call, wanted) {
    const { world } = call;
    const { submissionId, campaignId } = wanted;
    const first = async () => {
      const sent = await world.events.read(streams.submission(submissionId));
      const already = stateOf(Submission, sent);
      if (already.status === 'none' || already.campaignId !== campaignId) throw gone();
      const result = { submissionId, contactId: already.contactId, repeated: true };
      return { position: sent.at(-1)!.position, result };
    };
    try {
      return (await enter(call, wanted)) ?? (await first());
    } catch (error) {
      // What was sent once stays sent, whatever has become of the page since.
      if (!(error instanceof DomainError)) throw error;
      return first().catch(() => {
        throw error;
      });
    }
  },
});

/** An entry that is taken for a new one: almost all are, and then nothing of it has to be read. Null: it was there. */
async function enter(
  { world, context }: Call,
  { submissionId, campaignId, pageVersion, answers, ...rest }: z.output<typeof Submitted>,
) {
  const [page, campaign] = await Promise.all([
    world.loadState(streams.page(campaignId), PageState),
    world.loadState(streams.campaign(campaignId), Campaign),
  ]);
  if (page.status === 'none' || campaign.status === 'none') throw gone();
  const version = versionOf(page, pageVersion);
  if (page.status === 'draft' || version === null) throw gone();
  const { businessId } = page;
  const business = await world.loadState(streams.business(BusinessId.parse(businessId)), Business);
  if (business.status === 'none') throw gone();
  const agency =
    business.agencyId === null ?
      null
    : await world.loadState(streams.agency(AgencyId.parse(business.agencyId)), Agency);
  const now = world.now();
  const { endsAt } = campaign.settings;
  if (
    campaign.status === 'archived' ||
    business.status !== 'active' ||
    !business.isActive ||
    agency?.status === 'archived' ||
    (endsAt !== null && endsAt <= now.toISOString())
  )
    throw new DomainError(
      'campaign_closed',
      page.kind === 'vote' && endsAt !== null && endsAt <= now.toISOString() ?
        'This vote is over. It ended before your vote came in.'
      : 'This page takes no entries any more.',
    );

  const checked = checkAnswers(answers, {
    kind: page.kind,
    sections: readPage(page.kind, version.sections) as CheckedPage['sections'],
    company: business.name,
    country: defaultCountry(business),
    settings: campaign.settings,
  });
  const { contactId } = await findOrDeriveContact(world, businessId, checked);
  if ((await listsOf(world, businessId, checked)).black) throw notTaken(business.name);
  if (page.kind === 'popup') await checkPopupRoom(world, business, contactId);
  const work = startUnitOfWork(world, context, { tenant: { agencyId: business.agencyId, businessId } });
  const { events, repeated } = await work.change({
    stream: streams.submission(submissionId),
    aggregate: Submission,
    seen: [],
    decide: (current) =>
      submit(
        {
          submissionId,
          campaignId,
          businessId,
          contactId,
          kind: page.kind,
          pageVersion,
          pageHash: version.hash,
          ...checked,
          ...rest,
        },
        current,
      ),
  });
  return events.length === 0 ? null : work.outcome({ submissionId, contactId, repeated });
}

/** Who is on the blacklist is told in few words, and told whom to ask. */
function notTaken(businessName: string): DomainError {
  const message = `${businessName} can’t take this entry. Please ask them directly.`;
  return new DomainError('validation_failed', message, { form: [message] });
}
/** A popup stands on every page of a site: above the contact limit it takes no one new. */
async function checkPopupRoom(world: CommandServices, business: ExistingBusiness, contactId: ContactId) {
  const rooms = await roomFor(world, business.businessId, business);
  if (!rooms.some(isFull)) return;
  const contact = stateOf(Contact, await world.events.read(streams.contact(contactId)));
  if (contact.status === 'none')
    throw new DomainError('campaign_closed', `${business.name} takes no new sign-ups here right now.`);
}
const gone = (): DomainError => new DomainError('not_found', 'This page does not exist.');
