import type { MissReason } from '../../domain/calls/fields.ts';

/**
 * Why a text was not sent or did not arrive, in the words of the screens and of the files that people take along: by our
 * own reason, and by the carrier's code (Twilio's error and warning dictionary).
 */
export const outcomeWords = {
  'reason.opted-out': 'The contact opted out, so it was not sent.',
  'reason.unreachable': 'This number can’t receive texts, so it was not sent.',
  'reason.no-consent': 'There is no consent on record, so it was not sent.',
  'reason.looks-opted-out': 'A text of theirs looks like an opt-out and no one has reviewed it, so it was not sent.',
  'reason.above-limit': 'They joined above your contact limit. Raise the limit to reach them.',
  'reason.paused': 'They have asked for a pause, so it was not sent.',
  'reason.topic-off': 'They want to hear no more of this campaign, so it was not sent.',
  'reason.too-often': 'They have asked for fewer and have had one this week, so it was not sent.',
  'reason.daily-limit':
    'Held back: they have had as many in a day as you, or the law of their state, let one person have.',
  'reason.same-cause': 'Held back: another automation has just texted them for the same reason.',
  'reason.our-fault': 'Something went wrong here, eight times. It was given up, and we were told.',
  'reason.blocked': 'This contact is on your blacklist or was erased, so it was not sent.',
  'reason.over-limit': 'The plan’s limit is reached, so it was not sent.',
  'reason.insufficient-funds': 'The wallet didn’t have enough funds, so it was not sent.',
  'reason.sender-blocked': 'Your number may not send at the moment, so it was not sent.',
  'reason.inactive-business': 'The account is inactive, so it was not sent.',
  'reason.quiet-hours': 'Waits for the end of quiet hours where the contact is.',
  'reason.retry': 'The carrier had a hiccup; it will be tried again.',
  'reason.rate-limited': 'Waits its turn: the number sends as fast as it may.',
  'reason.unpaid': 'Waits until the subscription is paid.',
  'reason.day-full': 'Waits until tomorrow: T-Mobile takes no more of this brand today (Pacific time).',
  'reason.unregistered': 'Waits until the carriers have registered the number.',
  'reason.unknown': 'The connection broke while sending. We are asking the carrier before anything is sent again.',
  'reason.failed': 'The carrier could not deliver it.',

  'carrier.20429': 'The carrier asked to slow down.',
  'carrier.21211': 'This is not a valid phone number.',
  'carrier.21408': 'Texts to this country are not switched on.',
  'carrier.21610': 'The carrier has this contact on its opt-out list.',
  'carrier.21612': 'The carrier can’t reach this number from yours.',
  'carrier.21614': 'This is not a mobile number.',
  'carrier.21617': 'The text is too long.',
  'carrier.30001': 'The carrier’s queue was full.',
  'carrier.30002': 'The carrier account is suspended.',
  'carrier.30003': 'The phone was switched off or out of reach.',
  'carrier.30004': 'The receiver’s carrier blocked it.',
  'carrier.30005': 'This number doesn’t exist or is no longer in use.',
  'carrier.30006': 'This is a landline or can’t receive texts.',
  'carrier.30007': 'The carrier filtered it as unwanted.',
  'carrier.30008': 'The carrier gave no reason.',
  'carrier.30032': 'Your toll-free number is not verified yet.',
  'carrier.30034': 'Your number is not registered for business texting (A2P 10DLC) yet.',
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
  'reason.taken': 'Taken by an email server that tells nothing more',
  'reason.unsubscribed': 'Unsubscribed from emails',
  'reason.bounced': 'An email came back from this address for good before',
  'reason.complained': 'Has reported an email of yours as spam',
  'reason.lost': 'Nobody knows whether it arrived, and it is not sent twice',
  'reason.no-mailbox': 'There is no such mailbox',
  'reason.no-domain': 'There is no such domain',
  'reason.mailbox-full': 'The mailbox is full',
  'reason.mailbox-closed': 'The mailbox takes nothing',
  'reason.too-large': 'Too large for the mailbox',
  'reason.refused-as-spam': 'Refused as spam',
  'reason.not-reached': 'Their email server could not be reached',
  'reason.refused': 'Refused by their email server',
  'reason.unsaid': 'No reason is known',
  'reason.no-address': 'No number or address',
  'reason.duplicate': 'The same address as somebody else of the audience',
  'reason.missing-value': 'A personal field had no value',
  'reason.erased': 'Erased meanwhile',
  'reason.stopped': 'It was stopped',
  'reason.expired': 'Its time was over',
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
  'not-sent': 'It could not be sent.',
  'outcome-unknown': 'Nobody knows whether it was taken, and it is not sent twice.',
  'no-campaign': 'Its campaign is not there any more.',
  'no-offer': 'Its campaign gives no coupon.',
  'no-design': 'Its email is not there any more.',
  'no-such-user': 'Whom it was to go to is not there any more.',
  'member-left': 'Somebody who was to be told is not of the team any more.',
  'member-without-number': 'Somebody who was to be told has no mobile number.',
  'not-available': 'This can not be done yet.',
  'missing-step': 'The step that comes next is not there any more.',
  'too-many-steps': 'It went through 5,000 steps without coming to an end.',
  'no-wait': 'It went in a circle without waiting.',
  'address-refused': 'This address may not be called.',
  timeout: 'The other system did not answer in time.',
  'too-large': 'The other system answered with too much.',
  'too-many-redirects': 'The other system sent us on too often.',
  aborted: 'The call to the other system was cut off.',
  broken: 'The call to the other system was cut off.',
  unavailable: 'It was not to be reached at that moment.',
  conflict: 'Somebody else changed it at that moment.',
  coupon_used: 'The coupon has been used already.',
  coupon_invalid: 'The coupon is not valid.',
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
