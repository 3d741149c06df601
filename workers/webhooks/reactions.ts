import { sql } from 'kysely';
import type { SafeHttp } from '../../adapters/http/port.ts';
import type { PublishedEvents } from '../../adapters/published-events/port.ts';
import { whileLeased } from '../engine/poll-loop.ts';
import { reactions } from '../engine/reactions.ts';
import { deliverAll } from './deliver.ts';
import { endpointFeed } from './endpoints.ts';
import { keepIndex } from './log-index.ts';
import { webhookNotices } from './notices.ts';

interface Needs {
  readonly published: PublishedEvents;
  /** How webhooks leave; left out: they wait. */
  readonly http?: Pick<SafeHttp, 'request'>;
}

export const webhookReactions = reactions<Needs>('webhooks', (services) => {
  const { db, store, commands, published, leases, clock, log, bells, wake, http } = services;
  const index = { db, store, bell: bells.published, clock, log, added: () => bells.webhooks.ring() };
  const parts = { db, commands, published, bell: bells.webhooks, clock, log, chance: Math.random };
  return {
    follows: [endpointFeed(() => wake('webhooks', 'published')), webhookNotices(commands)],
    loops: [
      // In one process: where it is killed, another sends what was under way again.
      ({ stopping }) =>
        whileLeased(leases, 'webhook-deliveries', stopping, async (leased) => {
          await Promise.all([
            keepIndex(index, leased),
            ...(http === undefined ? [] : [deliverAll({ ...parts, http }, leased)]),
          ]);
        }),
    ],
    async tidy(endedBefore) {
      await sql`delete from ops.webhook_attempts where at < ${endedBefore}::timestamptz`.execute(db);
      await sql`delete from ops.webhook_deliveries where ended_at < ${endedBefore}::timestamptz`.execute(db);
    },
  };
});
