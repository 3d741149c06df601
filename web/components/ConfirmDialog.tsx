import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { Use } from '../../api/contract/uses.ts';
import { t } from './texts.ts';
import { UsedIn } from './UsedIn.tsx';

/** A dangerous action says what will happen before it happens. `onConfirm` closes the dialog when it has run. */
export function ConfirmDialog({
  opened,
  title,
  text,
  confirm,
  uses = [],
  safe = false,
  onConfirm,
  onClose,
}: {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** What uses it: named, and confirmed with that. */
  readonly uses?: readonly Use[];
  /** Nothing is lost by it: its button isn't red. */
  readonly safe?: boolean;
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
      {uses.length > 0 && <UsedIn uses={uses} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('app.cancel')}
        </Button>
        <Button
          {...(safe ? {} : { color: 'red' })}
          loading={busy}
          onClick={() => {
            void go();
          }}
        >
          {uses.length > 0 ? t('uses.anyway', { action: confirm }) : confirm}
        </Button>
      </Group>
    </Modal>
  );
}
