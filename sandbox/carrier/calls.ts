import { request } from 'undici';
import type { Digits } from '../chance.ts';
import type { NumberRecord } from './records.ts';
import { signature } from './signature.ts';
import type { CarrierState } from './state.ts';

/** What becomes of a call: who picks up, and whether they press 1 where they are asked to. */
export const endings = ['answered', 'declined', 'no-answer', 'busy', 'unreachable', 'hung-up'] as const;
export interface PhoneCall {
  readonly from: string;
  readonly to: string;
  readonly ending?: (typeof endings)[number];
  /** How long they talk. Default: 42. */
  readonly seconds?: number;
  /** Everything is asked and told twice. */
  readonly doubled?: boolean;
  /** That the caller’s call ended is told before how the forwarding went. */
  readonly endedFirst?: boolean;
  /** How it ended is told to no one: the callbacks are lost. It can be asked for. */
  readonly untold?: boolean;
}
export interface CallRecord {
  readonly sid: string;
  /** Whose phone rang, and which number it showed; null: no one’s. */
  readonly rang: { readonly number: string; readonly callerId: string | null } | null;
  /** What was said to the person who picked up; null: nothing. */
  readonly whispered: string | null;
  readonly connected: boolean;
  /** The statuses that the application answered with, in order. */
  readonly statuses: readonly number[];
}
/** The number is none of the carrier’s. */
export class UnknownNumber extends Error {}

interface Verb {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};
const plain = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity]!);

/** The verbs of a document, outer ones first. */
function verbsOf(xml: string): Verb[] {
  return [...xml.matchAll(/<([A-Z]\w*)((?:\s+[\w-]+="[^"]*")*)\s*(?:\/>|>([^<]*))/g)].map(([, name, given, text]) => ({
    name: name!,
    attributes: Object.fromEntries(
      [...(given ?? '').matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, plain(value!)]),
    ),
    text: plain(text ?? '').trim(),
  }));
}

/** A leg of a call, as the carrier's status words say it. */
export const dialStatuses = {
  answered: 'completed',
  declined: 'completed',
  'no-answer': 'no-answer',
  busy: 'busy',
  unreachable: 'failed',
  'hung-up': 'canceled',
} as const;
export const bandwidthCauses = {
  answered: 'hangup',
  declined: 'hangup',
  'no-answer': 'timeout',
  busy: 'busy',
  unreachable: 'error',
  'hung-up': 'cancel',
} as const;
/** The seconds that a whisper takes. */
const whisperSeconds = 4;

/** A call that is over, as the carrier can be asked for it. */
export interface EndedCall {
  readonly accountSid: string;
  readonly from: string;
  readonly to: string;
  readonly startedAt: number;
  /** How long both sides talked. */
  readonly seconds: number;
  readonly connected: boolean;
  readonly forwarded: {
    readonly from: string | null;
    readonly to: string;
    readonly ending: (typeof endings)[number];
    readonly seconds: number;
  } | null;
}
/** The second call of a call that was forwarded. */
export const childOf = (sid: string): string =>
  sid.startsWith('CA') ? `CA${sid.slice(2).split('').toReversed().join('')}` : `${sid}-b`;

export type Calls = ReturnType<typeof createCalls>;

