import { describe, expect, test } from 'vitest';
import { isLookedAt, watchActivity } from '../../web/live/activity.ts';

describe('whether somebody sits at the product', () => {
  const start = () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
    const window = new EventTarget() as unknown as Window;
    const clock = { at: 1_000_000 };
    const said: number[] = [];
    const net = { works: true };
    const stop = watchActivity({
      window,
      document: page as unknown as Document,
      now: () => clock.at,
      async say() {
        said.push(clock.at);
        if (!net.works) throw new Error('No way through.');
      },
    });
    const touch = (name: string, after: number) => {
      clock.at += after;
      window.dispatchEvent(new Event(name));
    };
    return { page, window, clock, said, net, stop, touch };
  };

  test('is said when it is opened, and at most once a minute while it is touched', () => {
    const { said, stop, touch } = start();
    expect(said).toHaveLength(1);
    for (let second = 0; second < 180; second += 1) touch('pointermove', 1_000);
    expect(said).toHaveLength(4);
    for (const sign of ['keydown', 'pointerdown', 'wheel', 'focus']) touch(sign, 61_000);
    expect(said).toHaveLength(8);
    stop();
    touch('keydown', 61_000);
    expect(said).toHaveLength(8);
  });

  test('is not said of a page that nobody touches, or that is not shown', () => {
    const { page, said, touch, clock } = start();
    clock.at += 3_600_000;
    expect(said).toHaveLength(1);
    page.visibilityState = 'hidden';
    touch('focus', 0);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(said).toHaveLength(1);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(said).toHaveLength(2);
  });

  test('what did not get through is said with the next touch', async () => {
    const { net, said, touch } = start();
    net.works = false;
    touch('keydown', 61_000);
    await Promise.resolve();
    net.works = true;
    touch('keydown', 100);
    expect(said).toHaveLength(3);
  });

  test('a page that was not touched for minutes is looked at by nobody', () => {
    const { clock, touch } = start();
    touch('pointermove', 1);
    expect(isLookedAt(clock.at + 60_000)).toBe(true);
    expect(isLookedAt(clock.at + 240_000)).toBe(false);
  });
});
