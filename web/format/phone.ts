import { international } from './foreignNumbers.ts';

/** Area codes of +1 that are other countries' than the US and Canada (North American Numbering Plan): their numbers are international. */
const abroad: ReadonlySet<string> = new Set(
  '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876'.split(' '),
);

/**
 * National format for US and CA, else international: `(415) 555-0100`, `+44 20 7946 0958`. Short codes and what cannot
 * be read stay as they are; N/A for null.
 */
export function phone(number: string | null): string {
  if (number === null) return 'N/A';
  const [, area, exchange, line] = /^\+1([2-9]\d{2})([2-9]\d{2})(\d{4})$/.exec(number) ?? [];
  if (area !== undefined) return abroad.has(area) ? `+1 ${area} ${exchange} ${line}` : `(${area}) ${exchange}-${line}`;
  return (/^\+\d{7,15}$/.test(number) ? international(number) : null) ?? number;
}

/** A number typed by a person as E.164, null when it is none yet. Without a country code it is taken as North American. */
export function dialable(text: string): string | null {
  const typed = text.trim();
  if (!/^\+?[\d\s().-]+$/.test(typed)) return null;
  const digits = typed.replace(/\D/g, '');
  if (typed.startsWith('+') && !digits.startsWith('1')) return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null;
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^\d{10}$/.test(national) ? `+1${national}` : null;
}
