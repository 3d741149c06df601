import type { EmailFigures } from '../../domain/emails/health.ts';
import { type Channel, channelNames } from '../../domain/kernel/channels.ts';
import { reactions } from '../engine/reactions.ts';
import { recipientRowsOf } from '../delivery/channels.ts';
import { runBroadcasts } from './run.ts';
import { type AudienceReader, type BroadcastSettings, defaultBroadcastSettings, type Outbox } from './task.ts';
import { textedBroadcasts } from './texted.ts';

interface Needs {
  readonly audience: AudienceReader;
  /** How the emails of a business fare; left out: none stands still for it. */
  readonly emailFigures?: (businessId: string) => Promise<EmailFigures>;
  readonly config: { readonly broadcasts?: Partial<BroadcastSettings> };
}

export const broadcastReactions = reactions<Needs>('broadcasts', (services) => {
  const { db, store, commands, clock, log, bells, inHand, config, audience, emailFigures } = services;
  const outboxes = Object.fromEntries(
    channelNames.map((name) => [name, { rows: recipientRowsOf(db, name), inHand: inHand[name] }]),
  ) as Record<Channel, Outbox>;
  const settings: BroadcastSettings = { ...defaultBroadcastSettings, ...config.broadcasts };
  const wake = () => services.wake('texts', 'mails');
  const parts = { db, store, commands, audience, emailFigures, outboxes, settings, wake, clock, log };
  return {
    follows: [textedBroadcasts({ commands, audience, clock })],
    loops: [({ presence, stopping }) => runBroadcasts({ ...parts, presence, bell: bells.broadcasts }, stopping)],
  };
});
