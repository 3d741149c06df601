/**
 * What the browser shares with the server about texts: how they are cut into segments, which character forces Unicode,
 * what a keyword is.
 */
export { canonicalKeyword, isReservedKeyword } from '../../domain/sms/keywords.ts';
export { countSegments, type Segments, type UnicodeCharacter } from '../../domain/sms/segments.ts';
