import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { type LiveEvent } from '../../../../api/contract/live.ts';
import { randomKey } from '../../../api/client.ts';
import { commands } from '../../../api/commands.ts';
import { ApiError, failureMessage, isAborted } from '../../../api/errors.ts';
import { useNewestMessages } from '../../../api/reads.ts';
import { useApp } from '../../../app/context.tsx';
import { useLiveEvent } from '../../../live/LiveProvider.tsx';
import { t } from './texts.ts';
import { type Draft, emptyTimeline, inOrder, timelineReducer } from './timeline.ts';

/** The messages of one conversation: reading, paging upwards, sending, and what comes in while it is open. One per contact: give it a key. */
export function useTimeline(contactId: string) {
  const { client } = useApp();
  const [timeline, dispatch] = useReducer(timelineReducer, emptyTimeline);
  const newest = useNewestMessages(contactId);
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle');
  const loading = useRef(false);

  useEffect(() => {
    if (newest.data) dispatch({ type: 'newest', data: newest.data.data, hasMore: newest.data.meta.has_more });
  }, [newest.data]);

  const hear = useCallback(
    (event: LiveEvent) => {
      if (event.type === 'message-changed' && event.contact_id === contactId)
        dispatch({ type: 'patch', id: event.message_id, status: event.status });
    },
    [contactId],
  );
  useLiveEvent(hear);

  const first = inOrder(timeline)[0];
  const loadOlder = useCallback(async () => {
    if (!first || loading.current) return;
    loading.current = true;
    setOlder('loading');
    try {
      const page = await client.get('/livechat/messages', {
        query: { contact_id: contactId, before: first.position, per_page: 50 },
      });
      dispatch({ type: 'older', data: page.data, hasMore: page.meta.has_more });
      setOlder('idle');
    } catch (error) {
      if (!isAborted(error)) setOlder('failed');
    } finally {
      loading.current = false;
    }
  }, [client, contactId, first]);

  const deliver = useCallback(
    async (draft: Draft) => {
      dispatch({ type: 'draft', draft: { ...draft, failed: null } });
      try {
        const { data: message } = await commands.sendMessage(
          client,
          { contact_id: contactId, body: draft.body, media: draft.media.map((item) => item.url) },
          draft.key,
        );
        dispatch({ type: 'answered', key: draft.key, message });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        dispatch({
          type: 'refused',
          key: draft.key,
          reason: error.status === 0 ? t('app.unreachable') : (failureMessage(error) ?? t('app.failed')),
        });
      }
    },
    [client, contactId],
  );

  return {
    timeline,
    error: timeline.hasMore === null ? newest.error : undefined,
    retry: newest.refresh,
    loadingFirst: timeline.hasMore === null && newest.error === undefined,
    older,
    loadOlder,
    send: useCallback(
      (body: string, media: Draft['media']) => {
        void deliver({ key: randomKey(), body, media, at: new Date().toISOString(), failed: null });
      },
      [deliver],
    ),
    sendAgain: useCallback(
      (draft: Draft) => {
        void deliver(draft);
      },
      [deliver],
    ),
    discard: useCallback((draft: Draft) => {
      dispatch({ type: 'discard', key: draft.key });
    }, []),
  };
}
