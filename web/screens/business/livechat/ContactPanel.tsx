import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconBan, IconHistory, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { z } from 'zod';
import type { ContactDetail } from '../../../../api/contract/contacts.ts';
import type { Message } from '../../../../api/contract/messages.ts';
import { commands } from '../../../api/commands.ts';
import { useApp } from '../../../session/context.tsx';
import { ContactSections } from '../../../components/contact/ContactSections.tsx';
import { Avatar } from '../../../components/Avatar.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { ContactStatusBadge } from '../../../components/StatusBadge.tsx';
import { shortTime } from '../../../format/date.ts';
import { displayName } from '../../../format/person.ts';
import { ContactAutomations } from '../automations/manual-actions/ContactAutomations.tsx';
import { t } from './texts.ts';
import { useDateStyle } from '../../../session/profile.tsx';

type PanelContact = z.output<typeof ContactDetail>['data'];

/** The right pane: who this is, whether they may be texted and why, and what the team noted. */
export function ContactPanel({
  contact,
  notes,
  onChanged,
  onOptOut,
}: {
  readonly contact: PanelContact;
  readonly notes: readonly Message[];
  readonly onChanged: () => void;
  readonly onOptOut: () => void;
}) {
  const style = useDateStyle();
  const [editing, setEditing] = useState(false);
  return (
    <div className="bk-panel">
      <div className="top">
        <Avatar person={contact} size={56} />
        {editing ?
          <NameForm
            contact={contact}
            onDone={() => {
              setEditing(false);
              onChanged();
            }}
            onCancel={() => {
              setEditing(false);
            }}
          />
        : <div className="name">
            <h3>{displayName(contact)}</h3>
            <ActionIcon
              size="sm"
              aria-label={t('panel.edit')}
              onClick={() => {
                setEditing(true);
              }}
            >
              <IconPencil size={15} />
            </ActionIcon>
          </div>
        }
        <ContactStatusBadge status={contact.status} unreachable={contact.unreachable} />
      </div>
      <ContactSections contact={contact} Title="h4" onChanged={onChanged} />
      <ContactAutomations contactId={contact.id} name={displayName(contact)} Title="h4" />
      <section>
        <h4>{t('panel.notes')}</h4>
        {notes.length === 0 ?
          <p className="muted small">{t('panel.noNotes')}</p>
        : <ul className="notes">
            {notes.map((note) => (
              <li key={note.id}>
                {note.body}
                <Instant at={note.at}>{shortTime(note.at, style)}</Instant>
              </li>
            ))}
          </ul>
        }
      </section>
      <Button
        component={Link}
        href={`/business/contacts/${contact.id}`}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconHistory size={15} aria-hidden />}
        style={{ justifySelf: 'start' }}
      >
        {t('panel.life')}
      </Button>
      {contact.status !== 'optedOut' && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<IconBan size={15} aria-hidden />}
          onClick={onOptOut}
          style={{ justifySelf: 'start' }}
        >
          {t('contacts.optOut')}
        </Button>
      )}
    </div>
  );
}

function NameForm({
  contact,
  onDone,
  onCancel,
}: {
  readonly contact: PanelContact;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const { client, run } = useApp();
  const [first, setFirst] = useState(contact.first_name ?? '');
  const [last, setLast] = useState(contact.last_name ?? '');
  const [busy, setBusy] = useState(false);
  const save = async (event: React.FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const done = await run(async () => {
      await commands.nameContact(client, contact.id, {
        first_name: first.trim() || null,
        last_name: last.trim() || null,
      });
      return true;
    });
    setBusy(false);
    if (done) onDone();
  };
  return (
    <form
      className="nameform"
      onSubmit={(event) => {
        void save(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onCancel();
        }
      }}
    >
      <TextInput
        size="sm"
        label={t('panel.firstName')}
        value={first}
        maxLength={100}
        autoFocus
        onChange={(event) => {
          setFirst(event.currentTarget.value);
        }}
      />
      <TextInput
        size="sm"
        label={t('panel.lastName')}
        value={last}
        maxLength={100}
        onChange={(event) => {
          setLast(event.currentTarget.value);
        }}
      />
      <div className="buttons">
        <Button size="compact-sm" type="submit" loading={busy}>
          {t('app.save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  );
}
