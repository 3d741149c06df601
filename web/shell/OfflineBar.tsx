import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLiveState } from '../live/LiveProvider.tsx';
import { t } from './texts.ts';

/** How long the live channel may be gone before it is worth a line across the screen, milliseconds. */
const patience = 6000;

/**
 * Across the whole width, on every screen and every width: that this device is offline, or that the server has not been
 * reached for a while.
 */
export function OfflineBar() {
  const state = useLiveState();
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (state !== 'waiting') return undefined;
    const timer = setTimeout(() => {
      setLate(true);
    }, patience);
    return () => {
      clearTimeout(timer);
    };
  }, [state]);
  const shown =
    state === 'offline' ? 'offline'
    : late ? 'unreached'
    : null;
  // The region stands there before it speaks, so that it is heard when it does.
  return (
    <div role="status" aria-live="polite">
      {shown !== null && (
        <div className={`bk-offline ${shown}`}>
          {shown === 'offline' ?
            <IconCloudOff size={16} aria-hidden />
          : <IconRefresh size={16} aria-hidden />}
          <span>{t(`offline.${shown}`)}</span>
        </div>
      )}
    </div>
  );
}
