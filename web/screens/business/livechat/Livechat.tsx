import './livechat.css';
import { IconMessages } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ConversationFilter } from '../../../api/reads.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { t } from './texts.ts';
import { ConversationList } from './ConversationList.tsx';
import { ConversationView } from './ConversationView.tsx';
import { NewConversation } from './NewConversation.tsx';

const path = '/business/livechat';
const filters: readonly ConversationFilter[] = ['all', 'unread', 'closed'];

/** Live chat: conversations, the open one, its contact. At phone width one pane at a time. The address says which conversation is open. */
export default function Livechat() {
  const search = useSearch();
  const [, go] = useLocation();
  const params = new URLSearchParams(search);
  const contactId = params.get('contact');
  const filter = filters.find((name) => name === params.get('filter')) ?? 'all';
  const [openedUnread, setOpenedUnread] = useState<{ id: string; unread: number } | null>(null);

  const visit = useCallback(
    (changes: Record<string, string | null>, replace = false) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes))
        if (value === null) next.delete(name);
        else next.set(name, value);
      go(next.size === 0 ? path : `${path}?${next}`, { replace });
    },
    [search, go],
  );

  const open = useCallback(
    (id: string, unread: number | null) => {
      setOpenedUnread(unread === null ? null : { id, unread });
      visit({ contact: id, new: null });
    },
    [visit],
  );
  const leave = useCallback(() => {
    visit({ contact: null });
  }, [visit]);

  return (
    <div className={`bk-chat${contactId === null ? '' : ' has-open'}`}>
      <ConversationList
        filter={filter}
        onFilter={(next) => {
          visit({ filter: next === 'all' ? null : next }, true);
        }}
        openId={contactId}
        onOpen={open}
        onNew={() => {
          visit({ new: '1' });
        }}
      />
      {contactId === null ?
        <section className="bk-chatpane none">
          <EmptyState icon={IconMessages} title={t('chat.pick')} text={t('chat.pickText')} />
        </section>
      : <ConversationView
          key={contactId}
          contactId={contactId}
          initialUnread={openedUnread?.id === contactId ? openedUnread.unread : null}
          onLeave={leave}
        />
      }
      <NewConversation
        opened={params.has('new')}
        onClose={() => {
          visit({ new: null }, true);
        }}
        onOpen={(id) => {
          open(id, null);
        }}
      />
    </div>
  );
}
