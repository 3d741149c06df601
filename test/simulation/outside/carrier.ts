import type {
  CarrierMessage,
  CarrierStatus,
  OutgoingSms,
  SendOutcome,
  SmsCarrier,
} from '../../../adapters/sms/port.ts';
import type { Chance } from '../engine/chance.ts';
import type { Process } from '../engine/process.ts';
import type { Timeline } from '../engine/timeline.ts';
import type { Weather } from './weather.ts';

/** A text that the carrier took. */
export interface Taken {
  readonly sid: string;
  /** Ours, as the callback's address names it. */
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** Virtual milliseconds, and steps of the world. */
  readonly takenAt: number;
  readonly step: number;
  /** When the process that asked had last read the message's stream: its decision is no older. In steps of the world. */
  readonly decidedAt: number;
  /** When it had last looked at a broadcast and a recipient side by side. */
  readonly sideBySide: ReadonlyMap<string, number>;
  status: CarrierStatus;
  errorCode: number | null;
}

export interface Callback {
  readonly messageId: string;
  readonly sid: string;
  readonly status: CarrierStatus;
  readonly errorCode: number | null;
}

export interface SimulatedCarrier {
  readonly taken: readonly Taken[];
  /** How a process reaches it. */
  from(process: Process): SmsCarrier;
}

/**
 * A request that was cut off arrives within so long, if it does: less than what the reconciler waits before it is
 * certain (`certainAfterMs`, 60 s).
 */
const lingersMs = 45_000;
/** A text that was taken shows in look-ups after so long at the latest. */
const showsAfterMs = 8_000;
const timeoutMs = 10_000;
/** As the adapter for Twilio allows for. */
const clockSkewMs = 60_000;
/** A carrier does not sit next door. */
const refusals = [21610, 21211, 30034, 30007, 20003, 14107, 21611, 30001, 30032, null];
const failures = [30003, 30008, 30005, 30006, 30007, 30001, null];

