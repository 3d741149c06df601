import type { MissReason } from '../../domain/calls/fields.ts';

/**
 * Why a text was not sent or did not arrive, in the words of the screens and of the files that people take along: by our
 * own reason, and by the carrier's code (Twilio's error and warning dictionary).
 */
export const outcomeWords = {
  'reason.opted-out': 'Not sent: the contact opted out.',
  'reason.unreachable': 'Not sent: this number can’t get texts.',
  'reason.no-consent': 'Not sent: no consent on record.',
  'reason.looks-opted-out': 'Not sent: one of their texts looks like an opt-out and hasn’t been reviewed.',
  'reason.above-limit': 'They joined above your contact limit. Raise the limit to reach them.',
  'reason.paused': 'Not sent: they asked for a break.',
  'reason.topic-off': 'Not sent: they opted out of this campaign.',
  'reason.too-often': 'Not sent: they chose fewer messages and got one this week.',
  'reason.daily-limit': 'Not sent: they reached your daily limit or that of their state’s law.',
  'reason.same-cause': 'Not sent: another automation just texted them for the same reason.',
  'reason.our-fault': 'Not sent: a problem on our side. We’ve been notified.',
  'reason.blocked': 'Not sent: the contact is on your blacklist or was erased.',
  'reason.over-limit': 'Not sent: your plan’s limit is reached.',
  'reason.insufficient-funds': 'Not sent: the wallet didn’t have enough funds.',
  'reason.sender-blocked': 'Not sent: your number can’t send right now.',
  'reason.inactive-business': 'Not sent: the account is inactive.',
  'reason.quiet-hours': 'Waiting for quiet hours to end in the contact’s time zone.',
  'reason.retry': 'The carrier had a problem. We’ll retry.',
  'reason.rate-limited': 'Waiting its turn: the number sends at its top rate.',
  'reason.unpaid': 'Waiting until the subscription is paid.',
  'reason.day-full': 'Waiting until tomorrow: T-Mobile’s daily limit is reached (Pacific time).',
  'reason.unregistered': 'Waiting until the number is registered.',
  'reason.unknown': 'The connection broke while sending. We’re checking with the carrier before we retry.',
  'reason.failed': 'The carrier couldn’t deliver it.',

  'carrier.20429': 'The carrier asked to slow down.',
  'carrier.21211': 'This isn’t a valid phone number.',
  'carrier.21408': 'Texts to this country aren’t turned on.',
  'carrier.21610': 'The carrier has this contact on its opt-out list.',
  'carrier.21612': 'The carrier can’t reach this number from yours.',
  'carrier.21614': 'This isn’t a mobile number.',
  'carrier.21617': 'The text is too long.',
  'carrier.30001': 'The carrier’s queue was full.',
  'carrier.30002': 'The carrier account is suspended.',
  'carrier.30003': 'The phone was off or out of reach.',
  'carrier.30004': 'The receiver’s carrier blocked it.',
  'carrier.30005': 'This number doesn’t exist or is no longer in use.',
  'carrier.30006': 'This is a landline or can’t receive texts.',
  'carrier.30007': 'The carrier filtered it as unwanted.',
  'carrier.30008': 'The carrier gave no reason.',
  'carrier.30032': 'Your toll-free number isn’t verified yet.',
  'carrier.30034': 'Your number isn’t registered for business texting (A2P 10DLC) yet.',
} as const;

/** Why no one spoke with a caller. */
export const missWords = {
  'no-answer': 'No one picked up',
  busy: 'The line was busy',
  declined: 'The call was declined',
  unreachable: 'The phone was out of reach',
  'hung-up': 'The caller hung up',
  'not-forwarded': 'Calls weren’t forwarded',
} as const satisfies Readonly<Record<MissReason, string>>;

const missed: Readonly<Record<string, string>> = missWords;
export const missText = (reason: string): string => missed[reason] ?? reason;

