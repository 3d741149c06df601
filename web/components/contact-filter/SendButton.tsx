import { Button, Tooltip } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { audienceOf, type NewBroadcastState, type Shown } from './audience.ts';
import { t } from './texts.ts';

/** To a new broadcast to those who are shown or ticked; where no audience says it, why it does not go. */
export function SendButton({ shown, size = 'sm' }: { readonly shown: Shown; readonly size?: 'sm' | 'compact-md' }) {
  const [, go] = useLocation();
  const audience = audienceOf(shown);
  return (
    <Tooltip label={t('filter.cannotSend')} disabled={audience !== null} multiline w={280} events={said}>
      <Button
        variant="default"
        size={size}
        leftSection={<IconSpeakerphone size={15} aria-hidden />}
        {...(audience === null ? { 'data-disabled': true } : {})}
        aria-disabled={audience === null}
        onClick={() => {
          if (audience !== null) go('/business/broadcasts/create', { state: { audience } satisfies NewBroadcastState });
        }}
      >
        {t('filter.send')}
      </Button>
    </Tooltip>
  );
}
const said = { hover: true, focus: true, touch: true } as const;
