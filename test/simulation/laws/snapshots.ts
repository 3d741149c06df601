import { fold } from '../../../domain/kernel/decider.ts';
import { streams } from '../../../domain/streams.ts';
import { Wallet, type WalletEventAt } from '../../../domain/wallets/wallet.ts';
import type { Law } from '../action.ts';

/** Processes read wallets from snapshots, and die between reading, booking and saving. */
export const snapshots: Law = {
  name: 'a snapshot is what its stream makes',
  async check(world) {
    const problems: string[] = [];
    const kept = await world.query<{ stream: string; revision: number; eventId: string; state: string }>(
      'select stream, revision, event_id as "eventId", state from ops.stream_snapshots',
    );
    for (const { payer, name } of world.cast.payers) {
      const snapshot = kept.find(({ stream }) => stream === streams.wallet(payer));
      if (snapshot === undefined) continue;
      const events = await world.observer.store.read(snapshot.stream);
      if (events[snapshot.revision]?.id !== snapshot.eventId) {
        problems.push(`${name} has a snapshot of an event that isn't at ${snapshot.revision}`);
        continue;
      }
      const all = events as unknown as readonly WalletEventAt[];
      const { read, write } = Wallet.snapshots!;
      const until = snapshot.revision + 1;
      if (write(fold(Wallet, all.slice(0, until))) !== snapshot.state)
        problems.push(`${name} has another snapshot at ${snapshot.revision} than its stream makes`);
      if (write(fold(Wallet, all.slice(until), read(snapshot.state))) !== write(fold(Wallet, all)))
        problems.push(`${name} has another wallet by its snapshot than by its stream`);
    }
    return problems;
  },
};
