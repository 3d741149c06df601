import type { Position } from '../port.ts';
import { Fields, Message } from './protobuf.ts';

/** The messages of `streams.proto` (EventStoreDB from 21.10 on, KurrentDB) that we speak; the numbers of fields are theirs. */

export interface ReadRequest {
  /** One stream from a revision on, or everything ($all): from a position on, or, backwards, from before it. */
  readonly from: { readonly stream: string; readonly revision: number } | { readonly all: Position | 'end' };
  readonly backwards?: boolean;
  /** The most events. Left out: what is there and what comes, without an end. */
  readonly count?: number;
  /** The events of $all that are wanted: whose type fits a regular expression of .NET, or whose stream begins with one of these. */
  readonly filter?: WireFilter;
}

export type WireFilter = { readonly typeRegex: string } | { readonly streamPrefixes: readonly string[] };

/** An event as the server has it. */
export interface Recorded {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly revision: number;
  readonly position: Position;
  /** JSON. */
  readonly data: Buffer;
  readonly metadata: Buffer;
}

export type ReadAnswer = { readonly event: Recorded } | { readonly checkpoint: Position } | typeof ofNoInterest;

/** Such as the confirmation of a subscription, or that there is no such stream. Never null: in a stream of objects, that is the end. */
export const ofNoInterest = { ofNoInterest: true } as const;

/** How many events of $all a filter looks at before the server says how far it has come: `window` times `windows`. */
const window = 256;
const windows = 8;

export function encodeRead({ from, backwards = false, count, filter }: ReadRequest): Buffer {
  const options = new Message();
  if ('stream' in from) options.put(1, new Message().put(1, streamName(from.stream)).uint(2, from.revision));
  else if (from.all === 'end') options.put(2, new Message().put(3));
  else if (from.all === 0n) options.put(2, new Message().put(2));
  else options.put(2, new Message().put(1, new Message().uint(1, from.all).uint(2, from.all)));
  if (backwards) options.uint(3, 1);
  if (count === undefined) options.put(6);
  else options.uint(5, count);
  if (filter === undefined) options.put(8);
  else {
    const expression = new Message();
    if ('typeRegex' in filter) expression.put(1, filter.typeRegex);
    else for (const prefix of filter.streamPrefixes) expression.put(2, prefix);
    options.put(
      7,
      new Message()
        .put('typeRegex' in filter ? 2 : 1, expression)
        .uint(3, window)
        .uint(5, windows),
    );
  }
  const idsAsText = new Message().put(2);
  return new Message().put(1, options.put(9, idsAsText)).toBuffer();
}

export function decodeRead(bytes: Buffer): ReadAnswer {
  for (const answer = new Fields(bytes); answer.next();) {
    if (answer.field === 1) return readEvent(answer.message());
    if (answer.field === 3)
      for (const checkpoint = answer.message(); checkpoint.next();)
        if (checkpoint.field === 1) return { checkpoint: checkpoint.uint() };
  }
  return ofNoInterest;
}

function readEvent(resolved: Fields): ReadAnswer {
  let event: { -readonly [name in keyof Recorded]: Recorded[name] } | null = null;
  while (resolved.next()) {
    if (resolved.field === 1) {
      event = { id: '', stream: '', type: '', revision: 0, position: 0n, data: nothing, metadata: nothing };
      for (const field = resolved.message(); field.next();) {
        if (field.field === 1) event.id = textIn(field.message(), 2);
        else if (field.field === 2) event.stream = textIn(field.message(), 3);
        else if (field.field === 3) event.revision = Number(field.uint());
        else if (field.field === 5) event.position = field.uint();
        else if (field.field === 6) event.type ||= typeIn(field.message());
        else if (field.field === 7) event.metadata = field.bytes();
        else if (field.field === 8) event.data = field.bytes();
      }
    }
  }
  return event === null ? ofNoInterest : { event };
}

