import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconNote, IconRobot } from '@tabler/icons-react';
import { memo, useEffect, useState } from 'react';
import type { Message } from '../../../../api/contract/messages.ts';
import { Instant } from '../../../components/Instant.tsx';
import { MessageStatusBadge } from '../../../components/StatusBadge.tsx';
import { lookOfMessage } from '../../../components/status.ts';
import { shortTime, time } from '../../../format/date.ts';
import type { Unsent } from '../../../data/outbox.ts';
import { maybe, t } from './texts.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { Pictures } from './Pictures.tsx';
import { explain } from './reasons.ts';

/** One message: what was said, when, and how it went. Notes look like nothing that was sent. */
export const Bubble = memo(function Bubble({
  message,
  first,
  last,
  name,
  onAgain,
}: {
  readonly message: Message;
  readonly first: boolean;
  readonly last: boolean;
  readonly name: string;
  /** Its words, and pictures, go back into the field. */
  readonly onAgain: (body: string, media: Unsent['media']) => void;
}) {
  const style = useDateStyle();
  const me = useProfile().id;
  const note = message.kind === 'note';
  const mine = message.direction === 'out';
  const why = explain(message);
  const automatic = mine && !note && message.purpose !== null ? maybe(`chat.purpose.${message.purpose}`) : null;
  const { tone } = lookOfMessage(message.status);
  const unhappy = mine && (tone === 'danger' || tone === 'warning');
  return (
    <li
      className={`bk-message${mine ? ' mine' : ''}${note ? ' note' : ''}${first ? ' first' : ''}${last ? ' last' : ''}${unhappy ? ` unhappy tone-${tone}` : ''}`}
    >
      {first && note && (
        <span className="label">
          <IconNote size={13} aria-hidden />
          {t('chat.noteOnly')}
        </span>
      )}
      {first && automatic !== null && (
        <span className="label">
          <IconRobot size={13} aria-hidden />
          {automatic}
        </span>
      )}
      <Pictures media={message.media} alt={mine ? t('chat.pictureMine') : t('chat.pictureFrom', { name })} opens />
      {message.body !== null && message.body !== '' && (
        <div className="body" dir="auto">
          {message.body}
        </div>
      )}
      {(last || unhappy) && (
        <div className="foot">
          {message.author !== null && <span>{message.author_id === me ? t('chat.me') : message.author}</span>}
          <Instant at={message.at}>{time(message.at, style)}</Instant>
          {mine && !note && <Receipt message={message} />}
        </div>
      )}
      {why !== null && (
        <p className={`why tone-${tone}`}>
          {why}
          {message.held_until !== null && ` ${t('chat.heldUntil', { at: shortTime(message.held_until, style) })}.`}
        </p>
      )}
      {mine && !note && message.purpose === 'livechat' && ['failed', 'suppressed'].includes(message.status) && (
        <Button
          className="again"
          size="compact-xs"
          variant="subtle"
          onClick={() => {
            const kept = message.media.flatMap(({ url, content_type: type }) =>
              url === null ? [] : [{ url, content_type: type }],
            );
            onAgain(message.body ?? '', kept);
          }}
        >
          {t('chat.again')}
        </Button>
      )}
    </li>
  );
});

/** The state under our own message; opened, every state it has been in. */
function Receipt({ message }: { readonly message: Message }) {
  const style = useDateStyle();
  return (
    <Popover position="top-end" width={260} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className="receipt">
          <MessageStatusBadge status={message.status} plain />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className="bk-receipt" aria-label={t('chat.receipt')}>
        <h3>{t('chat.receipt')}</h3>
        <ol>
          {message.history.map((step, index) => (
            <li key={`${step.status} ${index}`}>
              <MessageStatusBadge status={step.status} plain />
              <Instant at={step.at}>{shortTime(step.at, style)}</Instant>
            </li>
          ))}
        </ol>
        {message.segments !== null && (
          <p className="faint">
            {t('chat.segments', { count: message.segments })}
            {message.error_code === null ? '' : ` · ${message.error_code}`}
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * A text that the server has not taken yet: to be taken back for a moment, on its way, waiting for the connection,
 * refused, or overtaken by what was said meanwhile.
 */
export function UnsentBubble({
  text,
  underWay,
  onRetry,
  onDiscard,
  onUndo,
  onHurry,
}: {
  readonly text: Unsent;
  readonly underWay: boolean;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
  /** Back into the field with it. */
  readonly onUndo: () => void;
  readonly onHurry: () => void;
}) {
  const seconds = useSecondsUntil(underWay || text.state !== 'waiting' ? null : text.holdUntil);
  const waiting = useWaiting(text.state === 'waiting' && !underWay);
  const unhappy = text.state !== 'waiting';
  const tone = text.state === 'overtaken' ? 'warning' : 'danger';
  return (
    <li className={`bk-message mine last first${unhappy ? ` unhappy tone-${tone}` : ' pending'}`}>
      <Pictures media={text.media} alt={t('chat.pictureMine')} />
      {text.body !== '' && (
        <div className="body" dir="auto">
          {text.body}
        </div>
      )}
      <div className="foot">
        {seconds > 0 ?
          <>
            <span role="status" aria-label={t('chat.held')}>
              <span aria-hidden>{t('chat.goesIn', { seconds })}</span>
            </span>
            <Button size="compact-xs" variant="subtle" onClick={onUndo}>
              {t('chat.undo')}
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={onHurry}>
              {t('later.now')}
            </Button>
          </>
        : <MessageStatusBadge
            plain
            status={
              unhappy ? 'unsent'
              : waiting ?
                'waiting'
              : 'sending'
            }
          />
        }
        {waiting && seconds === 0 && (
          <Button size="compact-xs" variant="subtle" onClick={onDiscard}>
            {t('chat.cancel')}
          </Button>
        )}
      </div>
      {unhappy && (
        <p className={`why tone-${tone}`} role="alert">
          {text.reason}{' '}
          <span className="again">
            <Button size="compact-xs" variant="subtle" onClick={onRetry}>
              {text.state === 'overtaken' ? t('chat.sendAnyway') : t('chat.retry')}
            </Button>
            <Button size="compact-xs" variant="subtle" color="red" onClick={onDiscard}>
              {t('chat.discard')}
            </Button>
          </span>
        </p>
      )}
    </li>
  );
}

/** How long a text is *sending* before it is said to wait, milliseconds: between two tries it should not blink. */
const patience = 600;
function useWaiting(idle: boolean): boolean {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setWaiting(idle);
      },
      idle ? patience : 0,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [idle]);
  return waiting && idle;
}

/** Whole seconds until then, 0 when it has passed; counts down by itself. */
function useSecondsUntil(at: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  const left = at === null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - now) / 1_000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 250);
    return () => {
      clearInterval(timer);
    };
  }, [left]);
  return left;
}
