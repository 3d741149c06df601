import { Button, CopyButton, Group, Modal, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useProductName } from '../../session/brand.ts';
import { t } from './texts.ts';

/** Codes that are shown this one time, with ways to take them along. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const name = useProductName();
  const text = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${name}\n\n${text}\n`)}`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('twostep.codesTitle')}
      size="md"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className="bk-stack">
        <Text c="dimmed" size="md">
          {t('twostep.codesText')}
        </Text>
        <ul className="bk-recovery" aria-label={t('twostep.codes')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs">
          <CopyButton value={text} timeout={1500}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {t(copied ? 'app.copied' : 'twostep.codesCopy')}
              </Button>
            )}
          </CopyButton>
          <Button
            component="a"
            variant="default"
            href={file}
            download="recovery-codes.txt"
            leftSection={<IconDownload size={16} />}
          >
            {t('twostep.codesDownload')}
          </Button>
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('twostep.codesDone')}</Button>
        </Group>
      </div>
    </Modal>
  );
}
