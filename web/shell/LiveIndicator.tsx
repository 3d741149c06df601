import { Tooltip } from '@mantine/core';
import { useLiveState } from '../live/LiveProvider.tsx';
import { t } from './texts.ts';

/** How the live channel is: a quiet dot while all is well, words when it is not. */
export function LiveIndicator() {
  const state = useLiveState();
  return (
    <Tooltip label={t(`live.hint.${state}`)}>
      <span className={`bk-live ${state}`} role="status" tabIndex={-1}>
        <i aria-hidden />
        <span>{t(`live.${state}`)}</span>
      </span>
    </Tooltip>
  );
}
