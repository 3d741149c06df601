import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from './texts.ts';

/** A dangerous action says what will happen before it happens. `onConfirm` closes the dialog when it has run. */
export function ConfirmDialog({
  opened,
  title,
  text,
  confirm,
  onConfirm,
  onClose,
}: {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="sm">
      <Text c="dimmed" size="md">
        {text}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('app.cancel')}
        </Button>
        <Button
          color="red"
          loading={busy}
          onClick={() => {
            void go();
          }}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
