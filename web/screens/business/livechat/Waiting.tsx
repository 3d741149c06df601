import { IconAlarm, IconClock } from '@tabler/icons-react';
import type { Conversation } from '../../../../api/contract/livechat.ts';
import { Instant } from '../../../components/Instant.tsx';
import { useNow } from '../../../components/useNow.ts';
import { since } from '../../../format/duration.ts';
import { t } from './texts.ts';

type Waits = Pick<Conversation, 'waiting_since' | 'due_at'>;
const lookMs = 20_000;

export const isOverdue = ({ due_at: dueAt }: Waits, now: Date): boolean =>
  dueAt !== null && Date.parse(dueAt) <= now.getTime();

/** How long somebody has waited for an answer; past the business's reply time, by how much. Nothing where nobody waits. */
export function Waiting({
  conversation,
  inWords = false,
}: {
  readonly conversation: Waits;
  readonly inWords?: boolean;
}) {
  const now = useNow(lookMs);
  const { waiting_since: waitingSince, due_at: dueAt } = conversation;
  if (waitingSince === null) return null;
  const overdue = isOverdue(conversation, now);
  if (inWords && !overdue) return null;
  const by = since(overdue ? dueAt! : waitingSince, now);
  const Icon = overdue ? IconAlarm : IconClock;
  return (
    <span className={`when waiting${overdue ? ' overdue' : ''}${inWords ? ' words' : ''}`}>
      <Icon size={inWords ? 15 : 12} aria-hidden />
      {inWords ?
        <Instant at={dueAt!}>{t('chat.overdueFor', { time: by })}</Instant>
      : <>
          <span className="sr-only">{overdue ? t('chat.overdueSince') : t('chat.waits')} </span>
          <Instant at={overdue ? dueAt! : waitingSince}>{by}</Instant>
        </>
      }
    </span>
  );
}
