import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { Campaign, type ExistingCampaign } from '../../domain/campaigns/campaign.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { fullName } from '../../domain/contacts/name.ts';
import { type CampaignId, ContactId, MemberId, namespaces, SubmissionId, uuidV5 } from '../../domain/kernel/ids.ts';
import { type ExistingMember, joinLoop, Member, recordReferral } from '../../domain/loops/member.ts';
import { LoopRules } from '../../domain/loops/rules.ts';
import { suspicionsOf } from '../../domain/loops/suspicion.ts';
import { awaitsEmail, Submission } from '../../domain/submissions/submission.ts';
import { streams } from '../../domain/streams.ts';
import { type Call, command } from '../kernel/command.ts';
import { listsOf } from '../directory/list-entries.ts';
import { startUnitOfWork, stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';
import { memberIdOf } from '../directory/member-id.ts';
import { unlocking } from './member.ts';

/**
 * Who sent a loop's form is in it. Whoever's link they followed is credited once they have done a verified act: the
 * link in an email where the page verifies addresses, the answer to a text where it asks twice, else the entry itself.
 * Called again when that has happened, it does what is missing.
 */
export const joinFromPage = command({
  input: z.object({ submissionId: SubmissionId }),
  by: ['system'],
  run: (call, { submissionId }) => join(call, submissionId),
});

/** A contact's number has answered: whoever invited them into a loop that waited for it is credited. */
export const creditInviters = command({
  input: z.object({ contactId: ContactId }),
  by: ['system'],
  async run({ world, context }, { contactId }) {
    const contact = stateOf(Contact, await world.events.read(streams.contact(contactId)));
    const loops = contact.status === 'none' ? [] : [...contact.joined];
    const names = loops.map((campaignId) => streams.member(memberIdOf(campaignId, contactId)));
    const members = [...(await world.events.readMany(names)).values()].map((events) => stateOf(Member, events));
    const done = startUnitOfWork(world, context, { tenant: context.caller.tenant });
    for (const member of members)
      if (member.status === 'member' && member.invitedBy !== null && member.submissionId !== null)
        await join({ world, context }, member.submissionId);
    return done.outcome(null);
  },
});

/** Who texts a loop's keyword is in it, as whoever enters on its page: within the reaction to that text, named by it. */
export async function joinByText(
  world: CommandServices,
  work: UnitOfWork,
  { campaignId, businessId }: Pick<ExistingCampaign, 'campaignId' | 'businessId'>,
  { contactId, phone }: { readonly contactId: ContactId; readonly phone: string },
): Promise<void> {
  if ((await listsOf(world, businessId, { phone, email: null })).black) return;
  const memberId = memberIdOf(campaignId, contactId);
  const rules = stateOf(LoopRules, await world.events.read(streams.loopRules(campaignId)));
  const joining = { memberId, campaignId, businessId, contactId, invitedBy: null, submissionId: null };
  await work.change({
    stream: streams.member(memberId),
    aggregate: Member,
    decide: (member) => unlocking(joinLoop(joining, member), member, rules),
  });
}

async function join({ world, context }: Call, submissionId: SubmissionId) {
  const sent = await world.events.read(streams.submission(submissionId));
  const submission = stateOf(Submission, sent);
  const cause = sent[0];
  const tenant = cause?.metadata.tenant ?? context.caller.tenant;
  const work = startUnitOfWork(world, context, {
    tenant,
    commandId: uuidV5(namespaces.command, 'join-loop', submissionId, context.commandId),
    causationId: cause?.id ?? null,
  });
  if (submission.status === 'none' || submission.kind !== 'loop') return work.outcome(null);
  const { campaignId, businessId, contactId, referral } = submission;
  const { black, white } = await listsOf(world, businessId, submission);
  if (black) return work.outcome(null);
  const memberId = memberIdOf(campaignId, contactId);
  const rules = stateOf(LoopRules, await world.events.read(streams.loopRules(campaignId)));
  const inviter = await inviterOf(referral, campaignId);
  const invitedBy = inviter?.memberId ?? null;
  await work.change({
    stream: streams.member(memberId),
    aggregate: Member,
    decide: (member) =>
      unlocking(
        joinLoop({ memberId, campaignId, businessId, contactId, invitedBy, submissionId }, member),
        member,
        rules,
      ),
  });
  // Who was in before did not come by this link.
  const joined = stateOf(Member, await world.events.read(streams.member(memberId)));
  const came = joined.status === 'member' && joined.invitedBy !== null && joined.submissionId === submissionId;
  if (came && inviter !== null && (await verified())) {
    const inviting = await entryOf(inviter);
    // Whoever of the two is on the whitelist is taken for no fraud.
    const trusted = white || (inviting !== null && (await listsOf(world, businessId, inviting)).white);
    const now = world.now().toISOString();
    await work.change({
      stream: streams.member(inviter.memberId),
      aggregate: Member,
      decide: (member, recorded) => {
        const earlier = recorded.filter(({ type }) => type === 'ReferralRecorded').map(occurredAt);
        const suspicions =
          inviting === null || trusted ?
            []
          : suspicionsOf(submission, inviting, { earlier, now, sentAt: [occurredAt(sent[0]!), inviting.sentAt] });
        return unlocking(recordReferral({ invited: memberId, suspicions }, member), member, rules);
      },
    });
  }
  return work.outcome({ memberId });

  /** The member whose link it was, of this very loop; null for a token that is nobody's. */
  async function inviterOf(token: string | null, loop: CampaignId) {
    const id = token === null ? null : world.identifiers.idOf('member', token);
    if (id === null || id === memberId) return null;
    const member = stateOf(Member, await world.events.read(streams.member(MemberId.parse(id))));
    return member.status === 'member' && member.campaignId === loop ? member : null;
  }
  /** What the inviter entered, and when; of who joined by a text, who they are. */
  async function entryOf(inviting: ExistingMember) {
    if (inviting.submissionId !== null) {
      const events = await world.events.read(streams.submission(inviting.submissionId));
      const entry = stateOf(Submission, events);
      return entry.status === 'none' ? null : { ...entry, sentAt: occurredAt(events[0]!) };
    }
    const contact = stateOf(Contact, await world.events.read(streams.contact(inviting.contactId)));
    if (contact.status === 'none' || contact.status === 'erased') return null;
    const { phone, details } = contact;
    const unseen = { ipAddress: null, device: 'unknown' as const, sentAt: world.now().toISOString() };
    return { ...unseen, phone, email: details.email, name: fullName(contact) };
  }
  async function verified(): Promise<boolean> {
    const { settings } = knownCampaign(stateOf(Campaign, await world.events.read(streams.campaign(campaignId))));
    if (settings.verifyEmail && submission.status === 'sent' && submission.email !== null)
      return !awaitsEmail(submission, settings);
    if (!settings.doubleOptIn) return true;
    return stateOf(Contact, await world.events.read(streams.contact(contactId))).status === 'subscribed';
  }
}

const occurredAt = ({ metadata }: StoredEvent): string => metadata.occurredAt;
const knownCampaign = (campaign: Campaign) =>
  campaign.status === 'none' ? { settings: { verifyEmail: false, doubleOptIn: false } } : campaign;
