import { automationsOf } from './automations.ts';
import { broadcasts } from './broadcasts.ts';
import { calls } from './calls.ts';
import { chatTeamOf } from './chat-team.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { coupons } from './coupons.ts';
import { customFields } from './custom-fields.ts';
import { duplicates } from './duplicates.ts';
import { emailTemplates } from './email-templates.ts';
import { erasures } from './erasures.ts';
import { lists } from './lists.ts';
import { imports } from './imports.ts';
import type { Moment, PastParts, Subject } from './moment.ts';
import { snippetsOf } from './snippets.ts';
import { settleNeighbours } from './neighbours.ts';
import { pages } from './pages.ts';
import { reports } from './reports.ts';
import { settlePayers } from './payers.ts';
import { segments } from './segments.ts';
import { createScene, type Shop } from './scene.ts';
import { whenFrom } from './when.ts';

/** Each is a file of its own: a new part of the product adds one. */
const subjects: readonly Subject[] = [
  contacts,
  conversations,
  calls,
  chatTeamOf,
  customFields,
  snippetsOf,
  segments,
  emailTemplates,
  coupons,
  pages,
  lists,
  imports,
  broadcasts,
  automationsOf,
  duplicates,
  erasures,
  reports,
];

/** The moments of a business, in the order in which they happened. */
export const momentsOf = (shop: Shop, since: Date): readonly Moment[] => {
  const when = whenFrom(since, shop.timezone);
  return subjects.flatMap((subject) => subject(shop, when)).toSorted((a, b) => a.at.getTime() - b.at.getTime());
};

/**
 * Lets the businesses live through what brought them here: the commands of every day, with a clock that stands where
 * each thing happened. Every id is made of the moment, so a past that was cut off is lived again and goes on where it
 * ended. Answers false when `signal` cut it off. Workers must rest meanwhile: they would answer in the present.
 */
export async function livePast(parts: PastParts, signal: AbortSignal): Promise<boolean> {
  const { shops, since, log } = parts;
  const began = performance.now();
  const lives = shops.map((shop) => live(parts, shop, momentsOf(shop, since), signal));
  // All have ended before it is lived again: none goes on beside itself.
  const ended = await Promise.allSettled([...lives, settleNeighbours(parts, signal), settlePayers(parts, signal)]);
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  if (signal.aborted) return false;
  log.info({ ms: Math.round(performance.now() - began) }, 'The demo has a past.');
  return true;
}

async function live(
  { commandsWith, store, identifiers, picturesAt, files, noteCall, askReport }: PastParts,
  shop: Shop,
  moments: readonly Moment[],
  signal: AbortSignal,
): Promise<void> {
  let at = new Date(0);
  const now = (): Date => at;
  // Whoever takes conversations was at the product then.
  const commands = commandsWith({ now, attendance: { here: async (userIds) => new Set(userIds), at: async () => [] } });
  for (const moment of moments) {
    if (signal.aborted) return;
    at = moment.at;
    await moment.happen(
      createScene({ commands, now, store, identifiers, picturesAt, files, noteCall, askReport, shop }, moment.what),
    );
  }
}
