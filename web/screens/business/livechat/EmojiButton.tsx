import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from './texts.ts';

const Emoji = lazy(() => import('./Emoji.tsx'));

export function EmojiButton({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t('compose.emoji')} disabled={opened}>
          <ActionIcon
            aria-label={t('compose.emoji')}
            aria-expanded={opened}
            onClick={() => {
              setOpened(!opened);
            }}
          >
            <IconMoodSmile size={20} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('compose.emoji')}>
        <Suspense fallback={<div className="bk-emoji" />}>
          <Emoji
            onPick={(emoji) => {
              onPick(emoji);
              setOpened(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
