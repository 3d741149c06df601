import type { SentSubmission } from '../submission/submission.ts';
import type { Suspicion } from './events.ts';

/** More friends than this within an hour are looked at by somebody before they count. */
export const mostPerHour = 10;

/**
 * What speaks for one person behind two entries. It refuses nobody: it holds the referral back until somebody has
 * looked. `earlier`: when the inviter's other referrals came, ISO instants.
 */
export function suspicionsOf(
  invited: Pick<SentSubmission, 'ipAddress' | 'device' | 'email'>,
  inviter: Pick<SentSubmission, 'ipAddress' | 'device' | 'email'>,
  { earlier, now }: { readonly earlier: readonly string[]; readonly now: string },
): readonly Suspicion[] {
  const found: Suspicion[] = [];
  const sameAddress = invited.ipAddress !== null && invited.ipAddress === inviter.ipAddress;
  if (sameAddress) found.push(invited.device === inviter.device ? 'same-device' : 'same-address');
  if (invited.email !== null && inviter.email !== null && mailboxOf(invited.email) === mailboxOf(inviter.email))
    found.push('same-mailbox');
  const anHourAgo = new Date(Date.parse(now) - 3_600_000).toISOString();
  if (earlier.filter((at) => at > anHourAgo).length >= mostPerHour) found.push('many-at-once');
  return found;
}

/** The mailbox behind an address: what follows a plus is left out, and dots where a provider does not mind them. */
export function mailboxOf(address: string): string {
  const [name = '', host = ''] = address.trim().toLowerCase().split('@');
  const plain = name.split('+')[0]!;
  const [mailbox, domain] =
    host === 'gmail.com' || host === 'googlemail.com' ? [plain.replaceAll('.', ''), 'gmail.com'] : [plain, host];
  return `${mailbox}@${domain}`;
}
