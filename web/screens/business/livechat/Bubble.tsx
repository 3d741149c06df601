import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconNote, IconRobot } from '@tabler/icons-react';
import { memo } from 'react';
import type { Message } from '../../../../api/contract/messages.ts';
import { Instant } from '../../../components/Instant.tsx';
import { MessageStatusBadge } from '../../../components/StatusBadge.tsx';
import { lookOfMessage } from '../../../components/status.ts';
import { shortTime, time } from '../../../format/date.ts';
import { Picture } from './Picture.tsx';
import { maybe, t } from './texts.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { explain } from './reasons.ts';
import type { Draft } from './timeline.ts';

/** One message: what was said, when, and how it went. Notes look like nothing that was sent. */
export const Bubble = memo(function Bubble({
  message,
  first,
  last,
  name,
}: {
  readonly message: Message;
  readonly first: boolean;
  readonly last: boolean;
  readonly name: string;
}) {
  const style = useDateStyle();
  const note = message.kind === 'note';
  const mine = message.direction === 'out';
  const why = explain(message);
  const automatic = mine && !note && message.purpose !== null ? maybe(`chat.purpose.${message.purpose}`) : null;
  const unhappy = ['danger', 'warning'].includes(lookOfMessage(message.status).tone) && mine;
  return (
    <li
      className={`bk-message${mine ? ' mine' : ''}${note ? ' note' : ''}${first ? ' first' : ''}${last ? ' last' : ''}${unhappy ? ' unhappy' : ''}`}
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
      {message.media.map((item, index) => (
        <Picture
          key={item.url ?? index}
          item={item}
          alt={mine ? t('chat.pictureMine') : t('chat.pictureFrom', { name })}
        />
      ))}
      {message.body !== null && message.body !== '' && (
        <div className="body" dir="auto">
          {message.body}
        </div>
      )}
      {(last || unhappy) && (
        <div className="foot">
          <Instant at={message.at}>{time(message.at, style)}</Instant>
          {mine && !note && <Receipt message={message} />}
        </div>
      )}
      {why !== null && (
        <p className={`why tone-${lookOfMessage(message.status).tone}`}>
          {why}
          {message.held_until !== null && ` ${t('chat.heldUntil', { at: shortTime(message.held_until, style) })}.`}
        </p>
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

/** A text on its way to the server, or one that was refused. */
export function DraftBubble({
  draft,
  onRetry,
  onDiscard,
}: {
  readonly draft: Draft;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}) {
  return (
    <li className={`bk-message mine last first${draft.failed === null ? ' pending' : ' unhappy'}`}>
      {draft.media.map((item) => (
        <span key={item.url} className="picture">
          <img src={item.url} alt={t('chat.pictureMine')} />
        </span>
      ))}
      {draft.body !== '' && (
        <div className="body" dir="auto">
          {draft.body}
        </div>
      )}
      <div className="foot">
        <MessageStatusBadge plain status={draft.failed === null ? 'sending' : 'unsent'} />
      </div>
      {draft.failed !== null && (
        <p className="why tone-danger" role="alert">
          {draft.failed}{' '}
          <span className="again">
            <Button size="compact-xs" variant="subtle" onClick={onRetry}>
              {t('chat.retry')}
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
