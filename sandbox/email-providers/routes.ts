import type { FastifyInstance } from 'fastify';
import type { Digits } from '../chance.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { createDelivery } from './delivery.ts';
import { type EmailEvents, emailEventRoutes } from './events.ts';
import { mailgunRoutes } from './mailgun.ts';
import { sendgridRoutes } from './sendgrid.ts';
import { sesRoutes } from './ses.ts';

/** The three email providers, on the sandbox's own port: their paths do not meet. What they take lands in the inbox. */
export function emailProviderRoutes(
  app: FastifyInstance,
  inbox: Inbox,
  digits: Digits,
  slowMs: () => number,
  events: EmailEvents,
): void {
  const deliver = createDelivery(inbox, slowMs);
  emailEventRoutes(app, events);
  sendgridRoutes(app, deliver, digits, events);
  mailgunRoutes(app, deliver, digits, events);
  sesRoutes(app, deliver, digits, events);
}
