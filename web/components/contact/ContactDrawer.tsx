import './contact.css';
import { Button, Drawer, Skeleton } from '@mantine/core';
import { IconBan, IconHistory, IconMessage2, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../data/read.ts';
import { Avatar } from '../Avatar.tsx';
import { EraseContact } from './EraseContact.tsx';
import { ContactSections } from './ContactSections.tsx';
import { OptOutDialog } from './OptOutDialog.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { ContactStatusBadge } from '../StatusBadge.tsx';
import { displayName } from '../../format/person.ts';
import { useCan } from '../../session/rights.ts';
import { t } from './texts.ts';

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
      {shown !== null && (
        <Details
          key={shown}
          id={shown}
          onChanged={onChanged}
          onErased={() => {
            onClose();
            onChanged();
          }}
        />
      )}
    </Drawer>
  );
}

function Details({
  id,
  onChanged,
  onErased,
}: {
  readonly id: string;
  readonly onChanged: () => void;
  readonly onErased: () => void;
}) {
  const { data, error, refresh } = useRead('/contacts/{id}', { params: { id } });
  const [asking, setAsking] = useState(false);
  const can = useCan();
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
        <Button
          component={Link}
          href={`/business/contacts/${id}/edit`}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('contacts.edit')}
        </Button>
        <Button
          component={Link}
          href={`/business/contacts/${id}`}
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
        >
          {t('contacts.life')}
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
      <ContactSections
        contact={contact}
        Title="h3"
        onChanged={() => {
          refresh();
          onChanged();
        }}
      />
      {can('manage') && (
        <div>
          <EraseContact id={id} name={name} onErased={onErased} />
        </div>
      )}
      <OptOutDialog
        contact={asking ? contact : null}
        onClose={() => {
          setAsking(false);
        }}
        onDone={() => {
          refresh();
          onChanged();
        }}
      />
    </div>
  );
}
