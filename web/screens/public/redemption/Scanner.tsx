import { useEffect, useRef } from 'react';
import { GuestButton } from '../../../plain/fields.tsx';
import { scan } from './scanner.ts';
import { t } from './texts.ts';

/** The camera's picture until a code is read. `onRead` null: it was stopped. */
export function Scanner({
  onRead,
  onFailed,
}: {
  readonly onRead: (code: string | null) => void;
  readonly onFailed: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const told = useRef({ onRead, onFailed });
  told.current = { onRead, onFailed };
  useEffect(() => {
    const stopping = new AbortController();
    scan(video.current!, stopping.signal).then(
      (code) => {
        if (!stopping.signal.aborted) told.current.onRead(code);
      },
      () => {
        if (!stopping.signal.aborted) told.current.onFailed();
      },
    );
    return () => {
      stopping.abort();
    };
  }, []);
  return (
    <div className="scanner">
      <video ref={video} muted playsInline aria-label={t('till.scanning')} />
      <p>{t('till.scanning')}</p>
      <GuestButton
        plain
        onClick={() => {
          onRead(null);
        }}
      >
        {t('till.scanStop')}
      </GuestButton>
    </div>
  );
}
