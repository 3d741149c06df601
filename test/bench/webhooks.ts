import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { createSafeHttp } from '../../adapters/http/index.ts';
import type { Append } from '../../adapters/event-store/port.ts';
import { ContactTagged } from '../../domain/contacts/events.ts';
import { BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { latestPayloadVersion } from '../../domain/webhooks/fields.ts';
import { worksFor } from '../support/broadcasts.ts';
import { context } from '../support/callers.ts';
import { openReceiver } from '../support/receiver.ts';
import { said } from '../support/said.ts';
import { createTenant, openSpine } from '../support/spine.ts';
import type { BenchResult } from './result.ts';
import { benchPostgres } from './support/postgres.ts';

const atOnce = 16;

/** Deliveries a second to a receiver in this process, against undici alone; and the same while other endpoints are dead. */
export async function run({
  events,
  dead,
}: {
  readonly events: number;
  readonly dead: number;
}): Promise<readonly BenchResult[]> {
  const server = await benchPostgres();
  const spine = await openSpine(server.connectionString);
  const receiver = await openReceiver();
  const http = createSafeHttp({ allow: ['127.0.0.1'] });
  try {
    await spine.runner.start();
    const tenant = await createTenant(spine, '+14155550190');
    const businessId = BusinessId.parse(tenant.businessId);
    const add = (url: string) =>
      spine.commands.webhooks.create(context(worksFor(tenant.businessId)), {
        endpointId: randomUUID(),
        url,
        description: '',
        types: ['contact.tagged'],
        version: latestPayloadVersion,
        since: null,
        held: 0,
      });
    const happen = async () => {
      for (let done = 0; done < events; done += 500)
        await spine.store.appendMany(
          Array.from({ length: Math.min(500, events - done) }, (): Append => {
            const contactId = ContactId.parse(randomUUID());
            const event = ContactTagged.create({ businessId, contactId, tags: ['vip'] });
            return { stream: streams.contact(contactId), expected: 'any', events: said([event], { businessId }) };
          }),
        );
      await spine.runner.waitFor(await spine.raw.head(), { timeoutMs: 120_000 });
    };
    const delivered = async () => {
      const workers = spine.workers({ publicUrl: 'http://127.0.0.1:9', baseUrl: 'http://127.0.0.1:9', http });
      receiver.received.length = 0;
      await workers.start();
      while (receiver.received.length === 0) await sleep(1);
      const began = performance.now();
      while (receiver.received.length < events) await sleep(1);
      const rate = events / ((performance.now() - began) / 1_000);
      await workers.stop();
      return rate;
    };

    await add(receiver.url);
    await happen();
    const alone = await delivered();
    const body = receiver.received[0]!.body;
    const raw = await undiciAlone(receiver.url, body, events);
    for (let nth = 0; nth < dead; nth++) await add('http://127.0.0.1:9/hooks');
    await happen();
    const beside = await delivered();
    return [
      {
        name: 'webhooks: deliveries to one endpoint, against undici alone',
        ratio: alone / raw,
        target: { atLeast: 0.6 },
        unit: 'deliveries/s',
        measured: alone,
        baseline: raw,
        pass: alone / raw >= 0.6,
        detail: `${events} events of as many contacts; receiver in the same process; ${atOnce} requests at once`,
      },
      {
        name: `webhooks: the same beside ${dead} dead endpoints`,
        ratio: beside / alone,
        target: { atLeast: 0.7 },
        unit: 'deliveries/s',
        measured: beside,
        baseline: alone,
        pass: beside / alone >= 0.7,
        detail: 'endpoints of the same business that refuse the connection',
      },
    ];
  } finally {
    await http.close();
    await receiver.close();
    await spine.close();
    await server.remove();
  }
}

async function undiciAlone(url: string, body: string, count: number): Promise<number> {
  const dispatcher = new Agent({ connections: atOnce });
  let left = count;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        const answer = await request(url, {
          dispatcher,
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        });
        await answer.body.dump();
      }
    }),
  );
  await dispatcher.close();
  return count / ((performance.now() - began) / 1_000);
}
