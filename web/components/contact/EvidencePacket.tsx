import { Button } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import { useApp } from '../../session/context.tsx';
import { useCan } from '../../session/rights.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { t } from './texts.ts';

/** Downloads what proves a contact's consent to a stranger. Shown to those who may take it. */
export function EvidenceButton({
  id,
  name,
  variant = 'subtle',
}: {
  readonly id: string;
  readonly name: string;
  readonly variant?: 'subtle' | 'default';
}) {
  const [asking, setAsking] = useState(false);
  if (!useCan()('manage')) return null;
  return (
    <>
      <Button
        variant={variant}
        {...(variant === 'subtle' ? { size: 'compact-sm', mt: 8 } : {})}
        leftSection={<IconCertificate size={16} aria-hidden />}
        onClick={() => {
          setAsking(true);
        }}
      >
        {t('evidence.button')}
      </Button>
      <EvidenceDialog
        opened={asking}
        id={id}
        name={name}
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}

export function EvidenceDialog({
  opened,
  id,
  name,
  onClose,
}: {
  readonly opened: boolean;
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  return (
    <ConfirmDialog
      opened={opened}
      title={t('evidence.title', { name })}
      text={t('evidence.text')}
      confirm={t('evidence.confirm')}
      safe
      onClose={onClose}
      onConfirm={() =>
        run(async () => {
          const { data } = await client.post('/contacts/{id}/evidence', { params: { id } });
          window.location.assign(data.url);
        })
      }
    />
  );
}
