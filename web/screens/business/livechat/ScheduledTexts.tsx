import { Button } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ScheduledText } from '../../../../api/contract/livechat.ts';
import { commands } from '../../../api/commands.ts';
import { useScheduledTexts } from '../../../data/reads.ts';
import { useApp } from '../../../session/context.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { shortTime } from '../../../format/date.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { maybe, t } from './texts.ts';
import { WhenMenu } from './When.tsx';

/** What is to go later to this contact, what waits for somebody to decide, and what could not be sent. */
export function ScheduledTexts({
  contactId,
  name,
  onEdit,
}: {
  readonly contactId: string;
  readonly name: string;
  /** It was taken back: its words go into the field again. */
  readonly onEdit: (text: ScheduledText) => void;
}) {
  const { client, run } = useApp();
  const { data, refresh } = useScheduledTexts(contactId);
  const texts = data?.data ?? [];
  if (texts.length === 0) return null;
  const change = async (command: () => Promise<unknown>): Promise<boolean> => {
    const done = await run(async () => {
      await command();
      return true;
    });
    refresh();
    return done === true;
  };
  return (
    <section className="bk-scheduled" aria-label={t('later.title')}>
      <ul>
        {texts.map((text) => (
          <Line
            key={text.id}
            text={text}
            name={name}
            onMove={(sendAt) => {
              void change(() => commands.moveScheduled(client, contactId, text.id, sendAt));
            }}
            onTakeBack={() => {
              void change(() => commands.takeBackScheduled(client, contactId, text.id));
            }}
            onEdit={() => {
              void change(() => commands.takeBackScheduled(client, contactId, text.id)).then((done) => {
                if (done) onEdit(text);
              });
            }}
          />
        ))}
      </ul>
    </section>
  );
}

function Line({
  text,
  name,
  onMove,
  onTakeBack,
  onEdit,
}: {
  readonly text: ScheduledText;
  readonly name: string;
  /** Null: now. */
  readonly onMove: (sendAt: string | null) => void;
  readonly onTakeBack: () => void;
  readonly onEdit: () => void;
}) {
  const style = useDateStyle();
  const me = useProfile().id;
  const { status, body, media } = text;
  const by = text.author_id === me ? t('chat.me') : (text.author ?? t('chat.somebody'));
  return (
    <li className={status === 'waiting' ? '' : 'unhappy'}>
      {status === 'waiting' ?
        <IconClock size={15} aria-hidden />
      : <IconAlertTriangle size={15} aria-hidden />}
      <div className="what">
        <span className="words" dir="auto">
          {body !== null && body !== '' ? body : t('later.pictures', { count: media.length })}
        </span>
        <span className="faint">
          {status === 'held' ?
            t('later.held', { name })
          : status === 'dropped' ?
            (maybe(`later.dropped.${text.reason ?? ''}`) ?? t('later.dropped'))
          : <>
              {t('later.goes')} <Instant at={text.send_at}>{shortTime(text.send_at, style)}</Instant> · {by}
            </>
          }
        </span>
      </div>
      <div className="acts">
        {status !== 'dropped' && (
          <>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => {
                onMove(null);
              }}
            >
              {status === 'held' ? t('chat.sendAnyway') : t('later.now')}
            </Button>
            <WhenMenu onPick={onMove}>
              <Button size="compact-xs" variant="subtle">
                {t('later.move')}
              </Button>
            </WhenMenu>
            <Button size="compact-xs" variant="subtle" onClick={onEdit}>
              {t('later.edit')}
            </Button>
          </>
        )}
        <Button size="compact-xs" variant="subtle" color="red" onClick={onTakeBack}>
          {status === 'dropped' ? t('later.putAway') : t('later.takeBack')}
        </Button>
      </div>
    </li>
  );
}
