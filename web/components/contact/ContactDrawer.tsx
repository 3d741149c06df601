import './contact.css';
import { Button, Drawer, Skeleton } from '@mantine/core';
import { IconBan, IconMessage2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/read.ts';
import { useApp } from '../../app/context.tsx';
import { Avatar } from '../Avatar.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { ConsentHistory } from './ConsentHistory.tsx';
import { ContactCoupons } from './ContactCoupons.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { Instant } from '../Instant.tsx';
import { Keywords } from '../Keywords.tsx';
import { ContactStatusBadge } from '../StatusBadge.tsx';
import { toastSuccess } from '../toast.ts';
import { date, shortTime } from '../../format/date.ts';
import { displayName } from '../../format/person.ts';
import { phone } from '../../format/phone.ts';
import { ContactTags } from './ContactTags.tsx';
import { t } from './texts.ts';
import { useDateStyle } from '../../session/profile.tsx';

/** One contact beside the list: facts, consent history, opting out. */
export function ContactDrawer({
  id,
  onClose,
  onChanged,
}: {
  readonly id: string | null;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}) {
  const [shown, setShown] = useState(id);
  // While the drawer slides away it still shows whom it showed.
  if (id !== null && id !== shown) setShown(id);
  return (
    <Drawer opened={id !== null} onClose={onClose} position="right" size={440} title={t('contacts.details')}>
      {shown !== null && <Details key={shown} id={shown} onChanged={onChanged} />}
    </Drawer>
  );
}

function Details({ id, onChanged }: { readonly id: string; readonly onChanged: () => void }) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const { data, error, refresh } = useRead('/contacts/{id}', { params: { id } });
  const [asking, setAsking] = useState(false);
  if (error) return <ErrorState error={error} onRetry={refresh} />;
  if (data === undefined)
    return (
      <div className="bk-drawer">
        <Skeleton height={56} />
        <Skeleton height={110} />
        <Skeleton height={140} />
      </div>
    );
  const contact = data.data;
  const name = displayName(contact);
  const optOut = async () => {
    const done = await run(async () => {
      await client.post('/contacts/{id}/opt-out', { params: { id: id } });
      return true;
    });
    if (done) toastSuccess(t('contacts.optOutDone', { name }));
    refresh();
    onChanged();
  };
  return (
    <div className="bk-drawer">
      <div className="top">
        <Avatar person={contact} size={52} />
        <div>
          <h2 dir="auto">{name}</h2>
          <ContactStatusBadge status={contact.status} unreachable={contact.unreachable} />
        </div>
      </div>
      <div className="actions">
        <Button
          component={Link}
          href={`/business/livechat?contact=${id}`}
          leftSection={<IconMessage2 size={16} aria-hidden />}
        >
          {t('contacts.message')}
        </Button>
        {contact.status !== 'optedOut' && (
          <Button
            variant="light"
            color="red"
            leftSection={<IconBan size={16} aria-hidden />}
            onClick={() => {
              setAsking(true);
            }}
          >
            {t('contacts.optOut')}
          </Button>
        )}
      </div>
      <section>
        <dl className="bk-facts">
          <div>
            <dt>{t('panel.phone')}</dt>
            <dd className="num">{phone(contact.phone)}</dd>
          </div>
          <div>
            <dt>{t('panel.keywords')}</dt>
            <dd>
              {contact.keywords.length === 0 ?
                <span className="muted">{t('panel.noKeywords')}</span>
              : <Keywords words={contact.keywords} />}
            </dd>
          </div>
          <ContactTags
            contact={contact}
            onChanged={() => {
              refresh();
              onChanged();
            }}
          />
          <div>
            <dt>{t('panel.since')}</dt>
            <dd>
              <Instant at={contact.created_at}>{date(contact.created_at, style)}</Instant>
            </dd>
          </div>
          <div>
            <dt>{t('contacts.col.last')}</dt>
            <dd>
              {contact.last_message_at === null ?
                t('contacts.never')
              : <Instant at={contact.last_message_at}>{shortTime(contact.last_message_at, style)}</Instant>}
            </dd>
          </div>
        </dl>
      </section>
      <section>
        <h3>{t('held.title')}</h3>
        <ContactCoupons contactId={id} />
      </section>
      <section>
        <h3>{t('consent.title')}</h3>
        <ConsentHistory consents={contact.consents} />
      </section>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          setAsking(false);
        }}
        title={t('contacts.optOutTitle', { name })}
        text={t('contacts.optOutText')}
        confirm={t('contacts.optOutConfirm')}
        onConfirm={optOut}
      />
    </div>
  );
}
