import './livechat.css';
import { IconMessages } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ConversationFilter } from '../../../../api/contract/livechat.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { t } from './texts.ts';
import { ConversationList } from './ConversationList.tsx';
import { ConversationView } from './ConversationView.tsx';
import { NewConversation } from './NewConversation.tsx';
import { keepMode, type Mode, readMode } from './drafts.ts';
import type { Shown } from './shown.ts';
import { useWriters, writersIn } from './writers.ts';

const path = '/business/livechat';
const filters: readonly ConversationFilter[] = ['needs_reply', 'looks_opted_out', 'overdue', 'all', 'closed', 'failed'];

/** Live chat: conversations, the open one, its contact. At phone width one pane at a time. The address says which conversation is open. */
export default function Livechat() {
  const search = useSearch();
  const [, go] = useLocation();
  const params = new URLSearchParams(search);
  const contactId = params.get('contact');
  const filter = filters.find((name) => name === params.get('filter')) ?? 'needs_reply';
  const shown: Shown = {
    filter,
    assignee: params.get('assignee'),
    sort: params.get('sort') === 'newest' ? 'newest' : 'waiting',
  };
  const writers = useWriters();
  const [opened, setOpened] = useState<{ id: string; unread: number | null; byKey: boolean } | null>(null);
  useVisibleHeight(contactId !== null);

  const addressOf = useCallback(
    (changes: Record<string, string | null>) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes))
        if (value === null) next.delete(name);
        else next.set(name, value);
      return next.size === 0 ? path : `${path}?${next}`;
    },
    [search],
  );
  const visit = useCallback(
    (changes: Record<string, string | null>, replace = false) => {
      go(addressOf(changes), { replace });
    },
    [addressOf, go],
  );

  const open = useCallback(
    (id: string, unread: number | null, byKey: boolean) => {
      setOpened({ id, unread, byKey });
      visit({ contact: id, new: null });
    },
    [visit],
  );
  /** How often somebody asked for the other field of the conversation that is open. */
  const [turned, setTurned] = useState(0);
  const write = useCallback(
    (id: string, mode: Mode) => {
      const isTurned = readMode(id) !== mode;
      keepMode(id, mode);
      if (id !== contactId) open(id, null, false);
      else if (isTurned) setTurned((count) => count + 1);
      else document.querySelector<HTMLElement>('.bk-composer textarea')?.focus();
    },
    [contactId, open],
  );
  const leave = useCallback(() => {
    visit({ contact: null });
  }, [visit]);
  const mine = opened?.id === contactId ? opened : null;

  return (
    <div className={`bk-chat${contactId === null ? '' : ' has-open'}`}>
      <ConversationList
        shown={shown}
        onShow={(change) => {
          const next = { ...shown, ...change };
          const { assignee } = next;
          visit(
            {
              filter: next.filter === 'needs_reply' ? null : next.filter,
              assignee,
              sort: next.sort === 'newest' ? 'newest' : null,
            },
            true,
          );
        }}
        openId={contactId}
        writers={writers}
        hrefOf={(id) => addressOf({ contact: id, new: null })}
        onOpen={open}
        onWrite={write}
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
          initialUnread={mine?.unread ?? null}
          focusOnOpen={mine?.byKey !== true}
          turned={turned}
          writing={writersIn(writers, contactId)}
          onLeave={leave}
        />
      }
      <NewConversation
        opened={params.has('new')}
        onClose={() => {
          visit({ new: null }, true);
        }}
        onOpen={(id) => {
          open(id, null, false);
        }}
      />
    </div>
  );
}

/** Less height than this is left by an open keyboard, or by a phone on its side, pixels. */
const little = 500;

/**
 * How much of the page can be seen, as `--visible-height` and `data-visible`, while a conversation is open: on a phone the keyboard lies
 * over the page and not every browser makes the page smaller for it.
 */
function useVisibleHeight(active: boolean): void {
  useEffect(() => {
    const view = window.visualViewport;
    const { style, dataset } = document.documentElement;
    if (!active || view === null) return undefined;
    const measure = () => {
      // Zoomed in, the viewport is small because it was asked to be.
      if (view.scale > 1.05) return;
      style.setProperty('--visible-height', `${view.height}px`);
      dataset['visible'] = view.height < little ? 'little' : 'much';
      // The browser pushes the page up to show the field; the page is as high as what can be seen, so nothing needs pushing.
      if (view.offsetTop > 0) window.scrollTo(0, 0);
    };
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
      style.removeProperty('--visible-height');
      delete dataset['visible'];
    };
  }, [active]);
}
