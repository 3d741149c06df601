import type { BroadcastId, BusinessId, CampaignId, ContactId } from '../kernel/ids.ts';
import { straightenPunctuation } from '../sms/segments.ts';
import { type E164, maxTextLength } from '../sms/values.ts';
import {
  TextedBroadcastCodeRejected,
  TextedBroadcastConfirmed,
  TextedBroadcastEnded,
  type TextedBroadcastEvent,
  TextedBroadcastOffered,
  TextedBroadcastRequested,
} from './events.ts';
import type { Answer, Called } from './read.ts';
import type { Request, TextedBroadcast } from './texted-broadcast.ts';

export const codeMinutes = 15;
export const maxWrongCodes = 5;
const lockedMs = 3_600_000;
/** What stands around the words in the question whether to send them fits beside them in one text. */
export const longestTexted = maxTextLength - 350;

/** What a text of a broadcaster does, and what they are told at once; null: they hear later, or it is nothing to us. */
export interface Outcome {
  readonly events: readonly TextedBroadcastEvent[];
  readonly reply: string | null;
}
const say = (reply: string, events: readonly TextedBroadcastEvent[] = []): Outcome => ({
  events,
  reply: straightenPunctuation(reply),
});
const about = ({ contactId, businessId, broadcastId }: Request) => ({ contactId, businessId, broadcastId });
const waits = ({ status }: TextedBroadcast): boolean => status === 'requested' || status === 'offered';

export function end(
  reason: 'replaced' | 'refused' | 'opted-out' | 'declined',
  state: TextedBroadcast,
): readonly TextedBroadcastEvent[] {
  return state.request !== null && waits(state) ?
      [TextedBroadcastEnded.create({ ...about(state.request), reason })]
    : [];
}

/** Codes can't be guessed: after five wrong ones within an hour none is asked for until that hour is over. */
const isLocked = ({ wrongCodes }: TextedBroadcast, at: string): boolean => {
  const fifth = wrongCodes.at(-maxWrongCodes);
  return fifth !== undefined && Date.parse(fifth) > Date.parse(at) - lockedMs;
};
const locked = 'Too many wrong codes. Nothing was sent. Try again in an hour.';

/** A new request takes the place of the one before. */
export function request(
  asked: Called & {
    readonly contactId: ContactId;
    readonly businessId: BusinessId;
    readonly broadcastId: BroadcastId;
    readonly campaignId: CampaignId;
    readonly name: string;
    readonly phone: E164;
    readonly pictures: number;
    readonly at: string;
  },
  state: TextedBroadcast,
): Outcome {
  const { pictures, at, ...data } = asked;
  if (isLocked(state, at)) return say(locked);
  if (pictures > 0)
    return say('Pictures can’t be sent from a phone. Text the words alone, or send it under Broadcasts.');
  if (data.body.length > longestTexted) {
    const most = longestTexted.toLocaleString('en-US');
    return say(`That’s too long to send from a phone. Use up to ${most} characters. Nothing was sent.`);
  }
  return { events: [...end('replaced', state), TextedBroadcastRequested.create(data)], reply: null };
}

/** What the phone was asked is answered. Null: it was asked nothing, so this is an ordinary text. */
export function answer(
  { answer, code, at }: { readonly answer: Answer; readonly code: string | null; readonly at: string },
  state: TextedBroadcast,
): Outcome | null {
  const { request, status, expiresAt } = state;
  if (request === null || status === 'none') return null;
  const isOffered = status === 'offered' && expiresAt !== null && Date.parse(at) <= Date.parse(expiresAt);
  if (answer.kind === 'no')
    return status === 'requested' || isOffered ? say('OK, nothing was sent.', end('declined', state)) : null;
  if (answer.code === null) return isOffered ? say('Add the code from our last text, such as YES 1234.') : null;
  if (answer.bare && !isOffered) return null;
  if (status === 'confirmed') return say('You’ve already confirmed that broadcast.');
  if (isLocked(state, at)) return say(locked);
  if (!isOffered) return say('No broadcast is waiting for a code. Text your keyword and message again.');
  if (answer.code === code)
    return { events: [TextedBroadcastConfirmed.create({ ...about(request), keyword: request.keyword })], reply: null };
  const rejected = TextedBroadcastCodeRejected.create({ ...about(request), at });
  const recent = state.wrongCodes.filter((wrong) => Date.parse(wrong) > Date.parse(at) - lockedMs).length + 1;
  if (recent >= maxWrongCodes)
    return say(locked, [rejected, TextedBroadcastEnded.create({ ...about(request), reason: 'wrong-codes' })]);
  const left = maxWrongCodes - recent;
  return say(`That code is wrong. You have ${left} more ${left === 1 ? 'try' : 'tries'}.`, [rejected]);
}

/** The phone is told who would get what. Nothing where that request waits no more. */
export function offer(
  {
    broadcastId,
    recipients,
    now,
  }: { readonly broadcastId: BroadcastId; readonly recipients: number; readonly now: Date },
  state: TextedBroadcast,
): readonly TextedBroadcastEvent[] {
  const { request, status } = state;
  if (request === null || request.broadcastId !== broadcastId || status !== 'requested') return [];
  const expiresAt = new Date(now.getTime() + codeMinutes * 60_000).toISOString();
  return [TextedBroadcastOffered.create({ ...about(request), recipients, expiresAt })];
}
