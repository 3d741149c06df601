import { useCallback, useEffect, useRef } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';
import type { z } from 'zod';
import { useApp } from '../app/context.tsx';
import type { Topic } from '../live/reduce.ts';
import { useRefreshOn } from '../live/LiveProvider.tsx';
import type { ApiError } from './errors.ts';
import { isAborted } from './errors.ts';

export interface Read<T> {
  readonly data: T | undefined;
  /** Why there is nothing to show. A failed refresh of what is shown already stays quiet. */
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  /** What is shown belongs to the previous question; the answer is on its way. */
  readonly isStale: boolean;
  readonly refresh: () => void;
  /** Changes what is shown at once; the next refresh brings the truth. */
  readonly patch: (change: (data: T) => T) => void;
}

export interface ReadOptions {
  readonly topics?: readonly Topic[];
  /** Show the previous answer until the next one is there: lists, whose rows change but whose meaning does not. */
  readonly keepPrevious?: boolean;
  /** Stop the request when the question changes or the screen goes away: lists that are typed at. */
  readonly cancelable?: boolean;
  readonly swr?: SWRConfiguration;
}

/** One read of the API: the path is the cache's key, null means not now. Refreshed when a live event names one of its topics. */
export function useRead<S extends z.ZodType>(
  path: string | null,
  schema: S,
  options: ReadOptions = {},
): Read<z.output<S>> {
  const { client } = useApp();
  const underWay = useRef(new Map<string, AbortController>());
  const cancelable = options.cancelable ?? false;

  useEffect(() => {
    const controllers = underWay.current;
    return () => {
      if (path !== null) {
        controllers.get(path)?.abort();
        controllers.delete(path);
      }
    };
  }, [path]);

  const { data, error, isLoading, mutate } = useSWR<z.output<S>, ApiError>(
    path,
    (key: string) => {
      if (!cancelable) return client.get(key, schema);
      const abort = new AbortController();
      underWay.current.set(key, abort);
      return client.get(key, schema, { signal: abort.signal });
    },
    { keepPreviousData: options.keepPrevious ?? false, ...options.swr },
  );

  const refresh = useCallback(() => {
    void mutate().catch(() => undefined);
  }, [mutate]);
  const patch = useCallback(
    (change: (data: z.output<S>) => z.output<S>) => {
      void mutate((current) => (current === undefined ? current : change(current)), { revalidate: false });
    },
    [mutate],
  );
  useRefreshOn(options.topics ?? [], refresh);

  const failed = error !== undefined && !isAborted(error) && data === undefined;
  return {
    data,
    error: failed ? error : undefined,
    isLoading: data === undefined && !failed && path !== null,
    isStale: isLoading && data !== undefined,
    refresh,
    patch,
  };
}