export function createCarrier(parts: {
  readonly timeline: Timeline;
  readonly chance: Chance;
  readonly weather: () => Weather;
  /** Numbers at which nothing arrives. */
  readonly switchedOff: ReadonlySet<string>;
  readonly callback: (callback: Callback) => void;
  /** Hears of each text that was taken. */
  readonly onTaken: (messageId: string) => void;
  readonly tell: (line: string) => void;
}): SimulatedCarrier {
  const { timeline, chance, weather, switchedOff, callback, onTaken, tell } = parts;
  const taken: Taken[] = [];

  function take(sms: OutgoingSms, { decidedAt, sideBySide }: Pick<Taken, 'decidedAt' | 'sideBySide'>): Taken {
    const messageId = new URL(sms.statusCallback).searchParams.get('m')!;
    const text: Taken = {
      sid: `SM${String(taken.length + 1).padStart(32, '0')}`,
      messageId,
      from: sms.from,
      to: sms.to,
      body: sms.body,
      takenAt: timeline.elapsed,
      step: timeline.steps,
      decidedAt,
      sideBySide,
      status: 'queued',
      errorCode: null,
    };
    taken.push(text);
    tell(
      `carrier takes ${text.sid.slice(-4)} for ${messageId.slice(0, 8)} to ${sms.to}: ${JSON.stringify(sms.body.slice(0, 40))}`,
    );
    goOn(text);
    onTaken(messageId);
    return text;
  }

  /** What becomes of a text, and what is said of it: each state once, twice or never, soon or late. */
  function goOn(text: Taken): void {
    const isOff = switchedOff.has(text.to);
    const isLost = chance.is(weather().carrier.fails) || isOff;
    const code =
      isOff ? 30003
      : isLost ? chance.one(failures)
      : null;
    const states: readonly CarrierStatus[] = [
      'queued',
      'sent',
      isLost ? chance.one(['undelivered', 'failed'] as const) : 'delivered',
    ];
    let after = 0;
    for (const status of states) {
      after += chance.between(10, 3_000);
      const errorCode = status === 'undelivered' || status === 'failed' ? code : null;
      timeline.in(after, () => {
        text.status = status;
        text.errorCode = errorCode;
      });
      const { loses, doubles, late } = weather().carrier;
      if (chance.is(loses)) continue;
      for (let copy = chance.is(doubles) ? 2 : 1; copy > 0; copy -= 1) {
        const delay = after + (chance.is(late) ? chance.between(1_000, 40_000) : chance.between(1, 200));
        timeline.in(delay, () => callback({ messageId: text.messageId, sid: text.sid, status, errorCode }));
      }
    }
  }

  const from = (process: Process): SmsCarrier => ({
    name: 'twilio',
    send: (sms, signal) =>
      new Promise<SendOutcome>((resolve) => {
        const decided = {
          decidedAt: process.readAt.get(`message-${new URL(sms.statusCallback).searchParams.get('m')}`) ?? -1,
          sideBySide: new Map(process.sideBySide),
        };
        const answer = (ms: number, outcome: SendOutcome): void => {
          timeline.in(ms, () => resolve(outcome), process);
        };
        signal?.addEventListener('abort', () => resolve({ kind: 'unknown', detail: 'aborted' }), { once: true });
        const { away, busy, broken, cutOff, refuses } = weather().carrier;
        if (chance.is(away)) return answer(chance.between(1, 50), { kind: 'unreachable', detail: 'ECONNREFUSED' });
        if (chance.is(busy)) {
          const retryAfterMs = chance.int(1, 30) * 1_000;
          return answer(chance.between(20, 200), { kind: 'throttled', retryAfterMs });
        }
        if (chance.is(refuses)) {
          const errorCode = chance.one(refusals);
          tell(`carrier refuses a text to ${sms.to} (${errorCode})`);
          return answer(chance.between(20, 400), { kind: 'rejected', errorCode, detail: `error ${errorCode}` });
        }
        if (chance.is(broken)) {
          if (chance.is(0.5)) timeline.in(chance.between(5, 500), () => void take(sms, decided));
          return answer(chance.between(500, timeoutMs), { kind: 'unknown', detail: 'HTTP 503' });
        }
        if (chance.is(cutOff)) {
          if (chance.is(0.5)) timeline.in(chance.between(5, lingersMs), () => void take(sms, decided));
          return answer(chance.is(0.5) ? timeoutMs : chance.between(1, 900), { kind: 'unknown', detail: 'ECONNRESET' });
        }
        timeline.in(chance.between(5, 80), () => {
          const { sid } = take(sms, decided);
          // The answer may be slower than the first callback.
          answer(chance.is(0.1) ? chance.between(500, 8_000) : chance.between(5, 80), {
            kind: 'accepted',
            providerMessageId: sid,
          });
        });
      }),
    find: ({ from: sender, to, since }) =>
      new Promise<readonly CarrierMessage[]>((resolve, reject) => {
        const { away, broken, cutOff } = weather().carrier;
        timeline.in(
          chance.between(20, 400),
          () => {
            if (chance.is(Math.max(away, broken, cutOff) / 2))
              return reject(Object.assign(new Error('HTTP 503'), { status: 503 }));
            const visible = taken.filter(
              (text) =>
                text.from === sender &&
                text.to === to &&
                text.takenAt + showsAfterMs <= timeline.elapsed &&
                createdAt(text).getTime() >= since.getTime() - clockSkewMs,
            );
            resolve(visible.map(shown).reverse());
          },
          process,
        );
      }),
    fetch: async (sid) => {
      const text = taken.find((one) => one.sid === sid);
      return text === undefined ? null : shown(text);
    },
  });

  /** By the carrier's own clock, which nobody sets. */
  const began = timeline.now().getTime() - timeline.elapsed;
  const createdAt = (text: Taken): Date => new Date(began + text.takenAt);
  const shown = (text: Taken): CarrierMessage => ({
    providerMessageId: text.sid,
    to: text.to,
    from: text.from,
    body: text.body,
    status: text.status,
    errorCode: text.errorCode,
    createdAt: createdAt(text),
  });

  return { taken, from };
}
