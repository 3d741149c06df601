import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveEvent } from '../../../../api/contract/live.ts';
import { commands } from '../../../api/commands.ts';
import { useApp } from '../../../session/context.tsx';
import { useLiveEvent } from '../../../live/LiveProvider.tsx';
import { useProfile } from '../../../session/profile.tsx';

/** Somebody goes on writing is said so often, and forgotten after so long: a sign that sticks is worse than none. In ms. */
const sayEvery = 3_000;
const forgetAfter = 7_000;

/** Who is writing, by conversation and user: their name, and until when that is believed. */
export type Writers = ReadonlyMap<string, ReadonlyMap<string, { readonly name: string; readonly until: number }>>;

/** What was heard, and nothing of what is over. `me`: what this person writes in another window is no news. */
export function heard(writers: Writers, event: LiveEvent, me: string, now: number): Writers {
  if (event.type !== 'writing' || event.user_id === me) return writers;
  const here = new Map(writers.get(event.contact_id));
  if (event.writing) here.set(event.user_id, { name: event.name, until: now + forgetAfter });
  else here.delete(event.user_id);
  return new Map(writers).set(event.contact_id, here);
}
export function withoutOld(writers: Writers, now: number): Writers {
  const left = [...writers].map(
    ([contact, here]) => [contact, new Map([...here].filter(([, { until }]) => until > now))] as const,
  );
  return new Map(left.filter(([, here]) => here.size > 0));
}
/** Who writes in a conversation. */
export const writersIn = (writers: Writers, contactId: string): readonly string[] =>
  [...(writers.get(contactId)?.values() ?? [])].map(({ name }) => name);

/** Who of the team is writing where. */
export function useWriters(): Writers {
  const me = useProfile().id;
  const [writers, setWriters] = useState<Writers>(new Map());
  useLiveEvent(
    useCallback(
      (event: LiveEvent) => {
        setWriters((known) => heard(known, event, me, Date.now()));
      },
      [me],
    ),
  );
  const some = writers.size > 0;
  useEffect(() => {
    if (!some) return undefined;
    const timer = setInterval(() => {
      setWriters((known) => withoutOld(known, Date.now()));
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, [some]);
  return writers;
}

/** Tells the team that a text is being written: while it changes, and that it is over when it is empty or left. */
export function useSayWriting(contactId: string, text: string): void {
  const { client } = useApp();
  const said = useRef<number | null>(null);
  const before = useRef(text);
  const say = useCallback(
    (writing: boolean) => {
      if (!writing && said.current === null) return;
      said.current = writing ? Date.now() : null;
      // A courtesy: what does not arrive is not tried again.
      commands.sayWriting(client, contactId, writing).catch(() => undefined);
    },
    [client, contactId],
  );
  useEffect(() => {
    if (text === before.current) return undefined;
    before.current = text;
    if (text.trim() === '') say(false);
    else if (said.current === null || Date.now() - said.current > sayEvery) say(true);
    const idle = setTimeout(() => {
      say(false);
    }, forgetAfter);
    return () => {
      clearTimeout(idle);
    };
  }, [text, say]);
  useEffect(
    () => () => {
      say(false);
    },
    [say],
  );
}
