import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { type LiveEvent } from '../../../../api/contract/live.ts';
import { randomKey } from '../../../api/client.ts';
import { isAborted } from '../../../api/errors.ts';
import { useCalls, useNewestMessages } from '../../../data/reads.ts';
import { useApp } from '../../../session/context.tsx';
import { useLiveEvent } from '../../../live/LiveProvider.tsx';
import type { Unsent } from '../../../data/outbox.ts';
import { useOutbox, useUnsent } from '../../../data/OutboxProvider.tsx';
import { undoSeconds } from './undo.ts';
import { callsAmong, emptyTimeline, inOrder, newestPosition, timelineReducer, withoutEchoes } from './timeline.ts';

/**
 * The messages of one conversation: reading, paging upwards, sending, and what comes in while it is open. One per
 * contact: give it a key.
 */
export function useTimeline(contactId: string) {
  const { client } = useApp();
  const [timeline, dispatch] = useReducer(timelineReducer, emptyTimeline);
  const newest = useNewestMessages(contactId);
  const known = useCalls(contactId).data?.data;
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle');
  const loading = useRef(false);
  const outbox = useOutbox();
  const { texts, underWay } = useUnsent(contactId);

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
  useEffect(
    () =>
      outbox?.onSent((text, message) => {
        if (text.contactId === contactId) dispatch({ type: 'sent', message });
      }),
    [outbox, contactId],
  );

  const messages = useMemo(() => inOrder(timeline), [timeline]);
  const calls = useMemo(() => callsAmong(known ?? [], messages, timeline.hasMore), [known, messages, timeline.hasMore]);
  const unsent = useMemo(() => withoutEchoes(texts, messages), [texts, messages]);
  const first = messages[0];
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

  // Before the first page nobody has seen anything, and nothing can have overtaken it.
  const seen = timeline.hasMore === null ? null : (newestPosition(messages) ?? '0');
  return {
    messages,
    calls,
    unsent,
    underWay,
    hasMore: timeline.hasMore,
    error: timeline.hasMore === null ? newest.error : undefined,
    retry: newest.refresh,
    loadingFirst: timeline.hasMore === null && newest.error === undefined,
    older,
    loadOlder,
    send: useCallback(
      (body: string, media: Unsent['media']) => {
        outbox?.add(
          { key: randomKey(), contactId, body, media, at: new Date().toISOString(), seen },
          undoSeconds() * 1_000,
        );
      },
      [outbox, contactId, seen],
    ),
    sendAgain: useCallback(
      (text: Unsent) => {
        if (text.state === 'overtaken') outbox?.sendAnyway(text.key, randomKey());
        else outbox?.retry(text.key, randomKey());
      },
      [outbox],
    ),
    hurry: useCallback(
      (text: Unsent) => {
        outbox?.hurry(text.key);
      },
      [outbox],
    ),
    seen,
    discard: useCallback(
      (text: Unsent) => {
        outbox?.discard(text.key);
      },
      [outbox],
    ),
  };
}
