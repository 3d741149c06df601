import { useCallback } from 'react';
import { useSWRConfig } from 'swr';

/** Reads again whatever begins with one of the paths: after a change, lists and records tell the new truth. */
export function useRefresh(): (...paths: readonly string[]) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback(
    (...paths) =>
      mutate((key) => typeof key === 'string' && paths.some((path) => key.startsWith(path))).catch(() => undefined),
    [mutate],
  );
}
