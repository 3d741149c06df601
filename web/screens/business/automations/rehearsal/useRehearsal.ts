import { useCallback, useEffect, useRef, useState } from 'react';
import type { AutomationRehearsal } from '../../../../../api/contract/automation-rehearsal.ts';
import { ApiError } from '../../../../api/errors.ts';
import { useApp } from '../../../../session/context.tsx';
import { maxEntries, together } from './sum.ts';

export interface Question {
  readonly days: number;
  /** Null: the draft. */
  readonly versions: readonly (number | null)[];
}
export interface Play {
  /** `waiting`: others rehearse, and it is asked again. */
  readonly state: 'idle' | 'running' | 'waiting' | 'done' | 'stopped' | 'failed';
  /** In the order in which they were asked for; one that is missing has not begun. */
  readonly results: readonly AutomationRehearsal[];
  readonly days: number;
}
/** So long until it is asked again, in ms. */
const pauseMs = 2_000;
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => {
      clearTimeout(over);
      resolve();
    });
  });

const idle: Play = { state: 'idle', results: [], days: 30 };

/**
 * Rehearses versions one after another, each a second of work at a time: whoever closes the panel or presses Stop ends it
 * there, and nothing goes on behind them.
 */
export function useRehearsal(id: string) {
  const { client, run } = useApp();
  const [play, setPlay] = useState<Play>(idle);
  const underWay = useRef<AbortController | null>(null);
  const stop = useCallback(() => {
    underWay.current?.abort();
  }, []);
  useEffect(() => stop, [stop]);

  const begin = useCallback(
    async ({ days, versions }: Question): Promise<void> => {
      underWay.current?.abort();
      const own = new AbortController();
      const { signal } = own;
      underWay.current = own;
      const results: AutomationRehearsal[] = [];
      const show = (state: Play['state']) => {
        if (underWay.current === own) setPlay({ state, results: [...results], days });
      };
      show('running');
      const done = await run(async () => {
        let until: string | undefined;
        for (const [at, version] of versions.entries()) {
          let after: string | undefined;
          do {
            const query = {
              days,
              ...(version === null ? {} : { version }),
              ...(until === undefined ? {} : { until }),
              ...(after === undefined ? {} : { after }),
            };
            const answer = await client
              .get('/automations/{id}/rehearsal', { params: { id }, query, signal })
              .catch((error: unknown) => {
                if (signal.aborted) return null;
                if (error instanceof ApiError && error.code === 'rate_limited') return 'busy';
                throw error;
              });
            if (answer === null) return false;
            if (answer === 'busy') {
              show('waiting');
              await pause(signal);
              continue;
            }
            const { data } = answer;
            const sum = results[at];
            results[at] = sum === undefined ? data : together(sum, data);
            until = data.until;
            after = data.next ?? undefined;
            show('running');
          } while (results[at] === undefined || (after !== undefined && results[at].entries < maxEntries));
        }
        return true;
      });
      show(
        done === true ? 'done'
        : signal.aborted ? 'stopped'
        : 'failed',
      );
    },
    [client, id, run],
  );
  return { play, begin, stop };
}
