import { reactions } from '../engine/reactions.ts';
import { type PushService, runPush } from './push.ts';
import { pushFeed } from './record.ts';

interface Needs {
  /** How pushes reach the people of a business; left out: none are sent. */
  readonly push?: PushService;
}

export const pushReactions = reactions<Needs>('push', ({ db, store, clock, log, now, bells, wake, push }) => {
  if (push === undefined) return {};
  const parts = { db, store, service: push, bell: bells.pushes, now, clock, log };
  return {
    follows: [pushFeed({ to: push.to, now, wake: () => wake('pushes') })],
    loops: [({ stopping, cut }) => runPush({ ...parts, cut }, stopping)],
  };
});
