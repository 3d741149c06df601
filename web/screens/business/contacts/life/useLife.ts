import { useEffect, useState } from 'react';
import type { TimelineEntry } from '../../../../../api/contract/contact-life.ts';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';

interface Loaded {
  readonly of: string;
  readonly entries: ReadonlyMap<string, TimelineEntry>;
  /** Where the page after the oldest begins; undefined: not known yet, null: there is none. */
  readonly next: string | null | undefined;
}
const nothing = (of: string): Loaded => ({ of, entries: new Map(), next: undefined });

/**
 * The timeline as far as it was read, the newest first. What comes while it is looked at is put on top, and how a text
 * fared is kept up; what was loaded below stays.
 */
export function useLife(id: string, kinds: string) {
  const { client, run } = useApp();
  const of = `${id} ${kinds}`;
  const [loaded, setLoaded] = useState(() => nothing(of));
  const [busy, setBusy] = useState(false);
  const query = kinds === '' ? {} : { kinds };
  const { data, error, refresh } = useRead('/contacts/{id}/timeline', { params: { id }, query });
  useEffect(() => {
    if (data === undefined) return;
    setLoaded((before) => {
      const kept = before.of === of ? before : nothing(of);
      return {
        of,
        entries: new Map([...kept.entries, ...data.data.map((entry) => [entry.id, entry] as const)]),
        next: kept.next === undefined ? data.meta.next : kept.next,
      };
    });
  }, [data, of]);
  const shown = loaded.of === of ? loaded : nothing(of);
  const more = async () => {
    const { next } = shown;
    if (next == null) return;
    setBusy(true);
    await run(async () => {
      const page = await client.get('/contacts/{id}/timeline', { params: { id }, query: { ...query, before: next } });
      setLoaded((before) =>
        before.of !== of ?
          before
        : {
            of,
            entries: new Map([...before.entries, ...page.data.map((entry) => [entry.id, entry] as const)]),
            next: page.meta.next,
          },
      );
    });
    setBusy(false);
  };
  const entries = [...shown.entries.values()].sort((a, b) => Number(BigInt(b.position) - BigInt(a.position)));
  return {
    entries,
    isLoading: shown.next === undefined && error === undefined,
    hasMore: shown.next != null,
    error,
    refresh,
    more,
    busy,
  };
}
