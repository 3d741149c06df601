import type { FeedFilter, StoredEvent } from '../port.ts';
import type { WireFilter } from './messages.ts';

/**
 * The part of a filter that the server can apply: it takes one condition, on types or on stream names. Types go by a
 * regular expression, since prefixes would also let `MessageSentTwice` through for `MessageSent`; it runs on .NET,
 * where these escapes mean the same.
 */
export function serverFilter(filter: FeedFilter | undefined): WireFilter {
  if (filter?.types !== undefined) return { typeRegex: `^(?:${filter.types.map(escape).join('|')})$` };
  if (filter?.streamPrefixes !== undefined) return { streamPrefixes: filter.streamPrefixes };
  return { typeRegex: '^[^$]' };
}

export function wants(filter: FeedFilter | undefined, { type, stream }: Pick<StoredEvent, 'type' | 'stream'>): boolean {
  if (filter?.types !== undefined && !filter.types.includes(type)) return false;
  return filter?.streamPrefixes === undefined || filter.streamPrefixes.some((prefix) => stream.startsWith(prefix));
}

/** Nothing can pass. */
export const isVoid = (filter: FeedFilter | undefined) =>
  filter?.types?.length === 0 || filter?.streamPrefixes?.length === 0;

const escape = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}#\s]/g, String.raw`\$&`);
