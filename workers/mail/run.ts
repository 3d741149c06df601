import type { Clock } from '../../adapters/clock/port.ts';
import { createOutage } from '../../adapters/database/outage.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import type { Presence } from '../engine/presence.ts';
import { backoff, type Bell } from '../engine/wait.ts';
import { deliverMail, type MailDelivery } from './deliver.ts';
import { type EndedMail, forgetMails, markRecorded, recoverMails, takeMail, unrecordedMails } from './table.ts';

export interface MailRun extends Omit<MailDelivery, 'holder' | 'now'> {
  readonly clock: Clock;
  readonly commands: Pick<Commands, 'mail'>;
  readonly presence: Presence;
  readonly bell: Bell;
  /** How long to wait for a ring. Default 2,000 ms. */
  readonly pollMs?: number;
}

/** How many are sent at once: mailboxes of one installation, not of a campaign. */
const lanes = 3;
const keptDays = 30;

/** Sends what is due and records how it ended, until the signal fires. Any number of processes may run it. */
export async function runMail(parts: MailRun, signal: AbortSignal): Promise<void> {
  const { db, commands, presence, bell, settings, clock, log } = parts;
  const now = (): Date => clock.now();
  const { holder } = presence;
  const inHand = new Set<string>();
  const delivery: MailDelivery = { ...parts, holder, now };

  const record = async (ended: EndedMail): Promise<void> => {
    const { mailId, state, provider, providerMessageId, note } = ended;
    const context = {
      caller: {
        role: 'system' as const,
        actor: { kind: 'system' as const, name: 'account-mail' },
        tenant: platformTenant,
      },
      commandId: uuidV5(namespaces.command, mailId, 'ended', state),
      correlationId: mailId,
      causationId: null,
    };
    if (state === 'sent') await commands.mail.recordSent(context, { mailId, provider, providerMessageId });
    else await commands.mail.recordFailed(context, { mailId, provider, reason: note });
    await markRecorded(db, mailId, now());
  };
  const lane = async (): Promise<void> => {
    while (!signal.aborted && presence.alive()) {
      const entry = await takeMail(db, holder, now());
      if (entry === null) return;
      inHand.add(entry.mailId);
      try {
        await deliverMail(delivery, entry);
      } finally {
        inHand.delete(entry.mailId);
      }
    }
  };

  let tidiedAt = 0;
  const outage = createOutage(log, 'mails to users');
  for (let failures = 0; !signal.aborted;) {
    try {
      if (presence.alive()) {
        const lost = await recoverMails(db, holder, [...inHand], new Date(now().getTime() + settings.unknownMs));
        if (lost > 0)
          log.warn(
            { mails: lost },
            'Mails to users were cut off in the middle: they go out once more, under the same Message-ID.',
          );
        await Promise.all(Array.from({ length: lanes }, lane));
        for (const ended of await unrecordedMails(db)) await record(ended);
        if (now().getTime() - tidiedAt > 3_600_000) {
          tidiedAt = now().getTime();
          await forgetMails(db, new Date(tidiedAt - keptDays * 86_400_000));
        }
      }
      failures = 0;
      outage.works();
      await bell.wait(parts.pollMs ?? 2_000, signal);
    } catch (error) {
      outage.failed(error);
      await clock.sleep(backoff(failures++, 100, 5_000), signal);
    }
  }
  // What ended during the stop is told before the process goes.
  await unrecordedMails(db)
    .then(async (all) => {
      for (const ended of all) await record(ended);
    })
    .catch(() => {});
}
