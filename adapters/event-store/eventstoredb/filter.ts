import {
  type AllStreamSubscription,
  eventTypeFilter,
  type Filter,
  type Position as WirePosition,
  streamNameFilter,
} from '@eventstore/db-client';
import type { FeedFilter, StoredEvent } from '../port.ts';

/**
 * The part of a filter that the server can apply: it takes one condition, on types or on stream names. Types go by a regular expression, since prefixes would also let
 * `MessageSentTwice` through for `MessageSent`; it runs on .NET, where these escapes mean the same.
 */
export function serverFilter(
  filter: FeedFilter | undefined,
  checkpointReached: (subscription: AllStreamSubscription, position: WirePosition) => void,
): Filter {
  const options = { checkpointInterval: 8, maxSearchWindow: 256, checkpointReached };
  if (filter?.types !== undefined)
    return eventTypeFilter({ ...options, regex: `^(?:${filter.types.map(escape).join('|')})$` });
  if (filter?.streamPrefixes !== undefined)
    return streamNameFilter({ ...options, prefixes: [...filter.streamPrefixes] });
  return eventTypeFilter({ ...options, regex: '^[^$]' });
}

export function wants(filter: FeedFilter | undefined, { type, stream }: StoredEvent): boolean {
  if (filter?.types !== undefined && !filter.types.includes(type)) return false;
  return filter?.streamPrefixes === undefined || filter.streamPrefixes.some((prefix) => stream.startsWith(prefix));
}

/** Nothing can pass. */
export const isVoid = (filter: FeedFilter | undefined) =>
  filter?.types?.length === 0 || filter?.streamPrefixes?.length === 0;

const escape = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}#\s]/g, String.raw`\$&`);
