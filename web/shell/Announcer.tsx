import { useCallback, useState } from 'react';
import type { LiveEvent } from '../../api/contract/live.ts';
import { useApp } from '../session/context.tsx';
import { phone } from '../format/phone.ts';
import { preview } from '../format/person.ts';
import { useLiveEvent } from '../live/LiveProvider.tsx';
import { t } from './texts.ts';

/** Says new messages to screen readers, politely and on every screen. */
export function Announcer() {
  const [said, setSaid] = useState('');
  const { client } = useApp();
  const hear = useCallback(
    (event: LiveEvent) => {
      if (event.type !== 'new-message') return;
      const say = async () => {
        const [who, messages] = await Promise.all([
          client.get('/livechat/{id}', { params: { id: event.contact_id } }),
          client.get('/livechat/messages', { query: { contact_id: event.contact_id, per_page: 5 } }),
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