/** What is said of recipients of a broadcast alone. */
export const recipientWords = {
  // Of emails.
  'reason.taken': 'Accepted by a mail server that confirms nothing more',
  'reason.unsubscribed': 'Unsubscribed from emails',
  'reason.bounced': 'An earlier email to this address bounced',
  'reason.complained': 'Reported one of your emails as spam',
  'reason.lost': 'Delivery unknown, so it isn’t sent again',
  'reason.no-mailbox': 'Mailbox doesn’t exist',
  'reason.no-domain': 'Domain doesn’t exist',
  'reason.mailbox-full': 'The mailbox is full',
  'reason.mailbox-closed': 'The mailbox is closed',
  'reason.too-large': 'Too large for the mailbox',
  'reason.refused-as-spam': 'Rejected as spam',
  'reason.not-reached': 'Couldn’t reach their mail server',
  'reason.refused': 'Rejected by their mail server',
  'reason.unsaid': 'No reason given',
  'reason.no-address': 'No number or address',
  'reason.duplicate': 'Same address as another contact in the audience',
  'reason.missing-value': 'A merge field had no value',
  'reason.erased': 'Erased before sending',
  'reason.stopped': 'Stopped',
  'reason.expired': 'Ran out of time',
} as const;

/** By our own reason, or the carrier's code. */
export const outcomeTexts: Readonly<Record<string, string>> = { ...outcomeWords, ...recipientWords };
const words = outcomeTexts;

/** Why, in words; '' where there is nothing to explain. `errorCode` 0: the carrier named none. */
export const outcomeText = (reason: string, errorCode: number): string =>
  reason === '' && errorCode === 0 ?
    ''
  : (words[`carrier.${errorCode}`] ?? words[`reason.${reason}`] ?? (reason === '' ? words['reason.unsaid']! : reason));

/** What the carrier's code says, in words; a code that we have none for is named. */
export const carrierText = (code: number | string): string =>
  words[`carrier.${code}`] ?? `${outcomeWords['reason.failed']} (${code})`;

/** Why a step of an automation could not be done, beside what is said of texts and emails. */
const stepWords: Readonly<Record<string, string>> = {
  'not-sent': 'It couldn’t be sent.',
  'outcome-unknown': 'Delivery unknown, so it isn’t sent again.',
  'no-campaign': 'Its campaign was deleted.',
  'no-offer': 'Its campaign has no coupon.',
  'no-design': 'Its email was deleted.',
  'no-such-user': 'The assignee left the team.',
  'member-left': 'A teammate to notify left the team.',
  'member-without-number': 'A teammate to notify has no mobile number.',
  'not-available': 'This isn’t available yet.',
  'no-name': 'A first or last name is missing.',
  'integration-refused': 'The integration is off, disconnected, or needs attention.',
  'missing-step': 'The next step was removed.',
  'too-many-steps': 'It ran 5,000 steps without ending.',
  'no-wait': 'It looped without a wait.',
  'address-refused': 'This address can’t be called.',
  timeout: 'The other system didn’t answer in time.',
  'too-large': 'The other system’s answer was too large.',
  'too-many-redirects': 'The other system redirected too often.',
  aborted: 'The call to the other system was cut off.',
  broken: 'The call to the other system was cut off.',
  unavailable: 'It couldn’t be reached.',
  conflict: 'Someone else changed it at the same time.',
  coupon_used: 'The coupon was already redeemed.',
  coupon_invalid: 'The coupon isn’t valid.',
  contact_opted_out: outcomeWords['reason.opted-out'],
};

/** Why a step went as it did, from what the run has noted: a reason, a carrier's code, or what another system answered. */
export function noteText(note: string): string {
  if (note.includes(',')) return note.split(',').map(noteText).join(' ');
  if (/^\d+$/u.test(note)) return carrierText(note);
  const answered = /^answered-(\d+)$/u.exec(note);
  if (answered !== null) return `The other system answered with ${answered[1]}.`;
  return stepWords[note] ?? words[`reason.${note}`] ?? note;
}
