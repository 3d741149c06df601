import type {
  AccountRecord,
  CallbackRecord,
  CarrierLine,
  MediaRecord,
  MessageRecord,
  NumberRecord,
  TollfreeRecord,
} from './records.ts';

/** The carrier's memory: every line applied in order gives the same state, at run time and after a restart. */
export interface CarrierState {
  readonly accounts: Map<string, AccountRecord>;
  /** By E.164. */
  readonly numbers: Map<string, NumberRecord>;
  readonly messages: Map<string, MessageRecord>;
  /** Of every message, by sid. */
  readonly media: Map<string, MediaRecord>;
  /** Oldest first, per account. */
  readonly byAccount: Map<string, MessageRecord[]>;
  /** Oldest first, per number on either side. */
  readonly byNumber: Map<string, MessageRecord[]>;
  readonly owed: Map<string, CallbackRecord>;
  /** By sid. */
  readonly tollfree: Map<string, TollfreeRecord>;
  /** `sender>recipient` pairs that opted out at the carrier. */
  readonly optOuts: Set<string>;
  /** How often a text to a magic number was tried. */
  readonly tries: Map<string, number>;
}

export function emptyState(): CarrierState {
  return {
    accounts: new Map(),
    numbers: new Map(),
    messages: new Map(),
    media: new Map(),
    byAccount: new Map(),
    byNumber: new Map(),
    owed: new Map(),
    tollfree: new Map(),
    optOuts: new Set(),
    tries: new Map(),
  };
}

export const pair = (from: string, to: string): string => `${from}>${to}`;

function index(map: Map<string, MessageRecord[]>, key: string, message: MessageRecord): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [message]);
  else list.push(message);
}

/** Messages go through the states in this order; a line never moves one back. */
const order: Readonly<Record<string, number>> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
  received: 3,
};

export function apply(state: CarrierState, line: CarrierLine): void {
  switch (line.k) {
    case 'account':
      state.accounts.set(line.account.sid, line.account);
      return;
    case 'number':
      state.numbers.set(line.number.number, line.number);
      return;
    case 'released':
      state.numbers.delete(line.number);
      return;
    case 'message': {
      const { message } = line;
      if (state.messages.has(message.sid)) return;
      state.messages.set(message.sid, message);
      for (const item of message.media) state.media.set(item.sid, item);
      index(state.byAccount, message.accountSid, message);
      index(state.byNumber, message.from, message);
      if (message.to !== message.from) index(state.byNumber, message.to, message);
      return;
    }
    case 'state': {
      const message = state.messages.get(line.sid);
      if (message === undefined || (order[line.state] ?? 0) < (order[message.state] ?? 0)) return;
      message.state = line.state;
      message.errorCode = line.code;
      message.updatedAt = line.at;
      if (line.state !== 'failed') message.sentAt ??= line.state === 'queued' ? null : line.at;
      if (line.media !== undefined) {
        message.media = [...line.media];
        for (const item of line.media) state.media.set(item.sid, item);
      }
      return;
    }
    case 'owed':
      state.owed.set(line.callback.id, line.callback);
      return;
    case 'settled': {
      const owed = state.owed.get(line.id);
      state.owed.delete(line.id);
      const message = state.messages.get(line.sid);
      if (message !== undefined && owed?.kind === 'inbound') message.webhook = line.result;
      return;
    }
    case 'optOut':
      if (line.out) state.optOuts.add(pair(line.from, line.to));
      else state.optOuts.delete(pair(line.from, line.to));
      return;
    case 'tollfree':
      state.tollfree.set(line.verification.sid, line.verification);
      return;
    case 'try':
      state.tries.set(line.key, (state.tries.get(line.key) ?? 0) + 1);
      return;
    default:
      line satisfies never;
  }
}

/** The shortest lines that give this state again. */
export function* snapshot(state: CarrierState): Generator<CarrierLine> {
  for (const account of state.accounts.values()) yield { k: 'account', account };
  for (const number of state.numbers.values()) yield { k: 'number', number };
  for (const message of state.messages.values()) yield { k: 'message', message };
  for (const callback of state.owed.values()) yield { k: 'owed', callback };
  for (const verification of state.tollfree.values()) yield { k: 'tollfree', verification };
  for (const key of state.optOuts) {
    const [from = '', to = ''] = key.split('>');
    yield { k: 'optOut', from, to, out: true };
  }
  for (const [key, count] of state.tries) for (let i = 0; i < count; i += 1) yield { k: 'try', key };
}
