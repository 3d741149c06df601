import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveEvent } from '../../api/contract/live.ts';
import { callRights } from '../../api/contract/rights.ts';
import { topics } from '../../web/data/read.ts';
import { backoff } from '../../web/live/backoff.ts';
import { connectLive } from '../../web/live/connection.ts';
import { nothingYet, reduceLive } from '../../web/live/reduce.ts';

const message = (position: string, unread = 1): LiveEvent => ({
  type: 'new-message',
  contact_id: 'c1',
  message_id: `m${position}`,
  unread,
  position,
});

describe('what a live event changes', () => {
  test('a new message brings the count and refreshes its conversation, the lists and the dashboard', () => {
    const step = reduceLive(nothingYet, message('12', 3), false);
    expect(step.counts).toEqual({ unread: 3, notificationsUnread: null, position: '12' });
    expect(step.refresh).toEqual(expect.arrayContaining(['contact:c1', 'conversations', 'contacts', 'dashboard']));
  });
  test('positions are compared as numbers, and the place to resume never moves back', () => {
    const { counts } = reduceLive({ ...nothingYet, position: '9' }, message('10'), false);
    expect(counts.position).toBe('10');
    const late = reduceLive(counts, { type: 'notification', notifications_unread: 4, position: '8' }, false);
    expect(late.counts).toMatchObject({ position: '10', notificationsUnread: 4 });
    expect(late.refresh).toEqual(['notifications']);
  });
  test('the first ready refreshes nothing; after a break, and on resync, everything is read again', () => {
    const ready: LiveEvent = { type: 'ready', unread: 1, notifications_unread: 2, position: '5' };
    expect(reduceLive(nothingYet, ready, false).refresh).toEqual([]);
    expect(reduceLive(nothingYet, ready, true).refresh).toEqual(['everything']);
    expect(reduceLive(nothingYet, { type: 'resync', position: '6' }, false).refresh).toEqual(['everything']);
  });
  test('a changed state touches the counts not at all', () => {
    const counts = { unread: 2, notificationsUnread: 1, position: '3' };
    expect(
      reduceLive(
        counts,
        { type: 'message-changed', contact_id: 'c1', message_id: 'm', status: 'sent', position: '4' },
        false,
      ).counts,
    ).toEqual({ ...counts, position: '4' });
  });
});

test('each read of a payer’s money is asked again when its billing changes', () => {
  // Prices to be confirmed within the hour, secrets and files; a form; and what an invoice's lines were, which stays.
  const asked = [
    '/payment-methods/secret',
    '/billing-contact',
    '/subscriptions/quote',
    '/wallet/statement/export',
    '/reports/billing-history/{id}/lines',
    '/reports/billing-history/{id}/documents',
    '/statements/file',
    // A report over a range, as usage streams in.
    '/reports/bdr-list',
  ];
  const money = Object.entries(callRights).flatMap(([call, right]) =>
    right === 'billing' && call.startsWith('GET ') ? [call.slice(4)] : [],
  );
  const live = Object.entries(topics).flatMap(([path, of]) => (of('').includes('billing') ? [path] : []));
  expect(money.filter((path) => !live.includes(path)).sort()).toEqual(asked.sort());
  // Between an agency and its businesses, whatever a teammate's rights are.
  expect(live).toEqual(expect.arrayContaining(['/bills', '/bills/settings']));
});

test('waits grow from half a second to half a minute and are spread', () => {
  expect([0, 1, 2, 10].map((attempt) => backoff(attempt, () => 1))).toEqual([500, 1000, 2000, 30_000]);
  expect(backoff(2, () => 0)).toBe(1000);
});

/** The wire: sockets that the test opens, feeds and cuts. */
class Wire {
  readonly sockets: {
    sent: string[];
    closed: boolean;
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    onclose?: (event: { code: number }) => void;
    send: (text: string) => void;
    close: () => void;
  }[] = [];
  online = true;
  open = (): WebSocket => {
    const socket: Wire['sockets'][number] = {
      sent: [],
      closed: false,
      send(text) {
        this.sent.push(text);
      },
      close() {
        this.closed = true;
        this.onclose?.({ code: 1000 });
      },
    };
    this.sockets.push(socket);
    return socket as unknown as WebSocket;
  };
  get last() {
    return this.sockets.at(-1)!;
  }
  hello = () => JSON.parse(this.last.sent[0]!) as { token: string; after: string | null };
  ready(position: string) {
    this.last.onopen?.();
    this.say({ type: 'ready', unread: 0, notifications_unread: 0, position });
  }
  say(event: LiveEvent) {
    this.last.onmessage?.({ data: JSON.stringify(event) });
  }
}

