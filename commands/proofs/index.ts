import { z } from 'zod';
import { platformTenant } from '../../domain/kernel/event.ts';
import { LedgerProofFinished } from '../../domain/proofs/events.ts';
import { finishProof, Proofs, requestProof } from '../../domain/proofs/proofs.ts';
import { streams } from '../../domain/streams.ts';
import { platform } from '../kernel/caller.ts';
import { decision, question } from '../kernel/command.ts';

/** The proof of the ledger: when it was asked for, and what it found. */
const at = () => ({ stream: streams.ledgerProofs(), tenant: platformTenant });

/** Asks for a proof now. One that waits is enough. */
export const request = decision({
  input: z.object({ proofId: z.uuid() }),
  by: platform,
  aggregate: Proofs,
  at,
  decide: requestProof,
});

/** Keeps what it found. */
export const finish = decision({
  input: LedgerProofFinished.schema,
  by: ['system'],
  aggregate: Proofs,
  at,
  decide: finishProof,
});

export const latest = question((world) => world.loadState(streams.ledgerProofs(), Proofs));