/** Calls to the carrier's numbers: it asks the application what to do, does it at once, and tells how it went. */
export function createCalls({ state, digits, now }: { state: CarrierState; digits: Digits; now: () => number }) {
  let placed = 0;
  const over = new Map<string, EndedCall>();
  return {
    /** Calls that are over, by the carrier's id. */
    over: over as ReadonlyMap<string, EndedCall>,
    async place(call: PhoneCall): Promise<CallRecord> {
      const number = state.numbers.get(call.to);
      if (number === undefined) throw new UnknownNumber(`${call.to} is not a number of this carrier`);
      placed += 1;
      const account = state.accounts.get(number.accountSid);
      const line =
        account?.bandwidth === undefined ?
          twilioLine(number, account?.authToken ?? '', `CA${digits('CA', call.from, call.to, now(), placed)}`)
        : bandwidthLine(number, account, `c-${digits('c', call.from, call.to, now(), placed)}`, now);
      const statuses: number[] = [];
      const ask = async (send: (() => Promise<Answer>) | null): Promise<Verb[]> => {
        if (send === null) return [];
        const answers = [await send(), ...(call.doubled === true ? [await send()] : [])];
        statuses.push(...answers.map(({ status }) => status));
        return verbsOf(answers[0]!.xml);
      };

      const first = await ask(line.asks(call));
      const ring = line.ringOf(first);
      const ending = call.ending ?? 'answered';
      let whispered: string | null = null;
      let connected = false;
      if (ring !== null && (ending === 'answered' || ending === 'declined')) {
        connected = true;
        if (ring.whisperUrl !== null) {
          const said = line.questionOf(await ask(line.pickedUp(call, ring, ring.whisperUrl)));
          whispered = said?.words ?? null;
          const after =
            said === null ? [] : await ask(line.pressed(call, ring, said, ending === 'answered' ? '1' : ''));
          connected = said !== null && !after.some(({ name }) => name === 'Hangup');
        }
      }
      const talked = ring === null || !connected ? 0 : (call.seconds ?? 42);
      const outSeconds = whispered === null ? talked : talked + whisperSeconds;
      const rang = ring === null ? null : { number: ring.to, callerId: ring.callerId };
      const forwarded = ring === null ? null : line.forwarded(call, ring, ending, outSeconds, connected);
      const ended = line.ended(call, talked, connected);
      over.set(line.sid, {
        accountSid: number.accountSid,
        from: call.from,
        to: call.to,
        startedAt: now(),
        seconds: talked,
        connected,
        forwarded: ring === null ? null : { from: ring.callerId, to: ring.to, ending, seconds: outSeconds },
      });
      if (call.untold !== true)
        for (const told of call.endedFirst === true ? [ended, forwarded] : [forwarded, ended]) await ask(told);
      return { sid: line.sid, rang, whispered, connected, statuses };
    },
  };
}

interface Answer {
  readonly status: number;
  readonly xml: string;
}
interface Ring {
  readonly to: string;
  readonly callerId: string | null;
  readonly whisperUrl: string | null;
  readonly endedUrl: string;
  readonly signIn: SignIn;
}
/** What was said to the person who picked up, and where the key that they press is told. */
interface Asked {
  readonly words: string;
  readonly url: string;
  readonly signIn: SignIn;
}
type SignIn = { readonly username: string; readonly password: string } | null;
type Ending = (typeof endings)[number];
type Send = (() => Promise<Answer>) | null;

async function post(url: string, headers: Record<string, string>, body: string): Promise<Answer> {
  const answer = await request(url, { method: 'POST', headers, body });
  return { status: answer.statusCode, xml: await answer.body.text() };
}

/** Twilio: signed forms, TwiML (https://www.twilio.com/docs/voice/twiml). */
function twilioLine(number: NumberRecord, token: string, sid: string) {
  const send = (url: string | null, fields: Record<string, string>): Send =>
    url === null || url === '' ?
      null
    : () =>
        post(
          url,
          {
            'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
            'x-twilio-signature': signature(token, url, fields),
          },
          new URLSearchParams(fields).toString(),
        );
  const about = ({ from, to }: PhoneCall, status: string) => ({
    CallSid: sid,
    AccountSid: number.accountSid,
    From: from,
    To: to,
    CallStatus: status,
    Direction: 'inbound',
    ApiVersion: '2010-04-01',
  });
  const child = (ring: Ring) => ({
    CallSid: childOf(sid),
    ParentCallSid: sid,
    AccountSid: number.accountSid,
    From: ring.callerId ?? '',
    To: ring.to,
    CallStatus: 'in-progress',
    Direction: 'outbound-dial',
  });
  return {
    sid,
    asks: (call: PhoneCall) => send(number.voiceUrl ?? null, about(call, 'ringing')),
    ringOf(verbs: readonly Verb[]): Ring | null {
      const dial = verbs.find(({ name }) => name === 'Dial');
      const to = verbs.find(({ name }) => name === 'Number');
      return dial === undefined || to === undefined ?
          null
        : {
            to: to.text,
            callerId: dial.attributes['callerId'] ?? null,
            whisperUrl: to.attributes['url'] ?? null,
            endedUrl: dial.attributes['action'] ?? '',
            signIn: null,
          };
    },
    pickedUp: (_: PhoneCall, ring: Ring, url: string) => send(url, child(ring)),
    questionOf(verbs: readonly Verb[]) {
      const gather = verbs.find(({ name }) => name === 'Gather');
      const say = verbs.find(({ name }) => name === 'Say');
      return gather === undefined ? null : (
          { words: say?.text ?? '', url: gather.attributes['action'] ?? '', signIn: null }
        );
    },
    // Twilio asks nothing more where no key was pressed: the document goes on, and hangs up.
    pressed: (_: PhoneCall, ring: Ring, { url }: Asked, key: string) =>
      key === '' ?
        async () => ({ status: 200, xml: '<Response><Hangup/></Response>' })
      : send(url, { ...child(ring), Digits: key }),
    forwarded: (call: PhoneCall, ring: Ring, ending: Ending, seconds: number, connected: boolean) =>
      send(ring.endedUrl, {
        ...about(call, 'in-progress'),
        DialCallSid: child(ring).CallSid,
        DialCallStatus: dialStatuses[ending],
        DialBridged: String(connected),
        ...(seconds === 0 ? {} : { DialCallDuration: String(seconds) }),
      }),
    ended: (call: PhoneCall, seconds: number, connected: boolean) =>
      send(number.statusCallback, {
        ...about(call, connected ? 'completed' : 'no-answer'),
        CallDuration: String(seconds),
        Duration: String(Math.ceil(seconds / 60)),
      }),
  };
}

