import { sql } from 'kysely';
import type { SafeHttp } from '../../adapters/http/port.ts';
import { reactions } from '../engine/reactions.ts';
import { type PublishedReader, runDeliveries } from './deliver.ts';
import { endpointFeed } from './endpoints.ts';
import { webhookNotices } from './notices.ts';

interface Needs {
  readonly published: PublishedReader;
  /** How webhooks leave; left out: they wait. */
  readonly http?: Pick<SafeHttp, 'request'>;
}

export const webhookReactions = reactions<Needs>('webhooks', (services) => {
  const { db, commands, published, leases, clock, log, bells, wake, http } = services;
  const parts = { db, commands, published, leases, bell: bells.webhooks, clock, log, chance: Math.random };
  return {
    follows: [endpointFeed(() => wake('webhooks')), webhookNotices(commands)],
    loops: http === undefined ? [] : [({ stopping }) => runDeliveries({ ...parts, http }, stopping)],
    async tidy(endedBefore) {
      await sql`delete from ops.webhook_attempts where at < ${endedBefore}::timestamptz`.execute(db);
      await sql`delete from ops.webhook_deliveries where ended_at < ${endedBefore}::timestamptz`.execute(db);
    },
  };
});
