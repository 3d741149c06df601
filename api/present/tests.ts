import { DateTime } from 'luxon';
import type { TestedOn } from '../../commands/delivery/test-sends.ts';

/**
 * What became of a test, as people are told: where it goes at once, and where it waits for the end of quiet hours, by the
 * clock of the business.
 */
export function testAnswer({ sent, timezone }: { readonly sent: readonly TestedOn[]; readonly timezone: string }) {
  const now = sent.filter(({ until }) => until === null).map(({ to }) => to);
  const later = Map.groupBy(
    sent.filter(({ until }) => until !== null),
    ({ until }) => until!,
  );
  const sentences = [
    ...(now.length > 0 ? [`The test is on its way to ${now.join(', ')}.`] : []),
    ...[...later].map(([until, those]) => {
      const at = DateTime.fromISO(until, { zone: timezone }).toFormat('cccc, h:mm a ZZZZ', { locale: 'en-US' });
      return `The test to ${those.map(({ to }) => to).join(', ')} waits for the end of quiet hours there: it goes out on ${at}.`;
    }),
  ];
  return {
    success: true as const,
    message: sentences.join(' ') || 'There’s no one to send it to.',
    data: { waits: later.size > 0 },
  };
}
