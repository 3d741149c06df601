import { Button, Group, Modal, Text } from '@mantine/core';
import { CopyField } from '../../../../components/CopyField.tsx';
import { t } from './texts.ts';

/** A secret as it is shown once: closed by whoever has kept it. `path`: of the address that it belongs to. */
export function Secret({
  title,
  text,
  secret,
  path,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  readonly path?: string;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} withCloseButton={false} title={title}>
      <div className="au-secret">
        <Text c="dimmed">{text}</Text>
        {path !== undefined && (
          <div>
            <b>{t('au.w.address')}</b>
            <CopyField label={t('au.w.address')} value={addressOf(path)} />
          </div>
        )}
        <div>
          <b>{t('au.w.secret')}</b>
          <CopyField label={t('au.w.secret')} value={secret} />
        </div>
      </div>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t('au.w.kept')}</Button>
      </Group>
    </Modal>
  );
}

/** As other systems call it. */
export const addressOf = (path: string): string => `${window.location.origin}${path}`;
