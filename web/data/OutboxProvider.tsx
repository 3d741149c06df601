import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { commands } from '../api/commands.ts';
import { useApp } from '../session/context.tsx';
import { t } from '../messages/core.ts';
import { useProfile } from '../session/profile.tsx';
import { useLiveState } from '../live/LiveProvider.tsx';
import { createOutbox, type Outbox, outboxKey, type Unsent } from './outbox.ts';

const Context = createContext<Outbox | null>(null);

/** Keeps the texts of whoever is signed in going out, on every screen. */
export function OutboxProvider({ children }: { readonly children: ReactNode }) {
  const { client } = useApp();
  const { id } = useProfile();
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  useEffect(() => {
    const storageKey = outboxKey(id);
    const opened = createOutbox({
      storage: localStorage,
      storageKey,
      send: async ({ contactId, body, media, seen, key }) =>
        (
          await commands.sendMessage(
            client,
            { contact_id: contactId, body, media: media.map((item) => item.url), ...(seen === null ? {} : { seen }) },
            key,
          )
        ).data,
      target: window,
      isOnline: () => navigator.onLine,
      random: Math.random,
      alone: (work) =>
        // Locks are there on secure origins only; without them two tabs may try the same text, which still goes out once.
        'locks' in navigator ? navigator.locks.request(storageKey, work) : work(),
      failed: t('app.failed'),
    });
    setOutbox(opened);
    // Who leaves has made up their mind: nothing stays behind in a tab that nobody looks at.
    const left = () => {
      if (document.visibilityState === 'hidden') opened.hurry();
    };
    document.addEventListener('visibilitychange', left);
    return () => {
      document.removeEventListener('visibilitychange', left);
      opened.stop();
    };
  }, [client, id]);
  // The live channel notices first that the server is there again.
  const live = useLiveState() === 'live';
  useEffect(() => {
    if (live) outbox?.wake();
  }, [live, outbox]);
  return <Context value={outbox}>{children}</Context>;
}

export const useOutbox = (): Outbox | null => useContext(Context);

const never = () => () => undefined;
const nothing: readonly Unsent[] = [];

/** The texts to one contact that the server has not taken yet, oldest first, and which of them is on its way. */
export function useUnsent(contactId: string): { readonly texts: readonly Unsent[]; readonly underWay: string | null } {
  const outbox = useOutbox();
  const subscribe = outbox?.subscribe ?? never;
  const all = useSyncExternalStore(subscribe, outbox?.list ?? (() => nothing));
  const underWay = useSyncExternalStore(subscribe, outbox?.underWay ?? (() => null));
  const texts = useMemo(() => all.filter((text) => text.contactId === contactId), [all, contactId]);
  return { texts, underWay };
}
