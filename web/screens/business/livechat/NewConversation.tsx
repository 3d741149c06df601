import { Button, Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhonePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { commands } from '../../../api/commands.ts';
import { useContactSearch } from '../../../data/reads.ts';
import { useApp } from '../../../session/context.tsx';
import { Avatar } from '../../../components/Avatar.tsx';
import { ContactStatusBadge } from '../../../components/StatusBadge.tsx';
import { dialable, phone } from '../../../format/phone.ts';
import { displayName } from '../../../format/person.ts';
import { t } from './texts.ts';

/** Starts a conversation with a contact that is found, or with a number that is typed. */
export function NewConversation({
  opened,
  onClose,
  onOpen,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onOpen: (contactId: string) => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('new.title')}
      size="md"
      yOffset="12vh"
      centered={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <Form onOpen={onOpen} />
    </Modal>
  );
}

function Form({ onOpen }: { readonly onOpen: (contactId: string) => void }) {
  const { client, run } = useApp();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 200);
  const [busy, setBusy] = useState(false);
  const { data, isStale } = useContactSearch(asked);
  const number = dialable(search);
  const found = search.trim() === '' ? [] : (data?.data ?? []);

  const start = async (with_: { phone: string } | { contact_id: string }) => {
    setBusy(true);
    const reply = await run(() => commands.startConversation(client, with_));
    setBusy(false);
    if (reply) onOpen(reply.data.id);
  };
  return (
    <div className="bk-new">
      <TextInput
        label={t('new.search')}
        description={t('new.hint')}
        value={search}
        data-autofocus
        autoComplete="off"
        onChange={(event) => {
          setSearch(event.currentTarget.value);
        }}
        rightSection={isStale || busy ? <Loader size={16} /> : null}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !busy) {
            if (found[0] && number === null) void start({ contact_id: found[0].id });
            else if (number !== null) void start({ phone: number });
          }
        }}
      />
      {number !== null && !found.some((contact) => contact.phone === number) && (
        <div className="number">
          <Button
            variant="light"
            leftSection={<IconPhonePlus size={17} aria-hidden />}
            disabled={busy}
            onClick={() => {
              void start({ phone: number });
            }}
          >
            {t('new.useNumber', { number: phone(number) })}
          </Button>
          <p>{t('new.useNumberText')}</p>
        </div>
      )}
      {found.length > 0 && (
        <ul aria-label={t('new.results')}>
          {found.slice(0, 8).map((contact) => (
            <li key={contact.id}>
              <button
                type="button"
                disabled={busy}
                onClick={() => {
                  void start({ contact_id: contact.id });
                }}
              >
                <Avatar person={contact} size={34} />
                <span className="text">
                  <b className="clip">{displayName(contact)}</b>
                  <span className="num faint">{phone(contact.phone)}</span>
                </span>
                <ContactStatusBadge status={contact.status} unreachable={contact.unreachable} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {search.trim() !== '' && asked === search && data !== undefined && found.length === 0 && number === null && (
        <p className="none" role="status">
          {t('new.none')}
        </p>
      )}
    </div>
  );
}
