/** A link that opens a phone's messages with the number, and the word written already (RFC 5724). */
export const smsLink = (number: string, word: string | null): string =>
  `sms:${number}${word === null || word === '' ? '' : `?body=${encodeURIComponent(word)}`}`;
