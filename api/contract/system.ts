import { z } from 'zod';
import { calls } from './calls.ts';
import { Instant, Success } from './common.ts';

const count = z.int().min(0);
/** Why a wallet doesn't add up. `expected` and `found` in 1/10,000 of the smallest unit. */
export const LedgerFault = z.object({
  wallet_id: z.string().meta({ examples: ['0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a'] }),
  kind: z.enum([
    'sums-differ',
    'shown-differently',
    'charge-not-found',
    'refund-not-found',
    'dispute-not-found',
    'invoice-differs',
    'snapshot-differs',
  ]),
  about: z.string().meta({ examples: ['USD wallet'] }),
  expected: z.int().nullable(),
  found: z.int().nullable(),
});
/**
 * One proof of the ledger. `whole`: wallets that were read from their first event, and not from where they were proven
 * last. `charges`, `refunds`, `disputes` and `invoices` null: payments are off. `behind`: wallets that were not shown
 * in time. `unmatched`: payments of the last weeks that belong to no wallet, invoice or order; null: not looked for.
 */
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
  whole: count,
  charges: count.nullable(),
  refunds: count.nullable(),
  disputes: count.nullable(),
  invoices: count.nullable(),
  booked: count,
  behind: count,
  fault_count: count,
  faults: z.array(LedgerFault),
  unmatched: z
    .object({
      count,
      charges: z.array(
        z.object({
          charge_id: z.string().meta({ examples: ['pi_3PgafmB7WZ01zgkW6dKueIc5'] }),
          customer_id: z
            .string()
            .nullable()
            .meta({ examples: ['cus_QXg1o8vcGmoR32'] }),
          amount: z.int(),
          currency: z.string().meta({ examples: ['USD'] }),
          at: Instant,
        }),
      ),
    })
    .nullable(),
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
/** Rows of a table that only the live read model or only its rebuild has. `keys`: of some of them. */
export const ReadModelDifference = z.object({
  table: z.string().meta({ examples: ['contacts'] }),
  only_live: count,
  only_rebuilt: count,
  keys: z.array(z.string()).meta({ examples: [['id 0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a']] }),
});
/** How a read model compared with its rebuild; `checked_at` null: it was not compared yet. `error`: why it could not be. */
export const ReadModelCheck = z.object({
  checked_at: Instant.nullable(),
  duration_ms: count.nullable(),
  differences: z.array(ReadModelDifference),
  error: z
    .string()
    .nullable()
    .meta({ examples: ['The log ends before the checkpoint.'] }),
});
const jobKind = z.enum(['rebuild', 'check', 'pause', 'resume']);
/** What someone asked of a read model. `share`: how far it has come, from 0 to 1; null: it has not begun, or is over. */
export const ReadModelJob = z.object({
  id: z.string(),
  read_model: z.string().meta({ examples: ['contacts'] }),
  kind: jobKind,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  requested_by: z
    .string()
    .nullable()
    .meta({ examples: ['Alex Morgan'] }),
  requested_at: Instant,
  finished_at: Instant.nullable(),
  share: z.number().min(0).max(1).nullable(),
  error: z
    .string()
    .nullable()
    .meta({ examples: ['It was cut off three times.'] }),
});
export type ReadModelJob = z.output<typeof ReadModelJob>;
export const ReadModelPart = RunningPart.extend({
  position: z
    .string()
    .nullable()
    .meta({ examples: ['18204'] }),
  check: ReadModelCheck.nullable(),
});
export type ReadModelPart = z.output<typeof ReadModelPart>;
/** What waits although it is due. `oldest_at`: since when the oldest has been due. */
export const WaitingQueue = z.object({
  name: z.string().meta({ examples: ['texts'] }),
  waiting: count,
  oldest_at: Instant.nullable(),
});
/** A number that its carrier has blocked. */
export const BlockedSender = z.object({
  sender: z.string().meta({ examples: ['+14155550100'] }),
  code: z.int().meta({ examples: [30034] }),
  since: Instant,
});
/** Webhooks of a provider that were refused since the installation exists. */
export const RefusedWebhooks = z.object({
  provider: z.string().meta({ examples: ['stripe'] }),
  refused: count,
  last_reason: z.string().meta({ examples: ['The signature is not valid.'] }),
  last_at: Instant,
});
/** How a carrier answered in the last hour. */
export const CarrierHealth = z.object({
  provider: z.string().meta({ examples: ['twilio'] }),
  calls: count,
  failures: count,
  mean_ms: count,
  slowest_ms: count,
});
/** `facts` null: this process can't tell. */
export const SystemHealth = z.object({
  proofs: z.object({ is_requested: z.boolean(), next_at: Instant, last: z.array(LedgerProof) }),
  read_models: z.array(ReadModelPart),
  workers: z.array(RunningPart),
  facts: z
    .object({
      queues: z.array(WaitingQueue),
      blocked_senders: z.array(BlockedSender),
      webhooks: z.array(RefusedWebhooks),
      carriers: z.array(CarrierHealth),
      backup: z.object({ at: Instant, events: count, bytes: count }).nullable(),
      jobs: z.array(ReadModelJob),
    })
    .nullable(),
});
export const SystemHealthReply = z.object({ data: SystemHealth });

export const ReadModelAction = z.object({ action: jobKind.meta({ examples: ['rebuild'] }) });

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
  'POST /system/read-models/{name}': {
    id: 'careForReadModel',
    who: admins,
    summary:
      'Rebuild a read model beside the live one, compare it with a rebuild, pause it, or resume it. While a rebuild or check waits, it is the same one.',
    params: z.object({
      name: z
        .string()
        .max(100)
        .meta({ examples: ['contacts'] }),
    }),
    body: ReadModelAction,
    reply: Success,
  },
});
