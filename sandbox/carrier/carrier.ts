import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { changed, type Behaviour, type BehaviourChange } from '../behaviour.ts';
import type { Chance, Digits } from '../chance.ts';
import type { SandboxAccount, SandboxNumber } from '../options.ts';
import type { Journal } from '../store/journal.ts';
import { bandwidthWebhook, isToldByBandwidth } from './bandwidth.ts';
import { createCourier, type Courier, type Webhook } from './courier.ts';
import { badRequest, serverError, tooManyRequests, CarrierError } from './errors.ts';
import { inboundFields, statusFields } from './fields.ts';
import { magicOf, type Magic } from './magic.ts';
import { fetchMedia, type MediaStore } from './media.ts';
import { optOutAnswers, optOutWord, type OptOutWord } from './opt-out.ts';
import type {
  CallbackRecord,
  CarrierLine,
  MediaRecord,
  MessageRecord,
  MessageState,
  NumberRecord,
  Outcome,
  TollfreeRecord,
  WebhookResult,
} from './records.ts';
import { segmentCount } from './segments.ts';
import { twilioWebhook } from './signature.ts';
import { apply, pair, type CarrierState } from './state.ts';

export interface CreateMessage {
  readonly accountSid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly mediaUrls: readonly string[];
  readonly statusCallback: string | null;
  readonly bandwidth?: MessageRecord['bandwidth'];
}

/** How a create call is to be answered once the message is in the record. */
export interface Created {
  readonly message: MessageRecord;
  /** The state to answer with; callbacks may already have moved the record on. */
  readonly answer: 'normal' | 'never' | 'reset';
}

export interface IncomingMedia {
  readonly contentType: string;
  readonly content: Buffer;
}

export interface CarrierParts {
  readonly state: CarrierState;
  readonly journal: Journal<CarrierLine>;
  readonly media: MediaStore;
  readonly chance: Chance;
  readonly digits: Digits;
  readonly behaviour: Behaviour;
  /** The sandbox's own address, for the addresses of media. */
  baseUrl(): string;
  readonly log: Logger;
  now(): number;
  /** Told after every change of a message. */
  changed(message: MessageRecord): void;
}

/** The callback for `queued` waits this long, so that the answer of the create call usually comes first. */
const answerFirstMs = 20;

/** A create that is cut off before anything is recorded. */
export class ConnectionReset extends Error {}

export type Carrier = ReturnType<typeof createCarrier>;

