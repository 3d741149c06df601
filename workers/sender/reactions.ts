import { reactions } from '../engine/reactions.ts';
import type { UsageReader } from './allowance.ts';
import { runAsking } from './ask.ts';
import { senderCommands } from './commands.ts';
import { createDelivery } from './deliver.ts';
import type { CarrierFor } from './delivery.ts';
import { outboxFeed } from './outbox-feed.ts';
import { forgetEnded } from './outbox.ts';
import { runReconciler } from './reconcile.ts';
import { resendMessage } from './resend.ts';
import { runSender } from './sender.ts';
import { defaultSettings, type SenderSettings } from './settings.ts';
import { carrierVerdicts } from './verdicts.ts';

interface Needs {
  readonly carrierFor: CarrierFor;
  /** What of a month has been used, where the sender has not counted it itself. */
  readonly usage: UsageReader;
  readonly config: { readonly sender?: Partial<SenderSettings> };
}

export const senderReactions = reactions<Needs>('sender', (services) => {
  const { db, store, clock, log, now, bells, breaker, inHand, config, carrierFor, usage } = services;
  const settings: SenderSettings = { ...defaultSettings, ...config.sender };
  const commands = senderCommands(services.commands);
  const statusCallback = (messageId: string) => `${config.publicUrl}/webhooks/twilio/status?m=${messageId}`;
  const parts = { db, store, commands, carrierFor, settings, clock, log };
  const wake = () => services.wake('texts');
  return {
    follows: [
      outboxFeed(() => services.wake('texts', 'broadcasts', 'mails')),
      carrierVerdicts({ db, commands: services.commands, now }),
    ],
    loops: [
      ({ presence, stopping, cut }) => {
        const deliver = createDelivery({ ...parts, usage, presence, breaker, cut, statusCallback });
        return runSender(
          { db, usage, presence, deliver, breaker, settings, bell: bells.texts, clock, log },
          inHand.text,
          stopping,
        );
      },
      ({ stopping }) => runReconciler({ ...parts, wake }, stopping),
      ({ stopping }) => runAsking(parts, stopping),
    ],
    timers: { 'resend-message': resendMessage({ store, db, commands: services.commands }) },
    tidy: (endedBefore) => forgetEnded(db, endedBefore),
  };
});