describe('the live connection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const start = () => {
    const wire = new Wire();
    const onSignedOut = vi.fn();
    const live = connectLive({
      url: 'ws://x/api/v1/live',
      token: 'secret',
      open: wire.open,
      random: () => 1,
      target: window,
      isOnline: () => wire.online,
      onSignedOut,
    });
    return { wire, live, onSignedOut };
  };

  test('says who it is in the first frame, and resumes from the last position after a break', () => {
    const { wire, live } = start();
    wire.ready('7');
    expect(wire.hello()).toEqual({ token: 'secret', after: null });
    expect(live.state()).toBe('live');
    wire.say(message('19'));
    wire.last.onclose?.({ code: 1006 });
    expect(live.state()).toBe('connecting');
    vi.advanceTimersByTime(500);
    wire.last.onopen?.();
    expect(wire.hello().after).toBe('19');
    live.stop();
  });

  test('gathers a burst into one refresh', () => {
    const { wire, live } = start();
    const refreshes: string[][] = [];
    live.onRefresh((topics) => refreshes.push([...topics]));
    wire.ready('1');
    for (let position = 2; position < 200; position += 1) wire.say(message(String(position), position));
    vi.advanceTimersByTime(1000);
    expect(refreshes).toHaveLength(1);
    expect(live.counts().unread).toBe(199);
    live.stop();
  });

  test('waits longer after each failure, says so, and stands still while offline', () => {
    const { wire, live } = start();
    wire.last.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(499);
    expect(wire.sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    wire.last.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(999);
    expect([wire.sockets.length, live.state()]).toEqual([2, 'waiting']);
    wire.online = false;
    window.dispatchEvent(new Event('offline'));
    vi.advanceTimersByTime(120_000);
    expect([wire.sockets.length, live.state()]).toEqual([2, 'offline']);
    wire.online = true;
    window.dispatchEvent(new Event('online'));
    expect(wire.sockets).toHaveLength(3);
    live.stop();
  });

  test('says that the session has ended when the server does, and at no other end', () => {
    const { wire, live, onSignedOut } = start();
    for (const code of [1001, 1006, 4409]) {
      wire.last.onclose?.({ code });
      vi.advanceTimersByTime(60_000);
    }
    expect(onSignedOut).not.toHaveBeenCalled();
    wire.last.onclose?.({ code: 4401 });
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    live.stop();
    expect(onSignedOut).toHaveBeenCalledTimes(1);
  });

  test('opens a line anew that has slept, and goes on from where it was', () => {
    const { wire, live } = start();
    wire.ready('7');
    wire.say(message('19'));
    // A page in the background is slow, and not asleep.
    for (let minute = 0; minute < 10; minute += 1) {
      vi.setSystemTime(Date.now() + 40_000);
      vi.advanceTimersByTime(20_000);
    }
    expect(wire.sockets).toHaveLength(1);
    vi.setSystemTime(Date.now() + 600_000);
    window.dispatchEvent(new Event('visibilitychange'));
    expect([wire.sockets.length, wire.sockets[0]!.closed, live.state()]).toEqual([2, true, 'connecting']);
    wire.last.onopen?.();
    expect(wire.hello().after).toBe('19');
    live.stop();
  });

  test('what is no event of the contract is ignored; after stop nothing is dialled again', () => {
    const { wire, live } = start();
    wire.ready('1');
    wire.last.onmessage?.({ data: 'no json' });
    wire.last.onmessage?.({ data: '{"type":"strange"}' });
    expect(live.counts().position).toBe('1');
    live.stop();
    vi.advanceTimersByTime(120_000);
    expect([wire.sockets.length, wire.last.closed]).toEqual([1, true]);
  });
});
