import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../../api/contract/live.ts';
import { connectLive } from '../../web/live/connection.ts';
import type { Topic } from '../../web/live/reduce.ts';
import { expectWithin } from '../budgets/support/counted.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Texts come in and go out for ten seconds, twenty a second, as in the first seconds of the demo. */
const seconds = 10;
const perSecond = 20;

it('asks while events stream in', () => {
  const asked = new Map<Topic, number>();
  let socket!: { onopen?: () => void; onmessage?: (event: { data: string }) => void; send(): void; close(): void };
  const connection = connectLive({
    url: 'ws://localhost/api/v1/live',
    token: 'token',
    open: () => (socket = { send: () => {}, close: () => {} }) as unknown as WebSocket,
    random: () => 0.5,
    target: { addEventListener: () => {}, removeEventListener: () => {} },
    isOnline: () => true,
    onSignedOut: () => {},
  });
  connection.onRefresh((topics) => {
    for (const topic of topics) asked.set(topic, (asked.get(topic) ?? 0) + 1);
  });
  const hear = (event: LiveEvent) => socket.onmessage?.({ data: JSON.stringify(event) });
  socket.onopen?.();
  hear({ type: 'ready', unread: 0, notifications_unread: 0, position: '1' });
  for (let nth = 0; nth < seconds * perSecond; nth += 1) {
    const [contact_id, message_id, position] = [`c${nth % 7}`, `m${nth}`, String(nth + 2)];
    hear({ type: 'new-message', contact_id, message_id, unread: nth, position });
    hear({ type: 'message-changed', contact_id, message_id, status: 'sent', position });
    hear({ type: 'broadcast-changed', broadcast_id: 'b1', position } as LiveEvent);
    hear({ type: 'automation-changed', automation_id: 'a1', position } as LiveEvent);
    vi.advanceTimersByTime(1_000 / perSecond);
  }
  // The last word is read as well, however soon it came after the one before.
  const before = asked.get('dashboard')!;
  vi.advanceTimersByTime(10_000);
  expect(asked.get('dashboard')! - before).toBeLessThanOrEqual(1);
  const of = (topic: Topic) => asked.get(topic) ?? 0;
  expectWithin('asks while events stream in', {
    counts: {
      dashboard: of('dashboard'),
      conversations: of('conversations'),
      conversation: of('contact:c1'),
      contacts: of('contacts'),
      broadcast: of('broadcast:b1'),
      automation: of('automation:a1'),
    },
    detail: [...asked].map(([topic, count]) => `${count} × ${topic}`).join('\n'),
  });
  connection.stop();
});
