import { sql } from 'kysely';
import { is } from '../../domain/kernel/event.ts';
import { MessageReceived } from '../../domain/messages/events.ts';
import type { RecordingWorker } from '../engine/worker.ts';

/** Notes every text that came in with something attached: a row, in the transaction of the checkpoint. */
export function mediaFeed({ now, wake }: { readonly now: () => Date; readonly wake: () => void }): RecordingWorker {
  return {
    kind: 'recording',
    name: 'media',
    handles: [MessageReceived.type],
    async record(events, trx) {
      const ids = events
        .filter((event) => is(event, MessageReceived))
        .flatMap(({ data }) => (data.media !== null && data.media.length > 0 ? [data.messageId] : []));
      if (ids.length === 0) return;
      await sql`insert into ops.media_fetches (message_id, due_at) select id, ${now()} from unnest(${ids}::uuid[]) id
        on conflict (message_id) do nothing`.execute(trx);
    },
    committed: wake,
  };
}
