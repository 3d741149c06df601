import { z } from 'zod';
import type { Source } from '../submissions/events.ts';

/** Rows that one count may have; what goes beyond is put together (`elsewhere`). */
export const maxRows = 400;

/**
 * From where a visit came, as figures are kept of it. `source`: utm_source, or else the host of the page before; empty:
 * typed, scanned, or from where nothing is said.
 */
export const Origin = z.object({
  source: z.string().max(100),
  medium: z.string().max(100),
  campaign: z.string().max(100),
});
export type Origin = z.output<typeof Origin>;

/** Where more sources come than anybody looks at. */
export const elsewhere: Origin = { source: '…', medium: '', campaign: '' };

/** One spelling of each. What looks like an email address or a number of a person is not kept. */
const word = (given: string | null): string => {
  const tidy = (given ?? '').trim().toLowerCase().slice(0, 100).toWellFormed();
  return /@|%40|\d{7,}/.test(tidy) ? '…' : tidy;
};

export const originOf = ({ source, medium, campaign, referrer }: Source): Origin => ({
  source: word(source) || word(referrer?.replace(/^(?:www|m|l|lm)\./iu, '').replace(/:\d+$/u, '') ?? null),
  medium: word(medium),
  campaign: word(campaign),
});
