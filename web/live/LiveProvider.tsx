import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LiveEvent } from '../../api/contract/live.ts';
import { connectLive, type LiveConnection, type LiveState } from './connection.ts';
import { type LiveCounts, nothingYet, type Topic } from './reduce.ts';

const Context = createContext<LiveConnection | null>(null);

/** Keeps the live channel of one session open while its children are shown. */
export function LiveProvider({
  token,
  onSignedOut,
  children,
}: {
  readonly token: string;
  readonly onSignedOut: () => void;
  readonly children: ReactNode;
}) {
  const [connection, setConnection] = useState<LiveConnection | null>(null);
  const signedOut = useRef(onSignedOut);
  useEffect(() => {
    signedOut.current = onSignedOut;
  });
  useEffect(() => {
    const url = new URL('/api/v1/live', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const opened = connectLive({
      url: url.href,
      token,
      open: (address) => new WebSocket(address),
      random: Math.random,
      target: window,
      isOnline: () => navigator.onLine,
      onSignedOut: () => {
        signedOut.current();
      },
    });
    setConnection(opened);
    return () => {
      opened.stop();
    };
  }, [token]);
  return <Context value={connection}>{children}</Context>;
}

const never = () => () => undefined;

export function useLiveState(): LiveState {
  const connection = useContext(Context);
  return useSyncExternalStore(connection?.subscribe ?? never, connection?.state ?? (() => 'connecting' as const));
}

export function useLiveCounts(): LiveCounts {
  const connection = useContext(Context);
  return useSyncExternalStore(connection?.subscribe ?? never, connection?.counts ?? (() => nothingYet));
}

/** Calls `refresh` when one of the topics (joined, so that the list may be made anew on each render) has changed on the server. */
export function useRefreshOn(topics: readonly Topic[], refresh: () => void): void {
  const connection = useContext(Context);
  const key = topics.join(' ');
  useEffect(() => {
    if (key === '') return undefined;
    const mine = key.split(' ') as Topic[];
    return connection?.onRefresh((changed) => {
      if (changed.has('everything') || mine.some((topic) => changed.has(topic))) refresh();
    });
  }, [connection, key, refresh]);
}

/** Calls `hear` with each live event. */
export function useLiveEvent(hear: (event: LiveEvent) => void): void {
  const connection = useContext(Context);
  useEffect(() => connection?.onEvent(hear), [connection, hear]);
}