const nothing = Buffer.alloc(0);

function textIn(message: Fields, wanted: number): string {
  while (message.next()) if (message.field === wanted) return message.text();
  return '';
}

/** Of an entry of the event's own properties, the type, if it is that. */
function typeIn(entry: Fields): string {
  let key = '';
  while (entry.next()) {
    if (entry.field === 1) key = entry.text();
    else if (entry.field === 2 && key === 'type') return entry.text();
  }
  return '';
}

const streamName = (name: string): Message => new Message().put(3, name);

/** An append of its own within a batch stream. */
export interface AppendRequest {
  /** A UUID by which the answer is found. */
  readonly id: string;
  readonly stream: string;
  /** The revision that the stream is at; -1: there is none. */
  readonly at: number;
  /** How long the server may take, in seconds. */
  readonly deadline: number;
  /** `data` and `metadata` are JSON. */
  readonly events: readonly {
    readonly id: string;
    readonly type: string;
    readonly data: string;
    readonly metadata: string;
  }[];
}

export type AppendAnswer = { readonly id: string } & (
  | { readonly revision: number; readonly position: Position | null }
  /** `kind` is the name of a message of `shared.proto`, such as WrongExpectedVersion. */
  | { readonly refused: string; readonly kind: string; readonly most: number }
);

export function encodeAppend({ id, stream, at, deadline, events }: AppendRequest): Buffer {
  const options = new Message().put(1, streamName(stream));
  if (at < 0) options.put(3);
  else options.uint(2, at);
  const request = new Message()
    .put(1, new Message().put(2, id))
    .put(2, options.put(7, new Message().uint(1, deadline)));
  for (const event of events)
    request.put(
      3,
      new Message()
        .put(1, new Message().put(2, event.id))
        .put(2, new Message().put(1, 'type').put(2, event.type))
        .put(2, contentType)
        .put(3, event.metadata)
        .put(4, event.data),
    );
  return request.uint(4, 1).toBuffer();
}

const contentType = new Message().put(1, 'content-type').put(2, 'application/json');

export function decodeAppend(bytes: Buffer): AppendAnswer {
  let id = '';
  let revision = 0;
  let position: Position | null = null;
  let refusal: { refused: string; kind: string; most: number } | null = null;
  for (const answer = new Fields(bytes); answer.next();) {
    if (answer.field === 1) id = uuidIn(answer.message());
    else if (answer.field === 2) refusal = readStatus(answer.message());
    else if (answer.field === 3)
      for (const success = answer.message(); success.next();) {
        if (success.field === 1) revision = Number(success.uint());
        else if (success.field === 3) {
          position = 0n;
          for (const place = success.message(); place.next();) if (place.field === 1) position = place.uint();
        }
      }
  }
  return refusal === null ? { id, revision, position } : { id, ...refusal };
}

/** As text, or as two signed numbers of 64 bits. */
function uuidIn(message: Fields): string {
  while (message.next()) {
    if (message.field === 2) return message.text();
    if (message.field !== 1) continue;
    const halves = [0n, 0n];
    for (const half = message.message(); half.next();) halves[half.field - 1] = half.uint();
    const hex = halves.map((half) => BigInt.asUintN(64, half).toString(16).padStart(16, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
  return '';
}

/** google.rpc.Status: a code, words, and what it is about. */
function readStatus(status: Fields): { refused: string; kind: string; most: number } {
  let refused = '';
  let kind = '';
  let most = 0;
  while (status.next()) {
    if (status.field === 2) refused = status.text();
    else if (status.field === 3)
      for (const details = status.message(); details.next();) {
        if (details.field === 1) kind = details.text().replace(/^.*\./, '');
        else if (details.field === 2 && kind === 'MaximumAppendSizeExceeded')
          for (const limit = details.message(); limit.next();) if (limit.field === 1) most = Number(limit.uint());
      }
  }
  return { refused, kind, most };
}
