/**
 * What comes from outside, made storable: U+0000, which Postgres can't hold in JSON, becomes U+FFFD, and so does half a surrogate
 * pair. Everything else stays as it was: emoji, right-to-left text, line breaks, length.
 */
export const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

/** The start of a text, at most `length` characters, on one line, never half an emoji; `…` says that there was more. */
export function preview(text: string, length: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= length ?
      line
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
