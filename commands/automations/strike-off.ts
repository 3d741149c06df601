import { effectIdOf, type Run } from '../../domain/automations/runs/run.ts';
import { ContactEmail, suppressEmail } from '../../domain/emails/contact-email.ts';
import { Message } from '../../domain/messages/message.ts';
import { suppress } from '../../domain/messages/record.ts';
import type { MessageId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** Of a run that is over, as it was before: its text or email that has not left yet never does. */
export async function strikeOff(work: UnitOfWork, before: Run): Promise<void> {
  if (before.status !== 'running' || before.place.kind !== 'acting') return;
  const effectId = effectIdOf(before.runId, before.place);
  await work.change({
    stream: streams.message(effectId as MessageId),
    aggregate: Message,
    decide: (message) => suppress({ reason: 'stopped' }, message),
  });
  await work.change({
    stream: streams.email(effectId),
    aggregate: ContactEmail,
    decide: (email) => suppressEmail('stopped', email),
  });
}
