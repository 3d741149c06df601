import type { Page } from '../../api/contract/page-model.ts';
import type { Trigger } from './memory.ts';

type Settings = Page<'popup'>['settings'];

/** A finger that goes back up quickly, px a second and px in all, is about to leave for the address bar. */
const quick = 1_400;
const far = 260;

/**
 * Waits for what sets a popup off; `fire` says whether it opened, until then it is asked again. Returns how to stop
 * waiting. It only listens: nothing of the page is changed or measured more than once a frame.
 */
export function waitFor(settings: Settings, win: Window, fire: (trigger: Trigger) => boolean): () => void {
  const ends: (() => void)[] = [];
  const stop = () => {
    for (const end of ends.splice(0)) end();
  };
  const tryIt = (trigger: Trigger) => {
    if (fire(trigger)) stop();
  };
  const on = <K extends keyof WindowEventMap>(
    target: Window | Document,
    type: K,
    act: (event: WindowEventMap[K]) => void,
  ) => {
    target.addEventListener(type, act as EventListener, { passive: true });
    ends.push(() => {
      target.removeEventListener(type, act as EventListener);
    });
  };
  if (settings.ShowAfterTimeout) {
    // Who is in the middle of something when it is time gets it when they are done.
    let timer = win.setTimeout(function due() {
      timer = win.setTimeout(due, 2_000);
      tryIt('timeout');
    }, settings.Timeout * 1_000);
    ends.push(() => {
      win.clearTimeout(timer);
    });
  }
  if (settings.ShowAfterScroll) {
    let frame = 0;
    const look = () => {
      frame = 0;
      const { scrollHeight, clientHeight } = win.document.documentElement;
      const room = scrollHeight - clientHeight;
      if (room > 0 && (win.scrollY / room) * 100 >= Math.min(settings.ScrollPercent, 99)) tryIt('scroll');
    };
    on(win, 'scroll', () => {
      frame ||= win.requestAnimationFrame(look);
    });
    ends.push(() => {
      win.cancelAnimationFrame(frame);
    });
  }
  if (settings.ShowOnExit) {
    on(win.document, 'mouseout', ({ relatedTarget, clientY }) => {
      if (relatedTarget === null && clientY <= 8) tryIt('exit');
    });
    if (win.matchMedia('(hover: none)').matches) {
      let from = { y: win.scrollY, at: win.performance.now() };
      on(win, 'scroll', ({ timeStamp }) => {
        const up = from.y - win.scrollY;
        const seconds = (timeStamp - from.at) / 1_000;
        if (up >= far && up / Math.max(seconds, 0.01) >= quick) tryIt('exit');
        if (up <= 0 || seconds > 0.5) from = { y: win.scrollY, at: timeStamp };
      });
    }
  }
  return stop;
}
