import { createContext, useContext, useEffect } from 'react';
import { badge } from '../format/badge.ts';
import { useProductName } from './brand.ts';

/** How many unread messages the window's title tells; the shell knows. */
export const UnreadInTitle = createContext(0);

/** `(3) Message · Beckon`: the window's title, with the unread count where there is one. */
export function useTitle(title: string): void {
  const name = useProductName();
  const unread = useContext(UnreadInTitle);
  useEffect(() => {
    document.title = `${unread > 0 ? `(${badge(unread)}) ` : ''}${title}${name === '' ? '' : ` · ${name}`}`;
  }, [title, name, unread]);
}
