import type { EventToStore, ExpectedRevision, FeedFilter, Position } from './port.ts';
import { EventIdReused } from './port.ts';

/**
 * What every engine refuses alike, before anything is sent. A TypeError or RangeError is a mistake in the calling code,
 * never a matter of data.
 */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const longestName = 250;

export function checkAppend(stream: string, expected: ExpectedRevision, events: readonly EventToStore[]): void {
  checkName('stream', stream);
  if (
    typeof expected === 'number' ?
      !isRevision(expected)
    : !(['noStream', 'streamExists', 'any'] as unknown[]).includes(expected)
  ) {
    throw new TypeError(`${String(expected)} is not an expected revision.`);
  }
  if (events.length === 0) throw new TypeError(`There is nothing to append to ${stream}.`);
  const ids = events.length > 1 ? new Set<string>() : null;
  for (const { id, type, version, data, metadata } of events) {
    if (typeof id !== 'string' || !uuid.test(id)) throw new TypeError(`${JSON.stringify(id)} is not a UUID.`);
    if (ids !== null && ids.size === ids.add(id.toLowerCase()).size) throw new EventIdReused(id);
    checkName('event type', type);
    if (!Number.isInteger(version) || version < 1 || version > 32_767)
      throw new TypeError(`${String(version)} is not the version of a schema.`);
    if (!isObject(data)) throw new TypeError(`The data of ${type} is not an object.`);
    if (!isObject(metadata)) throw new TypeError(`The metadata of ${type} is not an object.`);
  }
}

/** Names starting with `$` belong to the engine, a NUL can't be stored. */
export function checkName(what: string, name: string): void {
  if (typeof name !== 'string' || name.length === 0 || name.length > longestName)
    throw new TypeError(`The name of a ${what} has 1 to ${longestName} characters.`);
  if (name.startsWith('$') || name.includes('\0') || !name.isWellFormed())
    throw new TypeError(`${JSON.stringify(name)} can't be the name of a ${what}.`);
}

export function checkRead(from: number, limit: number): void {
  if (!isRevision(from)) throw new RangeError(`${String(from)} is not a revision to read from.`);
  checkLimit(limit);
}

export function checkFeed(position: Position, limit: number, filter: FeedFilter | undefined): void {
  if (typeof position !== 'bigint' || position < 0n || position > 0x7fff_ffff_ffff_ffffn)
    throw new RangeError(`${String(position)} is not a position.`);
  checkLimit(limit);
  for (const name of [...(filter?.types ?? []), ...(filter?.streamPrefixes ?? [])]) checkName('filter', name);
}

function checkLimit(limit: number): void {
  if (limit !== Infinity && (!Number.isSafeInteger(limit) || limit < 1 || limit > 0x7fff_ffff))
    throw new RangeError(`${String(limit)} is not a limit.`);
}

const isRevision = (value: number) => Number.isInteger(value) && value >= 0 && value < 0x7fff_ffff;
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
