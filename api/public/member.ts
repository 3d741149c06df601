import { setTimeout } from 'node:timers/promises';
import type { MemberStanding } from '../../commands/loops/member.ts';
import { memberIdOf } from '../../commands/directory/member-id.ts';
import { MemberId, SubmissionId } from '../../domain/kernel/ids.ts';
import type { ActionKind } from '../../domain/loops/fields.ts';
import { isOwnAction } from '../../domain/loops/fields.ts';
import { awaitsEmail } from '../../domain/submissions/submission.ts';
import type { LoopFigures } from '../contract/page-view.ts';
import type { ApiParts } from '../kernel/parts.ts';

type Parts = Pick<ApiParts, 'commands' | 'identifiers' | 'readModels'>;

type Receipt = NonNullable<Awaited<ReturnType<ApiParts['commands']['pages']['receiptOf']>>>;

/** A member as their own page knows them. `counted`: false while their entry is still to be counted, a moment after it. */
export interface PrivateMember {
  readonly standing: MemberStanding;
  readonly counted: boolean;
}

/** The member whose own page a private link opens; null: it is no such link. The link that members share opens nothing. */
export async function memberOfLink({ commands, identifiers }: Parts, token: string): Promise<PrivateMember | null> {
  const id = identifiers.idOf('member-page', token);
  if (id === null) return null;
  const standing = await commands.loops.standing(MemberId.parse(id));
  return standing === null ? null : { standing, counted: true };
}

/**
 * The member that an entry made. `known`: they were a member before this entry, and whoever knows a number can enter it:
 * nothing is shown of them but to who has proved to be them. Null: it is no entry of a loop, or it doesn't count yet.
 */
export async function memberOfEntry(
  { commands }: Parts,
  receipt: Receipt,
  settings: Parameters<typeof awaitsEmail>[1],
): Promise<PrivateMember | 'known' | null> {
  if (receipt.kind !== 'loop' || awaitsEmail(receipt, settings)) return null;
  const standing = await commands.loops.standing(memberIdOf(receipt.campaignId, receipt.contactId));
  if (standing === null) {
    const newcomer = await commands.loops.newcomer(SubmissionId.parse(receipt.submissionId));
    return newcomer === null ? null : { standing: newcomer, counted: false };
  }
  // An address proves who they are where it is all that the entry names them by.
  const proved = receipt.emailVerified && receipt.phone === null;
  return standing.submissionId === receipt.submissionId || proved ? { standing, counted: true } : 'known';
}

/** What a member's page shows. `token`: the private link's, by which they act and claim; `title`: what is shared. */
export async function figuresOf(
  { readModels, identifiers }: Parts,
  { standing }: PrivateMember,
  { origin, token, title }: { readonly origin: string; readonly token: string; readonly title: string },
): Promise<LoopFigures> {
  const { memberId, businessId, points, referrals, unlocked, actions, rewards } = standing;
  const link = `${origin}/l/${identifiers.token('member', memberId)}`;
  const ranked = await readModels.loopMember(businessId, memberId);
  return {
    points,
    referrals,
    ranking: ranked?.rank ?? null,
    unlocked,
    link,
    act: `/api/v1/rewards/${token}/action`,
    actions: actions.map(({ rewardId, action, title: label, points: worth, url, done }) => ({
      id: rewardId,
      action,
      label,
      points: worth,
      done,
      href: isOwnAction(action) ? shareAddress(action, { link, title, url }) : null,
      form: isOwnAction(action) && !done ? `/t/${token}/actions/${rewardId}` : null,
    })),
    rewards: rewards.map(({ rewardId, title: name, description, points: needed, ...reward }) => ({
      id: rewardId,
      title: name,
      description,
      points: needed,
      unlocked: reward.unlocked,
      claimed: reward.claimed,
      handedOut: reward.handedOut,
      link: reward.claimed ? `/t/${identifiers.token('coupon', reward.couponId)}` : null,
      claim: reward.unlocked && !reward.claimed ? `/t/${token}/rewards/${rewardId}` : null,
    })),
  };
}

/** Where a member does what earns points; null: nowhere, its rule names no address. */
export function shareAddress(
  action: ActionKind,
  { link, title, url }: { readonly link: string; readonly title: string; readonly url: string | null },
): string | null {
  const [to, words, both] = [link, title, `${title}\n${link}`].map(encodeURIComponent);
  switch (action) {
    case 'share-facebook':
      return `https://www.facebook.com/sharer/sharer.php?u=${to}`;
    case 'share-twitter':
      return `https://twitter.com/intent/tweet?url=${to}&text=${words}`;
    case 'share-linkedin':
      return `https://www.linkedin.com/sharing/share-offsite/?url=${to}`;
    case 'share-email':
      return `mailto:?subject=${words}&body=${both}`;
    case 'share-text':
      return `sms:?&body=${both}`;
    case 'visit':
      if (url === null || url.trim() === '') return null;
      return /^https?:\/\//iu.test(url) ? url : `https://${url}`;
    case 'join':
    case 'referral':
      return null;
    default:
      return action satisfies never;
  }
}

/** The member that a private token is of: of their own page, or of the entry that made them one. Null: of nobody. */
export async function privateMemberOf(parts: Parts, token: string): Promise<PrivateMember | null> {
  const own = await memberOfLink(parts, token);
  if (own !== null) return own;
  const id = parts.identifiers.idOf('thanks', token);
  const receipt = id === null ? null : await parts.commands.pages.receiptOf(SubmissionId.parse(id));
  const settings = receipt === null ? null : await parts.commands.coupons.terms(receipt.campaignId);
  if (receipt === null || settings === null) return null;
  const member = await memberOfEntry(parts, receipt, settings);
  return member === 'known' ? null : member;
}

/** Between looks whether an entry is counted, and how often, in ms. */
const lookMs = 100;
const maxLooks = 50;
/** The same, once their entry is counted: whoever acts the moment after they have joined needn't press twice. */
export async function countedMemberOf(parts: Parts, token: string): Promise<PrivateMember | null> {
  let member = await privateMemberOf(parts, token);
  for (let look = 0; member?.counted === false && look < maxLooks; look += 1) {
    await setTimeout(lookMs);
    member = await privateMemberOf(parts, token);
  }
  return member;
}
