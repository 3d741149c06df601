import { useCallback, useEffect, useRef, useState } from 'react';
import { guardHistory } from '../../core/navigation-guard.ts';

/**
 * Keeps unsaved work from being lost: while `dirty`, going to another address of the application (links, shortcuts,
 * palette, Back) asks first, and the browser asks before the tab closes. Redirects (`replaceState`) pass: they belong
 * to the session, not to the user's wish.
 */
export function useLeaveGuard(dirty: boolean) {
  const [pending, setPending] = useState<(() => void) | null>(null);
  const free = useRef(false);
  useEffect(() => {
    free.current = false;
    if (!dirty) return undefined;
    const here = () => location.pathname + location.search;
    const began = here();
    const push = history.pushState;
    history.pushState = function guarded(this: History, ...args: Parameters<History['pushState']>) {
      const to = args[2] === undefined || args[2] === null ? began : new URL(args[2], location.href);
      const target = typeof to === 'string' ? to : to.pathname + to.search;
      if (free.current || target === began) {
        push.apply(history, args);
        return;
      }
      setPending(() => () => {
        push.apply(history, args);
      });
    };
    const back = (event: PopStateEvent) => {
      if (free.current || here() === began) return;
      event.stopImmediatePropagation();
      push.call(history, null, '', began);
      setPending(() => () => {
        history.back();
      });
    };
    const close = (event: BeforeUnloadEvent) => {
      if (!free.current) event.preventDefault();
    };
    const letGo = guardHistory(back);
    window.addEventListener('beforeunload', close);
    const guarded = history.pushState;
    return () => {
      if (history.pushState === guarded) history.pushState = push;
      letGo();
      window.removeEventListener('beforeunload', close);
    };
  }, [dirty]);
  const stay = useCallback(() => {
    setPending(null);
  }, []);
  const leave = useCallback(() => {
    free.current = true;
    setPending(null);
    pending?.();
  }, [pending]);
  /** Lets the next step through: what was unsaved has just been saved. */
  const release = useCallback(() => {
    free.current = true;
  }, []);
  return { asking: pending !== null, stay, leave, release };
}
