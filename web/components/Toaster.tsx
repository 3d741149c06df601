import { CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from './texts.ts';
import { duration, showToastsWith, type Toast } from '../core/toast.ts';

/** How many are shown at once; older ones give way. */
const most = 3;

/**
 * The toasts, below the top bar where nothing is typed or sent. Each goes by itself, unless somebody looks closer; the
 * same words are never stacked.
 */
export function Toaster() {
  const [toasts, setToasts] = useState<readonly (Toast & { readonly at: number })[]>([]);
  useEffect(() => {
    showToastsWith((toast) => {
      setToasts((now) => [
        ...now.filter(({ message }) => message !== toast.message).slice(1 - most),
        { ...toast, at: performance.now() },
      ]);
    });
  }, []);
  return (
    <div className="bk-toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <Shown
          key={`${toast.at} ${toast.message}`}
          toast={toast}
          onGone={() => {
            setToasts((now) => now.filter((other) => other !== toast));
          }}
        />
      ))}
    </div>
  );
}

function Shown({ toast, onGone }: { readonly toast: Toast; readonly onGone: () => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(onGone, duration);
    return () => {
      clearTimeout(timer);
    };
  }, [held]); // eslint-disable-line react-hooks/exhaustive-deps -- the last one given is as good as the first
  const Icon = toast.tone === 'error' ? IconAlertCircle : IconCircleCheck;
  const hold = (on: boolean) => () => {
    setHeld(on);
  };
  return (
    <div
      className={`bk-toast tone-${toast.tone === 'error' ? 'danger' : 'success'}`}
      onMouseEnter={hold(true)}
      onMouseLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <Icon size={18} aria-hidden />
      <p dir="auto">{toast.message}</p>
      <CloseButton size="sm" aria-label={t('app.close')} onClick={onGone} />
    </div>
  );
}
