import { EmailAccepted, EmailFailed, EmailOutcomeUnknown, EmailSuppressed } from '../../domain/emails/events.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageSent,
  MessageSuppressed,
} from '../../domain/messages/events.ts';
import type { RecordingWorker } from '../engine/worker.ts';
import { wakeAwaiting } from './rows.ts';

const texts = [MessageAccepted, MessageSent, MessageDelivered, MessageFailed, MessageSuppressed] as const;
const emails = [EmailAccepted, EmailFailed, EmailSuppressed, EmailOutcomeUnknown] as const;

/** Wakes the runs whose text or email has come to an end; which, they read themselves. */
export const automationOutcomes = ({
  now,
  wake,
}: {
  readonly now: () => Date;
  readonly wake: () => void;
}): RecordingWorker => {
  // Of most texts and emails nobody waits for the outcome.
  let isNews = false;
  return {
    kind: 'recording',
    name: 'automation-outcomes',
    handles: [...texts, ...emails].map(({ type }) => type),
    batchSize: 1_000,
    async record(events, trx) {
      const ids = events.map(({ data }) => (data['messageId'] ?? data['mailId']) as string);
      if (await wakeAwaiting(trx, ids, now())) isNews = true;
    },
    committed() {
      if (isNews) wake();
      isNews = false;
    },
  };
};
