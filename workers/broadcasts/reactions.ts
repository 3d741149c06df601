import type { MailFigures } from '../../domain/mail/health.ts';
import { reactions } from '../engine/reactions.ts';
import { mailRecipientRows } from '../delivery/mail/recipient-rows.ts';
import { recipientRows } from '../delivery/text/recipient-rows.ts';
import { runBroadcasts } from './run.ts';
import { type AudienceReader, type BroadcastSettings, defaultBroadcastSettings } from './task.ts';
import { textedBroadcasts } from './texted.ts';

interface Needs {
  readonly audience: AudienceReader;
  /** How the mails of a business fare; left out: none stands still for it. */
  readonly mailFigures?: (businessId: string) => Promise<MailFigures>;
  readonly config: { readonly broadcasts?: Partial<BroadcastSettings> };
}

export const broadcastReactions = reactions<Needs>('broadcasts', (services) => {
  const { db, store, commands, clock, log, bells, inHand, config, audience, mailFigures } = services;
  const outboxes = {
    text: { rows: recipientRows(db), inHand: inHand.text },
    mail: { rows: mailRecipientRows(db), inHand: inHand.mail },
  };
  const settings: BroadcastSettings = { ...defaultBroadcastSettings, ...config.broadcasts };
  const wake = () => services.wake('texts', 'mails');
  const parts = { db, store, commands, audience, mailFigures, outboxes, settings, wake, clock, log };
  return {
    follows: [textedBroadcasts({ commands, audience, clock })],
    loops: [({ presence, stopping }) => runBroadcasts({ ...parts, presence, bell: bells.broadcasts }, stopping)],
  };
});
