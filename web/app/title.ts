import { useEffect } from 'react';
import { useUnread } from '../live/unread.ts';
import { badge } from '../format/number.ts';
import { useProductName } from '../session/profile.tsx';

/** `(3) Message · Beckon`: the window's title, with the unread count where there is one. */
export function useTitle(title: string): void {
  const name = useProductName();
  const { unread } = useUnread();
  useEffect(() => {
    document.title = `${unread > 0 ? `(${badge(unread)}) ` : ''}${title}${name === '' ? '' : ` · ${name}`}`;
  }, [title, name, unread]);
}
