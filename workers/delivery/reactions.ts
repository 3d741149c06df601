import { reactions, type Running } from '../engine/reactions.ts';
import { handedChannels, type HandoverNeeds } from './channels.ts';
import { defaultHandoverSettings, type HandoverSettings } from './handover/deliver.ts';
import { handoverFeed } from './handover/feed.ts';
import { runHandover } from './handover/loop.ts';
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
import { registrationLimits } from './registration-limits.ts';
import { createDayShares, forgetBrandDays } from './text/sender-limits.ts';
import { unpaidReleases } from './unpaid.ts';
import { registrationReleases } from './unregistered.ts';

interface TextNeeds {
  readonly carrierFor: CarrierFor;
  /** What of a month has been used, where the sender has not counted it itself. */
  readonly usage: UsageReader;
  /** Payments are on: texts of payers with a wallet are paid out of it. */
  readonly takesPayments?: boolean;
  readonly config: { readonly sender?: Partial<SenderSettings> };
}

export const textReactions = reactions<TextNeeds>('texts', (services) => {
  const { db, store, clock, log, tracing, now, bells, breaker, inHand, config, carrierFor, usage, takesPayments } =
    services;
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
      registrationLimits({ db, store, now }),
      registrationReleases({ now, wake: () => services.wake('texts', 'broadcasts') }),
    ],
    loops: [
      ({ presence, stopping, cut }) => {
        const dayShares = createDayShares(db, now);
        const deliver = createDelivery({
          ...parts,
          tracing,
          usage,
          slices,
          dayShares,
          presence,
          breaker,
          cut,
          statusCallback,
        });
        return runSender(
          { db, usage, presence, deliver, breaker, settings, bell: bells.texts, clock, log },
          inHand.text,
          stopping,
        ).finally(() => dayShares.close());
      },
      ({ stopping }) => runReconciler({ ...parts, wake }, stopping),
      ({ stopping }) => runAsking(parts, stopping),
      ...(slices === null ?
        []
      : [({ stopping }: Running) => runBooking({ ...paid, bell: bells.slices, log }, stopping)]),
    ],
    timers: { 'resend-message': resendMessage({ store, db, commands: services.commands, now }) },
    async tidy(endedBefore) {
      await forgetEnded(db, endedBefore);
      await forgetBrandDays(db, endedBefore);
    },
  };
});

/** What is handed over once. */
export const handoverReactions = reactions<
  HandoverNeeds & Pick<TextNeeds, 'takesPayments'> & { config: { mail?: Partial<HandoverSettings> } }
>('mails', (services) => {
  const { db, clock, log, tracing, bells, wake, inHand, config, commands, takesPayments } = services;
  const settings: HandoverSettings = { ...defaultHandoverSettings, ...config.mail };
  const pollMs = config.polls?.emailMs;
  const ways = handedChannels.flatMap((channel) => channel.open(services) ?? []);
  const slices = takesPayments === true ? createSlices({ db, commands, clock, wake: () => bells.slices.ring() }) : null;
  const parts = { db, ways, settings, slices, clock, log, tracing, bell: bells.mails, inHand };
  const feeds = handedChannels.map(({ feed }) => feed);
  return {
    follows: [handoverFeed(feeds, () => wake('mails'))],
    loops:
      ways.length > 0 ?
        [
          ({ presence, stopping, cut }) =>
            runHandover({ ...parts, presence, cut, ...(pollMs === undefined ? {} : { pollMs }) }, stopping),
        ]
      : [],
  };
});
