import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import { carrierClassOf, countryOfNumber } from '../rates/numbers.ts';
import type { E164 } from '../sms/values.ts';
import { CallAnswered, type CallEvent, CallForwarded, CallLegEnded, CallMissed, CallReceived } from './events.ts';
import type { CallLeg, MissReason } from './fields.ts';

export type Call =
  | { readonly status: 'none' }
  | {
      readonly status: 'ringing' | 'answered' | 'missed';
      readonly received: EventOf<typeof CallReceived>['data'];
      /** Null: it is not forwarded. */
      readonly forwarded: { readonly whisper: boolean } | null;
      readonly ended: ReadonlySet<CallLeg>;
    };

export const Call: Aggregate<Call, CallEvent> = {
  initial: { status: 'none' },
  evolve(call, event) {
    if (event.type === 'CallReceived')
      return call.status === 'none' ?
          { status: 'ringing', received: event.data, forwarded: null, ended: new Set() }
        : call;
    if (call.status === 'none') return call;
    switch (event.type) {
      case 'CallForwarded':
        return { ...call, forwarded: { whisper: event.data.whisper } };
      case 'CallAnswered':
        return { ...call, status: 'answered' };
      case 'CallMissed':
        return { ...call, status: 'missed' };
      case 'CallLegEnded':
        return { ...call, ended: new Set([...call.ended, event.data.leg]) };
      default:
        return unchanged(call, event);
    }
  },
};

type Received = Parameters<typeof CallReceived.create>[0];

/** However often the carrier tells of a call, it came in once. `forward` null: no one's phone is to ring. */
export function receiveCall(
  { received, forward }: { readonly received: Received; readonly forward: { readonly whisper: boolean } | null },
  call: Call,
): readonly CallEvent[] {
  if (call.status !== 'none') return [];
  const { callId, businessId, contactId, receivedAt: missedAt } = received;
  const about = { callId, businessId, contactId };
  return [
    CallReceived.create(received),
    forward === null ?
      CallMissed.create({ ...about, reason: 'not-forwarded', missedAt })
    : CallForwarded.create({ ...about, whisper: forward.whisper }),
  ];
}

/** What a carrier tells of a call that it was told to forward. `at`: when it was heard. */
export type HeardOfCall =
  /** Whoever picked up pressed 1. */
  | { readonly kind: 'accepted' }
  /** The ringing or the talk is over: `result` is how, `seconds` how long that phone was connected. */
  | {
      readonly kind: 'forward-ended';
      readonly result: 'completed' | 'no-answer' | 'busy' | 'unreachable' | 'hung-up';
      /** Whether both sides were connected, where the carrier says so. */
      readonly connected: boolean | null;
      readonly seconds: number;
      readonly forwardedTo: E164;
    }
  /** The caller's own call is over. */
  | { readonly kind: 'ended'; readonly seconds: number };

/**
 * Each word counts once, in any order. Whether the call was answered is said first by the person who presses 1, else by
 * how the forwarding ended; what is said once stays.
 */
export function hearOfCall({ heard, at }: { readonly heard: HeardOfCall; readonly at: string }, call: Call) {
  if (call.status === 'none') return [];
  const { callId, businessId, contactId, from, to } = call.received;
  const about = { callId, businessId, contactId };
  const events: CallEvent[] = [];
  const ends = (leg: CallLeg, seconds: number, country: string): void => {
    if (!call.ended.has(leg))
      events.push(
        CallLegEnded.create({ ...about, leg, seconds, country, carrierClass: carrierClassOf(to), endedAt: at }),
      );
  };
  switch (heard.kind) {
    case 'accepted':
      if (call.status === 'ringing' && call.forwarded !== null)
        events.push(CallAnswered.create({ ...about, answeredAt: at }));
      break;
    case 'forward-ended': {
      if (call.forwarded === null) break;
      const isAnswered =
        heard.result === 'completed' && (heard.connected ?? (!call.forwarded.whisper && heard.seconds > 0));
      if (call.status === 'ringing')
        events.push(
          isAnswered ?
            CallAnswered.create({ ...about, answeredAt: at })
          : CallMissed.create({ ...about, reason: missOf(heard), missedAt: at }),
        );
      ends('out', heard.seconds, countryOfNumber(heard.forwardedTo));
      break;
    }
    case 'ended':
      // The number is unreadable once the caller was erased: it is charged as one of our own country.
      ends('in', heard.seconds, countryOfNumber(from ?? to));
      break;
    default:
      return heard satisfies never;
  }
  return events;
}

const missOf = ({ result }: Extract<HeardOfCall, { kind: 'forward-ended' }>): MissReason =>
  result === 'completed' ? 'declined' : result;
