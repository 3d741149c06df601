import { z } from 'zod';
import { calls } from './calls.ts';
import { Instant, Success } from './common.ts';

const count = z.int().min(0);
/** Why a wallet doesn't add up. `expected` and `found` in 1/10,000 of the smallest unit. */
export const LedgerFault = z.object({
  wallet_id: z.string().meta({ examples: ['0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a'] }),
  kind: z.enum(['sums-differ', 'shown-differently', 'charge-not-found']),
  about: z.string().meta({ examples: ['USD wallet'] }),
  expected: z.int().nullable(),
  found: z.int().nullable(),
});
/** One proof of the ledger. `charges` null: payments are off. `behind`: wallets that were not shown in time. */
export const LedgerProof = z.object({
  id: z.string(),
  night: z
    .string()
    .nullable()
    .meta({ examples: ['2026-11-27'] }),
  started_at: Instant,
  duration_ms: count,
  wallets: count,
  postings: count,
  charges: count.nullable(),
  booked: count,
  behind: count,
  fault_count: count,
  faults: z.array(LedgerFault),
});
export type LedgerProof = z.output<typeof LedgerProof>;
/** A part that runs in the background. `lag`: events that it has not seen yet; null: not known. */
export const RunningPart = z.object({
  name: z.string(),
  state: z.string().meta({ examples: ['running'] }),
  is_ok: z.boolean(),
  lag: z.int().nullable(),
  detail: z
    .string()
    .nullable()
    .meta({ examples: ['It is behind and has not moved.'] }),
});
export type RunningPart = z.output<typeof RunningPart>;
/** `queue`: outgoing texts by state; null: this process can't tell. */
export const SystemHealth = z.object({
  proofs: z.object({ is_requested: z.boolean(), next_at: Instant, last: z.array(LedgerProof) }),
  read_models: z.array(RunningPart),
  workers: z.array(RunningPart),
  queue: z.record(z.string(), count).nullable(),
});
export const SystemHealthReply = z.object({ data: SystemHealth });

const admins = ['Admin'] as const;
export const systemCalls = calls('System', {
  'GET /system/health': {
    id: 'getSystemHealth',
    who: admins,
    summary: 'How this installation runs: proofs of the ledger, read models, workers, and what waits to be sent.',
    reply: SystemHealthReply,
  },
  'POST /system/ledger-proofs': {
    id: 'proveLedger',
    who: admins,
    summary: 'Prove the ledger now. While one waits, it is the same one.',
    reply: Success,
  },
});