export function createCarrier(parts: CarrierParts) {
  const { state, journal, now, chance, log } = parts;
  let behaviour = parts.behaviour;
  let closed = false;
  const timers = new Set<NodeJS.Timeout>();
  const buckets = new Map<string, { tokens: number; at: number }>();
  const idlers: (() => void)[] = [];
  /** The last journey from each sender to each phone: texts arrive in the order in which they were accepted. */
  const journeys = new Map<string, Promise<void>>();
  let moving = 0;

  const courier: Courier = createCourier({
    behaviour: () => behaviour,
    chance,
    now,
    webhookOf,
    progress: (callback, result) => webhookChanged(callback, result),
    settled(callback, result) {
      record({ k: 'settled', id: callback.id, sid: callback.sid, result });
      if (result.state === 'refused' || result.state === 'gaveUp') {
        log.warn(
          { kind: callback.kind, sid: callback.sid, about: callback.state, ...result },
          'A webhook was not taken by the application',
        );
      }
      webhookChanged(callback, result);
      wakeIdlers();
    },
  });

  function record(line: CarrierLine): void {
    apply(state, line);
    journal.append(line);
  }

  function webhookChanged(callback: CallbackRecord, result: WebhookResult): void {
    if (callback.kind !== 'inbound') return;
    const message = state.messages.get(callback.sid);
    if (message === undefined) return;
    message.webhook = result;
    parts.changed(message);
  }

  function wakeIdlers(): void {
    if (state.owed.size > 0 || moving > 0) return;
    for (const wake of idlers.splice(0)) wake();
  }

  /** Resolves after a while, or never when the carrier is closed first. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          resolve();
        },
        Math.max(0, ms),
      );
      timers.add(timer);
    });
  }

  /** A sid that depends on the seed and on the message, and is not taken. */
  function newSid(prefix: string, taken: (sid: string) => boolean, ...about: readonly string[]): string {
    for (let n = 0; ; n += 1) {
      const sid = prefix + parts.digits(prefix, ...about, n);
      if (!taken(sid)) return sid;
    }
  }

  /** Bandwidth's ids are an instant and some letters. */
  const messageSid = (accountSid: string, hasMedia: boolean, ...about: readonly string[]) =>
    newSid(
      state.accounts.get(accountSid)?.bandwidth !== undefined ? String(now())
      : hasMedia ? 'MM'
      : 'SM',
      (sid) => state.messages.has(sid),
      ...about,
    );

  function webhookOf(callback: CallbackRecord): Webhook | null {
    const message = state.messages.get(callback.sid);
    if (message === undefined) return null;
    // A number's address may have changed since the text came in: the newest is the one that can answer.
    const url =
      callback.kind === 'inbound' ?
        (state.numbers.get(message.to)?.smsUrl ?? message.callbackUrl)
      : message.callbackUrl;
    if (url === null || url === '') return null;
    const account = state.accounts.get(message.accountSid);
    if (account?.bandwidth !== undefined) {
      const { username } = account.bandwidth;
      return bandwidthWebhook(
        { url, username, password: account.authToken, base: parts.baseUrl() },
        message,
        callback,
        now(),
      );
    }
    const word = callback.kind === 'inbound' && behaviour.carrierOptOut ? optOutWord(message.body) : null;
    const fields =
      callback.kind === 'inbound' ?
        inboundFields(parts.baseUrl(), message, word)
      : statusFields(message, callback.state, callback.errorCode);
    return twilioWebhook(account?.authToken ?? '', url, fields);
  }

  /** Where a callback waits its turn: states of one message, and texts of one phone to one number, keep their order. */
  function queueOf(callback: CallbackRecord): string {
    const message = state.messages.get(callback.sid);
    return callback.kind === 'status' || message === undefined ? callback.sid : pair(message.from, message.to);
  }

  function owe(message: MessageRecord, kind: 'status' | 'inbound', send = true, afterMs = 0): CallbackRecord {
    const callback: CallbackRecord = {
      id: `${message.sid}.${kind}.${message.state}`,
      kind,
      sid: message.sid,
      state: message.state,
      errorCode: message.errorCode,
      owedAt: now() + afterMs,
    };
    record({ k: 'owed', callback });
    if (send) courier.send(callback, queueOf(callback));
    return callback;
  }

  const silent = (message: MessageRecord): boolean => {
    const magic = magicOf(message.to);
    return (
      message.callbackUrl === null ||
      (message.bandwidth !== undefined && !isToldByBandwidth(message)) ||
      ((magic?.kind === 'silent' || magic?.kind === 'resetAfter') && !magic.callbacks)
    );
  };

  function move(message: MessageRecord, next: MessageState, code: number | null, media?: readonly MediaRecord[]): void {
    record({ k: 'state', sid: message.sid, state: next, code, at: now(), ...(media === undefined ? {} : { media }) });
    if (!silent(message)) owe(message, 'status');
    parts.changed(message);
  }

  /** Takes a message from the state it is in to its end; also after a restart. */
  function advance(message: MessageRecord): void {
    if (message.state !== 'queued' && message.state !== 'sent') return;
    const way = pair(message.from, message.to);
    moving += 1;
    const done = journey(message, journeys.get(way) ?? Promise.resolve())
      .catch((error: unknown) => log.error({ err: error, sid: message.sid }, 'A message got stuck at the carrier'))
      .finally(() => {
        moving -= 1;
        if (journeys.get(way) === done) journeys.delete(way);
        wakeIdlers();
      });
    journeys.set(way, done);
  }

  /** queued → sent → the end. The end waits for the message before it, so that a phone shows texts in their order. */
  async function journey(message: MessageRecord, before: Promise<void>): Promise<void> {
    const { outcome } = message;
    const until = (ms: number, purpose: string) =>
      pause(message.updatedAt + ms + chance('progress', message.sid, purpose) * behaviour.progress.jitterMs - now());
    if (message.state === 'queued') {
      if (outcome.state === 'stall' && outcome.at === 'queued') return;
      await until(behaviour.progress.sentAfterMs, 'sent');
      if (!(await leave(message))) return;
    }
    if (outcome.state === 'stall') return;
    await until(behaviour.progress.deliveredAfterMs, 'end');
    await before;
    if (!closed) move(message, outcome.state, outcome.state === 'delivered' ? null : outcome.code);
  }

  /** queued → sent: pictures are fetched now, as the carrier does. False for a message that cannot leave. */
  async function leave(message: MessageRecord): Promise<boolean> {
    const fetched: MediaRecord[] = [];
    let problem = message.outcome.state === 'failed' ? message.outcome.code : null;
    for (const url of problem === null ? message.mediaUrls : []) {
      const result = await fetchMedia(url);
      if (closed) return false;
      if ('code' in result) problem ??= result.code;
      else
        fetched.push(
          await parts.media.keep(
            newSid('ME', (sid) => parts.media.has(sid), message.sid, url),
            result,
          ),
        );
    }
    if (closed) return false;
    if (problem !== null) move(message, 'failed', problem);
    else move(message, 'sent', null, fetched);
    return problem === null;
  }

  function outcomeOf(magic: Magic | null, command: CreateMessage): Outcome {
    // Bandwidth takes what is well-formed, and says afterwards what became of it.
    if (command.bandwidth !== undefined && magic?.kind === 'refuse' && magic.status === 400)
      return { state: 'failed', code: magic.code };
    if (magic?.kind === 'stall') return { state: 'stall', at: magic.state };
    if (magic?.kind !== 'fail') return { state: 'delivered' };
    if (
      magic.once &&
      (state.byNumber.get(command.to) ?? []).some(
        (earlier) => earlier.from === command.from && earlier.body === command.body,
      )
    ) {
      return { state: 'delivered' };
    }
    return { state: magic.state, code: magic.code };
  }

  /** Whether this attempt is among the first `times` at the same text, and counts it. */
  function amongFirst(times: number | null, command: CreateMessage): boolean {
    if (times === null) return true;
    const key = `${command.from}>${command.to}>${command.body}`;
    if ((state.tries.get(key) ?? 0) >= times) return false;
    record({ k: 'try', key });
    return true;
  }

  function limitRate(from: string): void {
    const rate = behaviour.ratePerSender;
    if (rate === null) return;
    const burst = Math.max(1, rate);
    const bucket = buckets.get(from) ?? { tokens: burst, at: now() };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1_000) * rate);
    bucket.at = now();
    buckets.set(from, bucket);
    if (bucket.tokens < 1) throw tooManyRequests(Math.max(1, Math.ceil((1 - bucket.tokens) / rate)));
    bucket.tokens -= 1;
  }

  /** Accepts a message, or throws a CarrierError or ConnectionReset. When it resolves, the message survives a crash. */
  async function create(command: CreateMessage): Promise<Created> {
    const magic = magicOf(command.to);
    if (magic?.kind === 'resetBefore' && amongFirst(magic.times, command)) throw new ConnectionReset();
    const isRefused = magic?.kind === 'refuse' && (command.bandwidth === undefined || magic.status !== 400);
    if (isRefused && amongFirst(magic.times, command)) {
      if (magic.status === 429) throw tooManyRequests(1);
      throw magic.status === 500 ? serverError() : new CarrierError(magic.status, magic.code, magic.message);
    }
    limitRate(command.from);
    if (behaviour.carrierOptOut && state.optOuts.has(pair(command.from, command.to)))
      throw badRequest(21610, 'Attempt to send to unsubscribed recipient');

    const message = accept(command, 'outbound-api', outcomeOf(magic, command));
    const early = message.callbackUrl !== null && chance('early', message.sid) < behaviour.earlyCallbackRate;
    const queued =
      (early || behaviour.queuedCallback) && !silent(message) ?
        owe(message, 'status', false, early ? 0 : answerFirstMs)
      : null;
    await journal.flush();
    parts.changed(message);
    if (queued !== null) {
      const answered = early ? courier.firstAnswer(queued.id) : null;
      courier.send(queued, queueOf(queued));
      await answered;
    }
    advance(message);
    if (magic?.kind === 'silent') return { message, answer: 'never' };
    if (magic?.kind === 'resetAfter') return { message, answer: 'reset' };
    const { delayMs, jitterMs } = behaviour.create;
    const wait = delayMs + chance('create', message.sid) * jitterMs;
    if (wait > 0) await pause(wait);
    return { message, answer: 'normal' };
  }

  function accept(
    command: CreateMessage,
    direction: 'outbound-api' | 'outbound-reply',
    outcome: Outcome,
  ): MessageRecord {
    const at = now();
    const message: MessageRecord = {
      sid: messageSid(command.accountSid, command.mediaUrls.length > 0, command.from, command.to, command.body),
      accountSid: command.accountSid,
      direction,
      from: command.from,
      to: command.to,
      body: command.body,
      segments: command.mediaUrls.length > 0 ? 1 : segmentCount(command.body),
      mediaUrls: command.mediaUrls,
      callbackUrl: command.statusCallback,
      outcome,
      ...(command.bandwidth === undefined ? {} : { bandwidth: command.bandwidth }),
      createdAt: at,
      media: [],
      state: 'queued',
      errorCode: null,
      updatedAt: at,
      sentAt: null,
      webhook: null,
    };
    record({ k: 'message', message });
    return message;
  }

  /** The carrier's own answer to STOP, START and HELP, and its memory of them. */
  function handleOptOut(number: NumberRecord, phone: string, word: OptOutWord): void {
    if (word === 'STOP') record({ k: 'optOut', from: number.number, to: phone, out: true });
    if (word === 'START') record({ k: 'optOut', from: number.number, to: phone, out: false });
    const answer = accept(
      {
        accountSid: number.accountSid,
        from: number.number,
        to: phone,
        body: optOutAnswers[word],
        mediaUrls: [],
        statusCallback: null,
      },
      'outbound-reply',
      { state: 'delivered' },
    );
    parts.changed(answer);
    advance(answer);
  }

  /** A phone texts one of the carrier's numbers. The text and the webhook it owes are on disk when this resolves. */
  async function receive(
    from: string,
    to: string,
    body: string,
    incoming: readonly IncomingMedia[],
  ): Promise<{ message: MessageRecord; callbackId: string }> {
    const number = state.numbers.get(to);
    if (number === undefined) throw new Error(`${to} is not a number of this carrier`);
    const sid = messageSid(number.accountSid, incoming.length > 0, 'in', from, to, body);
    const media: MediaRecord[] = [];
    for (const [i, item] of incoming.entries())
      media.push(
        await parts.media.keep(
          newSid('ME', (taken) => parts.media.has(taken), sid, String(i)),
          item,
        ),
      );
    const at = now();
    const message: MessageRecord = {
      sid,
      accountSid: number.accountSid,
      direction: 'inbound',
      from,
      to,
      body,
      segments: segmentCount(body),
      mediaUrls: [],
      callbackUrl: number.smsUrl,
      outcome: { state: 'delivered' },
      createdAt: at,
      media,
      state: 'received',
      errorCode: null,
      updatedAt: at,
      sentAt: at,
      webhook: { state: number.smsUrl === null ? 'none' : 'pending', httpStatus: null, attempts: 0, error: null },
    };
    record({ k: 'message', message });
    const word = behaviour.carrierOptOut ? optOutWord(body) : null;
    if (word !== null) handleOptOut(number, from, word);
    const callback = owe(message, 'inbound', false);
    await journal.flush();
    parts.changed(message);
    return { message, callbackId: callback.id };
  }

  /** Hands a received text to the application and waits for the first answer. */
  async function deliver(callbackId: string): Promise<WebhookResult | null> {
    const callback = state.owed.get(callbackId);
    if (callback === undefined) return null;
    const first = courier.firstAnswer(callbackId);
    courier.send(callback, queueOf(callback));
    return first;
  }

  function addAccount(account: SandboxAccount): void {
    const known = state.accounts.get(account.sid);
    record({
      k: 'account',
      account: {
        sid: account.sid,
        authToken: account.authToken,
        friendlyName: account.friendlyName ?? 'Sandbox account',
        type: account.type ?? 'Full',
        status: account.status ?? 'active',
        ...(account.bandwidth === undefined ? {} : { bandwidth: account.bandwidth }),
        createdAt: known?.createdAt ?? now(),
      },
    });
  }

  /** Adds a number, or changes the one that is there. */
  function addNumber(number: SandboxNumber): NumberRecord {
    const known = state.numbers.get(number.number);
    const next: NumberRecord = {
      sid:
        known?.sid ??
        newSid('PN', () => false, number.number, known === undefined ? randomBytes(4).toString('hex') : ''),
      number: number.number,
      accountSid: number.accountSid,
      createdAt: known?.createdAt ?? now(),
      updatedAt: now(),
      friendlyName: known?.friendlyName ?? number.number,
      smsUrl: number.smsUrl === '' ? null : number.smsUrl,
      smsMethod: 'POST',
      smsFallbackUrl: known?.smsFallbackUrl ?? null,
      statusCallback: known?.statusCallback ?? null,
      voiceUrl: known?.voiceUrl ?? null,
      label: number.label ?? known?.label ?? null,
      keywords: number.keywords ?? known?.keywords ?? [],
    };
    record({ k: 'number', number: next });
    return next;
  }

  return {
    state,
    create,
    receive,
    deliver,
    addAccount,
    addNumber,
    saveNumber: (number: NumberRecord) => record({ k: 'number', number: { ...number, updatedAt: now() } }),
    saveTollfree: (verification: TollfreeRecord) => record({ k: 'tollfree', verification }),
    now,
    releaseNumber: (number: string) => record({ k: 'released', number, at: now() }),
    /** What is known of a picture, whichever text it came with. */
    mediaOf: (sid: string): MediaRecord | undefined => state.media.get(sid),
    behaviour: () => behaviour,
    configure(change: BehaviourChange): Behaviour {
      behaviour = changed(behaviour, change);
      return behaviour;
    },
    /** Goes on with everything that was under way when the process ended. */
    resume(): void {
      for (const callback of [...state.owed.values()]) courier.send(callback, queueOf(callback));
      for (const message of state.messages.values()) advance(message);
    },
    /** Posts the webhook of a message again, as it stands, `times` times at once; answers with the HTTP statuses (null: no answer). */
    async redeliver(sid: string, times = 1): Promise<(number | null)[]> {
      const message = state.messages.get(sid);
      if (message === undefined) throw new Error(`No message ${sid}`);
      const kind = message.direction === 'inbound' ? 'inbound' : 'status';
      const webhook = webhookOf({
        id: '',
        kind,
        sid,
        state: message.state,
        errorCode: message.errorCode,
        owedAt: now(),
      });
      if (webhook === null) return [];
      return Promise.all(Array.from({ length: times }, async () => (await courier.post(webhook)).httpStatus));
    },
    /** Tries webhooks that wait for their next attempt now. */
    hurry: () => courier.hurry(),
    pending: () => ({ callbacks: state.owed.size, timers: moving, underWay: courier.pending() }),
    /** Resolves when no message moves and no webhook is owed. */
    idle(): Promise<void> {
      return new Promise((resolve) => {
        idlers.push(resolve);
        wakeIdlers();
      });
    },
    flush: () => journal.flush(),
    async close(): Promise<void> {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await courier.close();
      for (const wake of idlers.splice(0)) wake();
    },
  };
}
