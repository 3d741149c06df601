import { useCallback, useEffect, useRef, useState } from 'react';
import type { Broadcast } from '../../../../../api/contract/broadcasts.ts';
import { ApiError, failureMessage } from '../../../../api/errors.ts';
import { useApp } from '../../../../session/context.tsx';
import { conflictOf } from '../../../../components/form/conflict.ts';
import { t } from '../texts.ts';

/** What is written and saved by itself. */
export type Draft = Pick<
  Broadcast,
  | 'name'
  | 'type'
  | 'campaign_id'
  | 'contents'
  | 'test'
  | 'audience'
  | 'schedule'
  | 'window_hours'
  | 'valid_hours'
  | 'short_links'
>;
const fields = [
  ...(['name', 'type', 'campaign_id', 'contents', 'test', 'audience', 'schedule'] as const),
  ...(['window_hours', 'valid_hours', 'short_links'] as const),
] as const;
export const draftOf = (broadcast: Broadcast): Draft =>
  Object.fromEntries(fields.map((field) => [field, broadcast[field]])) as Draft;

export type Saving =
  | { readonly state: 'saved'; readonly at: Date | null }
  | { readonly state: 'waiting' | 'saving' }
  /** What the server says; it is tried again with the next change. */
  | { readonly state: 'failed'; readonly why: string }
  /** Somebody else has changed it meanwhile. */
  | { readonly state: 'conflict'; readonly revision: number; readonly by: string | null };

/** After the last key, ms. */
const pauseMs = 700;

/**
 * A draft that saves itself: only what changed, one request at a time, the newest words last. Somebody else's change is
 * never overwritten unasked.
 */
export function useDraft(broadcast: Broadcast) {
  const { client } = useApp();
  const [draft, setDraft] = useState(() => draftOf(broadcast));
  const [saving, setSaving] = useState<Saving>({ state: 'saved', at: null });
  const now = useRef({ draft, kept: draft, revision: broadcast.revision, busy: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { id } = broadcast;

  /** True: everything that was written is kept. */
  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const it = now.current;
    while (it.busy) await new Promise((resolve) => setTimeout(resolve, 50));
    const changes = Object.fromEntries(
      fields.flatMap((field) =>
        JSON.stringify(it.draft[field]) === JSON.stringify(it.kept[field]) ? [] : [[field, it.draft[field]]],
      ),
    );
    if (Object.keys(changes).length === 0) {
      setSaving((before) =>
        before.state === 'waiting' || before.state === 'failed' ? { state: 'saved', at: null } : before,
      );
      return true;
    }
    const sent = it.draft;
    it.busy = true;
    setSaving({ state: 'saving' });
    try {
      const { data } = await client.put('/broadcasts/{id}', {
        params: { id },
        body: { ...changes, revision: it.revision },
        quiet: true,
      });
      it.revision = data.revision;
      it.kept = sent;
      setSaving({ state: it.draft === sent ? 'saved' : 'waiting', at: new Date() });
      return it.draft === sent;
    } catch (error) {
      const conflict = conflictOf(error);
      if (conflict !== null)
        setSaving({ state: 'conflict', revision: conflict.revision, by: conflict.changes[0]?.by ?? null });
      else if (error instanceof ApiError)
        setSaving({
          state: 'failed',
          why: error.status === 0 ? t('app.unreachable') : (failureMessage(error) ?? t('app.failed')),
        });
      else throw error;
      return false;
    } finally {
      it.busy = false;
    }
  }, [client, id]);

  const change = useCallback(
    (part: Partial<Draft>) => {
      const next = { ...now.current.draft, ...part };
      now.current.draft = next;
      setDraft(next);
      setSaving((before) => (before.state === 'conflict' ? before : { state: 'waiting' }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), pauseMs);
    },
    [save],
  );
  /** Saves over what somebody else did, knowingly. */
  const overwrite = useCallback(
    (revision: number) => {
      now.current.revision = revision;
      void save();
    },
    [save],
  );
  useEffect(
    () => () => {
      // Whoever leaves in mid-word loses nothing.
      clearTimeout(timer.current);
      void save();
    },
    [save],
  );
  return { draft, saving, change, save, overwrite };
}
export type Drafting = ReturnType<typeof useDraft>;
