/** What the browser shares with the server about texts: how they are cut into segments, and which character forces Unicode. */
export { countSegments, type Segments, type UnicodeCharacter } from '../../domain/sms/segments.ts';
