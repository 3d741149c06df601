import type { Snapshots } from '../../adapters/snapshots/port.ts';
import { nightDue } from '../../domain/proofs/proofs.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { reactions } from '../engine/reactions.ts';
import { createSetAside } from '../engine/set-aside.ts';
import { proveLedger, type ShowsWallet } from './prove.ts';

const name = 'ledger-proofs';
/** How often it is looked whether someone asked, or a night has come. */
const lookMs = 30_000;
const retry = { firstMs: 5_000, longestMs: 300_000 };

/** All wallets are proved once a night, and when an operator asks. One process at a time, by its lease. */
export const proofReactions = reactions<{ readonly shownWallet: ShowsWallet; readonly snapshots: Snapshots }>(
  name,
  ({ store, db, commands, shownWallet, snapshots, now, clock, log, leases }) => {
    const aside = createSetAside({ clock, log, part: 'wallet' });
    const parts = { store, db, commands, shown: shownWallet, snapshots, now, clock, log, aside };
    let emptyNight: string | null = null;
    return {
      loops: [
        ({ stopping }) =>
          whileLeased(leases, name, stopping, (signal) => {
            const work = async () => {
              const proofs = await commands.proofs.latest();
              const night = nightDue(proofs, now());
              if (night !== null && night !== emptyNight) {
                const proof = { proofId: uuidV5(namespaces.command, name, night), night };
                if ((await proveLedger(parts, proof, signal)) === null && !signal.aborted) emptyNight = night;
              }
              if (proofs.requested !== null)
                await proveLedger(parts, { proofId: proofs.requested, night: null }, signal);
              return lookMs;
            };
            return pollLoop({ name: 'the proof of the ledger', work, retry, clock, log }, signal);
          }),
      ],
    };
  },
);
