import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { combine } from '../../../workers/engine/reactions.ts';
import { allReactions } from '../../../workers/reactions.ts';

const rooms = globSync('workers/*/').filter((room) => room !== 'workers/engine');
const declaring = globSync('workers/**/*.ts').filter((file) => /= reactions(<|\()/.test(readFileSync(file, 'utf8')));

it('lists every declaration that a file of the workers exports', async () => {
  const exported = await Promise.all(
    declaring.map(async (file) => Object.values((await import(resolve(file))) as Record<string, unknown>)),
  );
  expect(new Set(allReactions)).toEqual(new Set(exported.flat()));
});

it('has a declaration for every room of the workers', () => {
  expect(declaring.toSorted()).toEqual(rooms.map((room) => `${room}/reactions.ts`).toSorted());
});

/** Builds each room as if everything were there: nothing runs yet, so nothing of it is asked. */
const built = () => {
  const nothing = {} as never;
  const commands = { delivery: {}, emails: {} };
  const services = { config: { publicUrl: '' }, bells: {}, inHand: {}, commands, wake: nothing };
  const needed = { mail: nothing, media: nothing, uploads: nothing, chatLoads: nothing, assigned: nothing };
  const more = { emailFigures: nothing, usedIn: nothing, overdueSince: nothing, push: { to: 'browsers' } };
  return allReactions.map((declaration) => declaration.build({ ...services, ...needed, ...more } as never));
};

it('keeps the names under which installations have stored how far each has come', () => {
  const names = built().flatMap(({ follows = [] }) => follows.map(({ name }) => name));
  expect(names.toSorted()).toEqual([
    'a2p-escalations',
    'a2p-notices',
    'account-mail',
    'approval-notices',
    'assigned-to-leavers',
    'automation-happenings',
    'automation-outcomes',
    'bills',
    'bulk-actions',
    'call-look-ups',
    'calls',
    'carrier-verdicts',
    'chat-assigner',
    'coupon-reminders',
    'domains',
    'erasures',
    'gone-notices',
    'inbound',
    'integration-polls',
    'integration-syncs',
    'leavers',
    'loop-rules',
    'loops',
    'mail-troubles',
    'media',
    'member-notices',
    'merges',
    'orders',
    'outbox',
    'pages',
    'plan-move-notices',
    'plan-moves',
    'plan-prices',
    'push',
    'registration-checks',
    'registration-limits',
    'registration-looks',
    'registration-releases',
    'registration-requirements',
    'report-exports',
    'scheduled-texts',
    'sealed-words',
    'segments-to-count',
    'subscription-looks',
    'texted-broadcasts',
    'tollfree',
    'trial-notices',
    'unpaid-releases',
    'upload-erasures',
    'uploads',
    'wallet-notices',
    'wallets',
    'webhook-endpoints',
    'webhook-notices',
  ]);
});

it('has one room for each kind of timer that installations may have stored', () => {
  const kinds = built().flatMap(({ timers = {} }) => Object.keys(timers));
  expect(kinds.toSorted()).toEqual([
    'archive-plan-prices',
    'automation-moves',
    'automation-wakes',
    'bulk-action',
    'complete-erasure',
    'erase-contact',
    'escalate-a2p',
    'escalate-tollfree',
    'follow-tollfree',
    'look-up-call',
    'mail-health',
    'merge-contact',
    'move-subscriber',
    'move-subscribers',
    'recheck-loop',
    'redact-uploads',
    'release-unused-host',
    'reminder-of-coupon',
    'resend-message',
    'scheduled-text',
    'teammate-left',
    'tend-order',
    'wallet-recharge',
  ]);
});

describe('rooms put together', () => {
  const fire = async () => {};
  const worker = (name: string) => ({ name, kind: 'commanding' as const, handles: [], issue: fire });
  const shops = { name: 'shops', follows: [worker('shops')], timers: { 'open-shop': fire, 'close-shop': fire } };

  it('have all that each of them has', () => {
    const { follows, timers } = combine([shops, { name: 'tills', follows: [worker('tills')] }]);
    expect(follows.map(({ name }) => name)).toEqual(['shops', 'tills']);
    expect(Object.keys(timers)).toEqual(['open-shop', 'close-shop']);
  });

  it('are refused when two fire the same kind of timer, or follow the log under one name', () => {
    expect(() => combine([shops, { name: 'tills', timers: { 'close-shop': fire } }])).toThrow(
      'shops and tills both have timers of the kind close-shop.',
    );
    expect(() => combine([shops, { name: 'tills', follows: [worker('shops')] }])).toThrow(
      'shops and tills both have a worker named shops.',
    );
  });

  it('are those of the product', () => {
    expect(() => combine(built().map((room, nth) => ({ ...room, name: allReactions[nth]!.name })))).not.toThrow();
  });
});
