import type { Logger } from 'pino';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Identifiers } from '../../adapters/identifiers/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { CommandDependencies } from '../../commands/dependencies.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { createScene, type Scene, type Shop } from './scene.ts';
import { type When, whenFrom } from './when.ts';

/** One thing that happened to a business. `what` names it within the business, for ever. */
export interface Moment {
  readonly at: Date;
  readonly what: string;
  happen(scene: Scene): Promise<unknown>;
}

/** What one part of the product adds to the past of a business. Each is a file of its own. */
export type Subject = (shop: Shop, when: When) => readonly Moment[];
const subjects: readonly Subject[] = [contacts, conversations];

export interface PastParts {
  readonly commandsWith: (world: Partial<CommandDependencies>) => Commands;
  /** With the codec on. */
  readonly store: EventStore;
  readonly identifiers: Identifiers;
  readonly picturesAt: string | null;
  readonly shops: readonly Shop[];
  /** When the demo was made: its past ends there. */
  readonly since: Date;
  readonly log: Logger;
}

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
  await Promise.all(shops.map((shop) => live(parts, shop, momentsOf(shop, since), signal)));
  if (signal.aborted) return false;
  log.info({ ms: Math.round(performance.now() - began) }, 'The demo has a past.');
  return true;
}

async function live(
  { commandsWith, store, identifiers, picturesAt }: PastParts,
  shop: Shop,
  moments: readonly Moment[],
  signal: AbortSignal,
): Promise<void> {
  let at = new Date(0);
  const now = (): Date => at;
  const commands = commandsWith({ now });
  for (const moment of moments) {
    if (signal.aborted) return;
    at = moment.at;
    await moment.happen(createScene({ commands, now, store, identifiers, picturesAt, shop }, moment.what));
  }
}
