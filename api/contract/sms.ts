/**
 * What the browser shares with the server about texts: how they are cut into segments, which character forces Unicode,
 * what a keyword is, how what is merged into them is filled in.
 */
export { alertFields, fillAlert } from '../../domain/sms/alert.ts';
export { renderTemplate } from '../../domain/personalization/text-fields.ts';
export { canonicalKeyword, isReservedKeyword } from '../../domain/sms/keywords.ts';
export { countSegments, type Segments, type UnicodeCharacter } from '../../domain/sms/segments.ts';
