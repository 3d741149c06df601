import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from './texts.ts';

/** What a list is narrowed to, with the way out of it. */
export const RemoveFilter = ({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) => (
  <Button
    size="compact-sm"
    variant="light"
    rightSection={<IconX size={14} aria-hidden />}
    aria-label={t('list.removeFilter', { name })}
    onClick={onRemove}
  >
    {name}
  </Button>
);
