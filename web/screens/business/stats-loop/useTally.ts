import { useEffect, useRef } from 'react';

const [soonest, latest] = [2_000, 60_000];

/** Calls `onChange` whenever the public count of a vote has changed. A page that is not published has none. */
export function useTally(id: string, onChange: () => void): void {
  const told = useRef(onChange);
  useEffect(() => {
    told.current = onChange;
  });
  useEffect(() => {
    let [gone, wait] = [false, soonest];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let socket: WebSocket | null = null;
    const connect = () => {
      let first = true;
      socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/votes/${id}/live`);
      socket.onmessage = () => {
        wait = soonest;
        // The first says how it stands, which has just been read.
        if (!first) told.current();
        first = false;
      };
      socket.onclose = ({ code, reason }) => {
        if (gone || code === 4404 || reason === 'gone') return;
        timer = setTimeout(connect, wait);
        wait = Math.min(latest, wait * 2);
      };
    };
    connect();
    return () => {
      gone = true;
      clearTimeout(timer);
      socket?.close();
    };
  }, [id]);
}
