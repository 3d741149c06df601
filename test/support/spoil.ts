import { randomUUID } from 'node:crypto';
import { ConversationRead } from '../../domain/livechat/events.ts';
import { BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import type { Workers } from '../../workers/index.ts';
import { append } from './automations.ts';
import { eventually } from './eventually.ts';
import type { Spine } from './spine.ts';

/**
 * Nobody can read a stream from here on: nothing says how to read its first event. Whoever follows the log has passed
 * it, and so many events of a stream are not kept at hand.
 */
export async function spoil(
  spine: Spine,
  workers: Workers,
  business: string,
  contactId: string,
  stream: string,
): Promise<void> {
  const businessId = BusinessId.parse(business);
  const ids = { contactId: ContactId.parse(contactId), businessId, userId: randomUUID() as never };
  const filling = Array.from({ length: 100 }, () => ConversationRead.create({ ...ids, upToPosition: '1' }));
  await append(spine, business, stream, ...filling);
  await spine.runner.waitFor(await spine.raw.head(), { timeoutMs: 30_000 });
  // Each worker has all that it handles of the stream behind it.
  await eventually(
    async () => {
      const at = new Map((await workers.status()).workers.map(({ name, position }) => [name, position]));
      const events = await spine.raw.read(stream);
      return workers.follows.filter(({ name, handles }) =>
        events.some(({ type, position }) => handles.includes(type) && position > at.get(name)!),
      ).length;
    },
    (behind) => behind === 0,
  );
  await spine.pool.query(`update es.events set version = 0 where stream = $1 and revision = 0`, [stream]);
}
