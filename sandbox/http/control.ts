import type { FastifyInstance } from 'fastify';
import type { BehaviourChange } from '../behaviour.ts';
import type { Carrier } from '../carrier/carrier.ts';
import { magicNumbers } from '../carrier/magic.ts';
import { magicRecipients } from '../inbox/smtp.ts';
import { magicApiRecipients } from '../email-providers/delivery.ts';
import type { Inbox } from '../inbox/inbox.ts';

/** The sandbox's own controls: how the carrier behaves, what it knows, and the table of fixed outcomes. */
export function controlRoutes(
  app: FastifyInstance,
  parts: {
    readonly carrier: Carrier;
    readonly inbox: Inbox;
    smtpPort(): number;
    readonly applicationUrl: string | null;
  },
): void {
  const { carrier, inbox } = parts;
  app.get('/sandbox/behaviour', async () => carrier.behaviour());
  app.put('/sandbox/behaviour', async (request) => carrier.configure(request.body as BehaviourChange));
  app.get('/sandbox/magic', async () => ({
    numbers: magicNumbers.map(({ number, says }) => ({ number, says })),
    recipients: magicRecipients.map(({ local, says }) => ({ recipient: `${local}@…`, says })),
    apiRecipients: magicApiRecipients.map(({ local, says }) => ({ recipient: `${local}@…`, says })),
  }));
  app.get('/sandbox/status', async () => ({
    messages: carrier.state.messages.size,
    numbers: carrier.state.numbers.size,
    accounts: carrier.state.accounts.size,
    mails: inbox.count(),
    smtpPort: parts.smtpPort(),
    applicationUrl: parts.applicationUrl,
    pending: carrier.pending(),
  }));
  /** Tries every webhook that waits for its next attempt now. */
  app.post('/sandbox/hurry', async () => {
    carrier.hurry();
    return carrier.pending();
  });
}
