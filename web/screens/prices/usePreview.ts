import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { PreviewedMonth, PreviewMonth } from '../../../api/contract/statements.ts';
import { isAborted } from '../../api/errors.ts';
import { showFailure, useApp } from '../../session/context.tsx';

type Question = z.input<typeof PreviewMonth>;

export interface Preview {
  /** Null: not there yet. */
  readonly payers: readonly PreviewedMonth[] | null;
  readonly total: number;
  /** What is shown is of the question before. */
  readonly isStale: boolean;
}

/** A month under other prices, asked again when they have stood still for a moment. `pages`: of all payers, so many. */
export function usePreview(question: Question, pages: number): Preview {
  const { client } = useApp();
  const [preview, setPreview] = useState<Preview>({ payers: null, total: 0, isStale: true });
  const asked = JSON.stringify(question);
  useEffect(() => {
    const abort = new AbortController();
    setPreview((before) => ({ ...before, isStale: true }));
    const ask = async () => {
      const payers: PreviewedMonth[] = [];
      let total = 0;
      for (let page = 1; page <= pages; page += 1) {
        const body = { ...(JSON.parse(asked) as Question), page };
        const { data, meta } = await client.post('/statements/preview', { body, signal: abort.signal, quiet: true });
        payers.push(...data);
        ({ total } = meta);
        if (payers.length >= total) break;
      }
      setPreview({ payers, total, isStale: false });
    };
    const timer = setTimeout(() => {
      ask().catch((error: unknown) => {
        if (isAborted(error)) return;
        setPreview((before) => ({ ...before, payers: before.payers ?? [], isStale: false }));
        showFailure(error);
      });
    }, 350);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, asked, pages]);
  return preview;
}
