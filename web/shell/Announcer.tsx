import { useCallback, useState } from 'react';
import { z } from 'zod';
import { MessageList } from '../../api/contract/messages.ts';
import type { LiveEvent } from '../../api/contract/live.ts';
import { messagePath } from '../api/reads.ts';
import { useApp } from '../app/context.tsx';
import { phone } from '../format/phone.ts';
import { preview } from '../format/person.ts';
import { useLiveEvent } from '../live/LiveProvider.tsx';
import { t } from './texts.ts';

const Who = z.object({
  data: z.object({ phone: z.string().nullable(), first_name: z.string().nullable(), last_name: z.string().nullable() }),
});

/** Says new messages to screen readers, politely and on every screen. */
export function Announcer() {
  const [said, setSaid] = useState('');
  const { client } = useApp();
  const hear = useCallback(
    (event: LiveEvent) => {
      if (event.type !== 'new-message') return;
      const say = async () => {
        const [who, messages] = await Promise.all([
          client.get(`/livechat/${event.contact_id}`, Who),
          client.get(messagePath(event.contact_id, null, 5), MessageList),
        ]);
        const message = messages.data.find((candidate) => candidate.id === event.message_id);
        const name = [who.data.first_name, who.data.last_name].filter(Boolean).join(' ') || phone(who.data.phone);
        setSaid(t('live.newMessage', { name, body: message?.body ? preview(message.body, 200) : t('chat.picture') }));
      };
      say().catch(() => {
        setSaid(t('live.newMessageUnknown', { count: event.unread }));
      });
    },
    [client],
  );
  useLiveEvent(hear);
  return (
    <div className="sr-only" role="status" aria-live="polite">
      {said}
    </div>
  );
}
