import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Contact } from '../../../api/contract/contacts.ts';
import { useApp } from '../../session/context.tsx';
import { displayName } from '../../format/person.ts';
import { toastSuccess } from '../../core/toast.ts';
import { t } from './texts.ts';

/** Opts somebody out by hand, and asks why: the answer is kept with the proof. `contact` null: closed. */
export function OptOutDialog({
  contact,
  onClose,
  onDone,
}: {
  readonly contact: Pick<Contact, 'id' | 'first_name' | 'last_name' | 'phone'> | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { client, run } = useApp();
  const [shown, setShown] = useState(contact);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  // While the dialog goes away it still shows whom it showed.
  if (contact !== null && contact !== shown) setShown(contact);
  const name = shown === null ? '' : displayName(shown);
  const go = async (event: React.FormEvent) => {
    event.preventDefault();
    if (contact === null) return;
    setBusy(true);
    const done = await run(async () => {
      const body = { reason: reason.trim() === '' ? null : reason.trim() };
      await client.post('/contacts/{id}/opt-out', { params: { id: contact.id }, body });
      return true;
    });
    setBusy(false);
    onClose();
    if (done) {
      toastSuccess(t('contacts.optOutDone', { name }));
      setReason('');
    }
    onDone();
  };
  return (
    <Modal opened={contact !== null} onClose={onClose} title={t('contacts.optOutTitle', { name })} size="sm">
      <form onSubmit={(event) => void go(event)}>
        <Text c="dimmed" size="md" mb="md">
          {t('contacts.optOutText')}
        </Text>
        <TextInput
          label={t('optOut.reason')}
          description={t('optOut.reasonHint')}
          value={reason}
          maxLength={200}
          data-autofocus
          onChange={(event) => {
            setReason(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button color="red" type="submit" loading={busy}>
            {t('contacts.optOutConfirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
