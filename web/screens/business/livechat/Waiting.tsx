import { IconAlarm, IconClock } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import type { Conversation } from '../../../../api/contract/livechat.ts';
import { Instant } from '../../../components/Instant.tsx';
import { useNow } from '../../../components/useNow.ts';
import { since } from '../../../format/duration.ts';
import { t } from './texts.ts';

type Waits = Pick<Conversation, 'waiting_since' | 'due_at'>;
const lookMs = 20_000;

const isOverdue = (waits: Waits, now: Date): waits is Waits & { readonly due_at: string } =>
  waits.due_at !== null && Date.parse(waits.due_at) <= now.getTime();

/** How long somebody has waited for an answer; past the business's reply time, by how much. Nothing where nobody waits. */
export function Waiting({ conversation }: { readonly conversation: Waits }) {
  const now = useNow(lookMs);
  const overdue = isOverdue(conversation, now);
  const from = overdue ? conversation.due_at : conversation.waiting_since;
  if (from === null) return null;
  const Icon = overdue ? IconAlarm : IconClock;
  return (
    <span className={`when waiting${overdue ? ' overdue' : ''}`}>
      <Icon size={12} aria-hidden />
      <span className="sr-only">{overdue ? t('chat.overdueSince') : t('chat.waits')} </span>
      <Instant at={from}>{since(from, now)}</Instant>
    </span>
  );
}

/** By how much an answer is overdue, in words; something else where it is not. */
export function Overdue({
  conversation,
  children,
}: {
  readonly conversation: Waits;
  readonly children: ReactNode;
}): ReactNode {
  const now = useNow(lookMs);
  if (!isOverdue(conversation, now)) return children;
  return (
    <span className="waiting overdue">
      <IconAlarm size={14} aria-hidden />
      <Instant at={conversation.due_at} className="clip">
        {t('chat.overdueFor', { time: since(conversation.due_at, now) })}
      </Instant>
    </span>
  );
}

/** Reads again when the next of them becomes overdue: time alone makes it so, and nothing is announced. */
export function useWhenDue(rows: readonly Waits[] | undefined, refresh: () => void): void {
  useEffect(() => {
    const now = Date.now();
    const ahead = (rows ?? []).flatMap(({ due_at: dueAt }) => (dueAt === null ? [] : [Date.parse(dueAt) - now]));
    const next = Math.min(...ahead.filter((ms) => ms > 0));
    if (!Number.isFinite(next) || next > 86_400_000) return undefined;
    const timer = setTimeout(refresh, next + 500);
    return () => {
      clearTimeout(timer);
    };
  }, [rows, refresh]);
}
