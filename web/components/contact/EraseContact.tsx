import { Button, Group, Modal } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { useRefresh } from '../../api/refresh.ts';
import { useApp } from '../../session/context.tsx';
import { toastSuccess } from '../../core/toast.ts';
import { ErasureTerms } from './ErasureTerms.tsx';
import { t } from './texts.ts';

/** Erases a person, after saying what goes, what stays, and that nobody can bring it back. */
export function EraseContact({
  id,
  name,
  onErased,
}: {
  readonly id: string;
  readonly name: string;
  readonly onErased: () => void;
}) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const close = () => {
    setAsking(false);
  };
  const erase = async () => {
    setBusy(true);
    const done = await run(async () => {
      await client.delete('/contacts/{id}', { params: { id } });
      return true;
    });
    setBusy(false);
    close();
    if (!done) return;
    toastSuccess(t('erase.done'));
    void refresh('/contacts');
    onErased();
  };
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconEraser size={16} aria-hidden />}
        onClick={() => {
          setAsking(true);
        }}
      >
        {t('erase.button')}
      </Button>
      <Modal opened={asking} onClose={close} title={t('erase.title', { name })} size="md">
        <ErasureTerms />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={close} data-autofocus>
            {t('app.cancel')}
          </Button>
          <Button
            color="red"
            loading={busy}
            onClick={() => {
              void erase();
            }}
          >
            {t('erase.confirm')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
