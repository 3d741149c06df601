import type { SentSubmission } from '../submissions/submission.ts';
import type { Suspicion } from './events.ts';

/** More friends than this within an hour are looked at by somebody before they count. */
export const maxPerHour = 10;

/** Two entries within so many minutes were made in one sitting. */
export const inARowMs = 10 * 60_000;

/**
 * How much each speaks for one person behind two entries. An address and a kind of device are shared by everybody in an
 * office or a café: together they are not enough, one more thing is.
 */
const weights: Readonly<Record<Suspicion, number>> = {
  'same-address': 1,
  'same-device': 1,
  'in-a-row': 1,
  'same-name': 2,
  'same-mailbox': 3,
  'many-at-once': 3,
};
const enough = 3;

type Entry = Pick<SentSubmission, 'ipAddress' | 'device' | 'email' | 'name'>;

/**
 * What speaks for one person behind two entries, where it is enough to have a look; none otherwise. It refuses nobody:
 * it holds the referral back until somebody has looked. `earlier`: when the inviter's other referrals came, `sentAt`:
 * when the two sent their forms, ISO instants.
 */
export function suspicionsOf(
  invited: Entry,
  inviter: Entry,
  {
    earlier,
    now,
    sentAt,
  }: { readonly earlier: readonly string[]; readonly now: string; readonly sentAt: readonly [string, string] },
): readonly Suspicion[] {
  const found: Suspicion[] = [];
  if (invited.ipAddress !== null && invited.ipAddress === inviter.ipAddress) {
    found.push('same-address');
    if (invited.device === inviter.device && invited.device !== 'unknown') found.push('same-device');
    if (Math.abs(Date.parse(sentAt[0]) - Date.parse(sentAt[1])) < inARowMs) found.push('in-a-row');
  }
  if (nameOf(invited) !== '' && nameOf(invited) === nameOf(inviter)) found.push('same-name');
  if (invited.email !== null && inviter.email !== null && mailboxOf(invited.email) === mailboxOf(inviter.email))
    found.push('same-mailbox');
  const anHourAgo = new Date(Date.parse(now) - 3_600_000).toISOString();
  if (earlier.filter((at) => at > anHourAgo).length >= maxPerHour) found.push('many-at-once');
  return found.reduce((sum, one) => sum + weights[one], 0) >= enough ? found : [];
}

const nameOf = ({ name }: Entry): string =>
  (name ?? '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

/** The mailbox behind an address: what follows a plus is left out, and dots where a provider does not mind them. */
export function mailboxOf(address: string): string {
  const [name = '', host = ''] = address.trim().toLowerCase().split('@');
  const plain = name.split('+')[0]!;
  const [mailbox, domain] =
    host === 'gmail.com' || host === 'googlemail.com' ? [plain.replaceAll('.', ''), 'gmail.com'] : [plain, host];
  return `${mailbox}@${domain}`;
}
