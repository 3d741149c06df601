import './export.css';
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApp } from '../../session/context.tsx';
import { useDateStyle, useProfile } from '../../session/profile.tsx';
import { toastSuccess } from '../../core/toast.ts';
import { t } from './texts.ts';

export type Format = 'xlsx' | 'csv';
const formats: readonly Format[] = ['xlsx', 'csv'];
const remembered = 'export.format';

/**
 * A button, or another trigger, and what it asks: which file. The file comes as a download of the browser, which shows how far it is and
 * can be left alone meanwhile. `link` gets the address of the file; `children`: what else is asked.
 */
export function ExportDialog({
  title,
  which,
  disabled = false,
  ready = true,
  size = 'md',
  link,
  trigger,
  children,
}: {
  readonly title: string;
  /** Whose rows they are, in words. */
  readonly which: string;
  readonly disabled?: boolean;
  /** Whether what else is asked has been answered. */
  readonly ready?: boolean;
  readonly size?: 'sm' | 'md' | 'lg';
  readonly link: (format: Format) => Promise<string>;
  /** What opens it, where it is not a button of its own. */
  readonly trigger?: (open: () => void) => ReactNode;
  readonly children?: ReactNode;
}) {
  const { run } = useApp();
  const style = useDateStyle();
  const zone = useProfile().business?.timezone ?? style.timezone;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [format, setFormat] = useState<Format>(() => (localStorage.getItem(remembered) === 'csv' ? 'csv' : 'xlsx'));
  const open = () => {
    setAsking(true);
  };
  const close = () => {
    setAsking(false);
  };
  const download = async () => {
    setBusy(true);
    const address = await run(() => link(format));
    setBusy(false);
    if (typeof address !== 'string') return;
    localStorage.setItem(remembered, format);
    window.location.assign(address);
    toastSuccess(t('export.begun'));
    close();
  };
  return (
    <>
      {trigger?.(open) ?? (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={disabled}
          onClick={open}
        >
          {t('export.button')}
        </Button>
      )}
      <Modal opened={asking} onClose={close} title={title} size={size}>
        <Stack gap="md">
          <Text size="sm" className="muted">
            {which}
          </Text>
          <div>
            <Text size="sm" fw={500} mb={6} id="export-format">
              {t('export.format')}
            </Text>
            <SegmentedControl
              fullWidth
              aria-labelledby="export-format"
              value={format}
              data={formats.map((value) => ({ value, label: t(`export.format.${value}`) }))}
              onChange={(value) => {
                setFormat(value as Format);
              }}
            />
          </div>
          {children}
          <Text size="sm" className="muted">
            {t('export.recorded', { zone: zone.replaceAll('_', ' ') })}
          </Text>
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={close}>
            {t('app.cancel')}
          </Button>
          <Button
            loading={busy}
            disabled={!ready}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => {
              void download();
            }}
          >
            {t('export.download')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
