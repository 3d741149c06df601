import { reactions, type Running } from '../engine/reactions.ts';
import { handedFeeds } from './channels.ts';
import { emailChannel, emailFeed, type EmailService } from './emails/channel.ts';
import { defaultHandoverSettings, type HandoverSettings } from './handover/deliver.ts';
import { handoverFeed } from './handover/feed.ts';
import { runHandover, wayOf } from './handover/loop.ts';
import type { UsageReader } from './text/allowance.ts';
import { runAsking } from './text/ask.ts';
import { runBooking } from './text/book-slices.ts';
import { textCommands } from './text/commands.ts';
import { type CarrierFor, createDelivery } from './text/deliver.ts';
import { outboxFeed } from './text/feed.ts';
import { runSender } from './text/loop.ts';
import { forgetEnded } from './text/queue.ts';
import { runReconciler } from './text/reconcile.ts';
import { resendMessage } from './text/resend.ts';
import { defaultSettings, type SenderSettings } from './text/settings.ts';
import { createSlices } from './text/slices.ts';
import { carrierVerdicts } from './text/verdicts.ts';
import { unpaidReleases } from './unpaid.ts';

interface TextNeeds {
  readonly carrierFor: CarrierFor;
  /** What of a month has been used, where the sender has not counted it itself. */
  readonly usage: UsageReader;
  /** Payments are on: texts of payers with a wallet are paid out of it. */
  readonly takesPayments?: boolean;
  readonly config: { readonly sender?: Partial<SenderSettings> };
}

export const textReactions = reactions<TextNeeds>('texts', (services) => {
  const { db, store, clock, log, now, bells, breaker, inHand, config, carrierFor, usage, takesPayments } = services;
  const settings: SenderSettings = { ...defaultSettings, ...config.sender };
  const commands = textCommands(services.commands, log);
  const statusCallback = (messageId: string) => `${config.publicUrl}/webhooks/twilio/status?m=${messageId}`;
  const parts = { db, store, commands, carrierFor, settings, clock, log };
  const wake = () => services.wake('texts');
  const paid = { db, commands: services.commands, clock };
  const slices = takesPayments === true ? createSlices({ ...paid, wake: () => bells.slices.ring() }) : null;
  return {
    follows: [
      outboxFeed(() => services.wake('texts', 'broadcasts', 'mails')),
      carrierVerdicts({ db, commands: services.commands, now }),
      unpaidReleases({ now, wake: () => services.wake('texts', 'mails') }),
    ],
    loops: [
      ({ presence, stopping, cut }) => {
        const deliver = createDelivery({ ...parts, usage, slices, presence, breaker, cut, statusCallback });
        return runSender(
          { db, usage, presence, deliver, breaker, settings, bell: bells.texts, clock, log },
          inHand.text,
          stopping,
        );
      },
      ({ stopping }) => runReconciler({ ...parts, wake }, stopping),
      ({ stopping }) => runAsking(parts, stopping),
      ...(slices === null ?
        []
      : [({ stopping }: Running) => runBooking({ ...paid, bell: bells.slices, log }, stopping)]),
    ],
    timers: { 'resend-message': resendMessage({ store, db, commands: services.commands, now }) },
    tidy: (endedBefore) => forgetEnded(db, endedBefore),
  };
});

interface HandoverNeeds {
  /** How emails reach users of the product and the contacts of businesses; left out: they wait. */
  readonly mail?: EmailService;
  readonly config: { readonly mail?: Partial<HandoverSettings> };
}

/** What is handed over once. */
export const handoverReactions = reactions<HandoverNeeds>('mails', (services) => {
  const { db, store, commands, clock, log, now, bells, wake, inHand, config, mail } = services;
  const settings: HandoverSettings = { ...defaultHandoverSettings, ...config.mail };
  const pollMs = config.polls?.emailMs;
  const ways = mail ? [wayOf(emailFeed, emailChannel({ store, commands, service: mail, now, log }))] : [];
  const parts = { db, ways, settings, clock, log, bell: bells.mails, inHand };
  return {
    follows: [handoverFeed(handedFeeds, () => wake('mails'))],
    loops:
      ways.length > 0 ?
        [
          ({ presence, stopping, cut }) =>
            runHandover({ ...parts, presence, cut, ...(pollMs === undefined ? {} : { pollMs }) }, stopping),
        ]
      : [],
  };
});
