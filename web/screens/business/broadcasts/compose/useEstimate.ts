import { useEffect, useRef, useState } from 'react';
import type { AudienceFunnel, MessageCredit } from '../../../../../api/contract/broadcasts.ts';
import { useApp } from '../../../../session/context.tsx';
import { isAborted } from '../../../../api/errors.ts';
import type { Draft } from './useDraft.ts';

export interface Estimate {
  readonly funnel: AudienceFunnel['data'] | null;
  readonly credit: MessageCredit['data'] | null;
  /** What is shown is of the draft as it was a moment ago. */
  readonly stale: boolean;
}

/** Whom the draft would reach and what it would cost, asked anew when it has stood still for a moment. */
export function useEstimate(draft: Draft): Estimate {
  const { type, audience, window_hours, contents, short_links, schedule, valid_hours } = draft;
  const { client } = useApp();
  const [estimate, setEstimate] = useState<Estimate>({ funnel: null, credit: null, stale: true });
  const question = JSON.stringify({ type, audience, window_hours, contents, short_links, schedule, valid_hours });
  const first = useRef(true);
  useEffect(() => {
    const abort = new AbortController();
    setEstimate((before) => (before.stale ? before : { ...before, stale: true }));
    const timer = setTimeout(
      () => {
        const body = JSON.parse(question) as Draft;
        const who = { type: body.type, audience: body.audience, window_hours: body.window_hours };
        const options = { signal: abort.signal, quiet: true } as const;
        Promise.all([
          client.post('/broadcasts/audience', { body: who, ...options }),
          client.post('/broadcasts/message-credit', { body, ...options }),
        ]).then(
          ([funnel, credit]) => {
            setEstimate({ funnel: funnel.data, credit: credit.data, stale: false });
          },
          (error: unknown) => {
            // What can not be counted now is counted with the next change.
            if (!isAborted(error)) setEstimate((before) => ({ ...before, stale: false }));
          },
        );
      },
      first.current ? 0 : 450,
    );
    first.current = false;
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, question]);
  return estimate;
}