/** Bandwidth: JSON with the application's sign-in, BXML (https://dev.bandwidth.com/docs/voice/bxml). */
function bandwidthLine(
  number: NumberRecord,
  account: NonNullable<ReturnType<CarrierState['accounts']['get']>>,
  sid: string,
  now: () => number,
) {
  const own = { username: account.bandwidth?.username ?? '', password: account.authToken };
  /** At an address of a verb Bandwidth signs in with what the verb says, else with nothing. */
  const signInOf = (verb: Verb | undefined): SignIn => {
    const { username, password } = verb?.attributes ?? {};
    return username === undefined || password === undefined ? null : { username, password };
  };
  const voiceUrl = account.bandwidth?.callbackUrl?.replace(/messages$/, 'voice') ?? null;
  const send = (url: string | null, event: Record<string, unknown>, signIn: SignIn): Send =>
    url === null || url === '' ?
      null
    : () =>
        post(
          url,
          {
            'content-type': 'application/json',
            ...(signIn === null ?
              {}
            : { authorization: `Basic ${Buffer.from(`${signIn.username}:${signIn.password}`).toString('base64')}` }),
          },
          JSON.stringify(event),
        );
  const at = (seconds: number): string => new Date(now() + seconds * 1000).toISOString();
  const about = ({ from, to }: PhoneCall, eventType: string) => ({
    eventType,
    eventTime: at(0),
    accountId: number.accountSid,
    from,
    to,
    direction: 'inbound',
    callId: sid,
    startTime: at(0),
  });
  const child = (ring: Ring, eventType: string) => ({
    eventType,
    eventTime: at(0),
    accountId: number.accountSid,
    from: ring.callerId,
    to: ring.to,
    direction: 'outbound',
    callId: childOf(sid),
    parentCallId: sid,
    startTime: at(0),
  });
  return {
    sid,
    asks: (call: PhoneCall) => send(voiceUrl, about(call, 'initiate'), own),
    ringOf(verbs: readonly Verb[]): Ring | null {
      const transfer = verbs.find(({ name }) => name === 'Transfer');
      const to = verbs.find(({ name }) => name === 'PhoneNumber');
      return transfer === undefined || to === undefined ?
          null
        : {
            to: to.text,
            callerId: transfer.attributes['transferCallerId'] ?? null,
            whisperUrl: to.attributes['transferAnswerUrl'] ?? null,
            endedUrl: to.attributes['transferDisconnectUrl'] ?? '',
            signIn: signInOf(to),
          };
    },
    pickedUp: (_: PhoneCall, ring: Ring, url: string) =>
      send(url, { ...child(ring, 'transferAnswer'), answerTime: at(0) }, ring.signIn),
    questionOf(verbs: readonly Verb[]) {
      const gather = verbs.find(({ name }) => name === 'Gather');
      const say = verbs.find(({ name }) => name === 'SpeakSentence');
      return gather === undefined ? null : (
          { words: say?.text ?? '', url: gather.attributes['gatherUrl'] ?? '', signIn: signInOf(gather) }
        );
    },
    pressed: (_: PhoneCall, ring: Ring, { url, signIn }: Asked, key: string) =>
      send(url, { ...child(ring, 'gather'), answerTime: at(0), digits: key }, signIn),
    forwarded: (_: PhoneCall, ring: Ring, ending: Ending, seconds: number) =>
      send(
        ring.endedUrl,
        {
          ...child(ring, 'transferDisconnect'),
          ...(ending === 'answered' || ending === 'declined' ? { answerTime: at(0) } : {}),
          endTime: at(seconds),
          cause: bandwidthCauses[ending],
        },
        ring.signIn,
      ),
    ended: (call: PhoneCall, seconds: number, connected: boolean) =>
      send(
        voiceUrl,
        {
          ...about(call, 'disconnect'),
          ...(connected ? { answerTime: at(0) } : {}),
          endTime: at(seconds),
          cause: 'hangup',
        },
        own,
      ),
  };
}
