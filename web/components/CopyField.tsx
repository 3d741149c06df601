import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from './texts.ts';

/** A value to take along: shown as it is, copied with one press. */
export function CopyField({
  label,
  value,
  shown = value,
  mono = true,
}: {
  readonly label: string;
  readonly value: string;
  readonly shown?: string;
  readonly mono?: boolean;
}) {
  return (
    <span className={`bk-copy${mono ? ' mono' : ''}`}>
      <span className="value" title={value}>
        {shown}
      </span>
      <CopyButton value={value} timeout={1500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('app.copied') : t('app.copy')} openDelay={0}>
            <ActionIcon size="md" aria-label={copied ? t('app.copied') : t('copy.label', { label })} onClick={copy}>
              {copied ?
                <IconCheck size={15} color="var(--success)" />
              : <IconCopy size={15} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
