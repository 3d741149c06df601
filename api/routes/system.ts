import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { type FinishedProof, nextNight, nightDue } from '../../domain/proofs/proofs.ts';
import { systemCalls } from '../contract/index.ts';
import type { ReadModelJob as JobView } from '../contract/system.ts';
import type { HealthFacts, ReadModelCheck, ReadModelJob } from '../dependencies.ts';
import { ApiError } from '../kernel/errors.ts';
import { route } from '../kernel/route.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const checkView = ({ at, ms, differences, error }: ReadModelCheck) => ({
  checked_at: iso(at),
  duration_ms: ms,
  differences: differences.map(({ table, onlyLive, onlyRebuilt, keys }) => ({
    table,
    only_live: onlyLive,
    only_rebuilt: onlyRebuilt,
    keys: [...keys],
  })),
  error,
});

const stateOf = ({ startedAt, finishedAt, error }: ReadModelJob): JobView['state'] =>
  finishedAt === null ?
    startedAt === null ?
      'waiting'
    : 'running'
  : error === null ? 'done'
  : 'failed';

const factsView = (facts: HealthFacts, nameOf: (userId: string | null) => string | null) => ({
  queues: facts.queues.map(({ name, waiting, oldest }) => ({ name, waiting, oldest_at: iso(oldest) })),
  blocked_senders: facts.blockedSenders.map(({ sender, code, at }) => ({ sender, code, since: at.toISOString() })),
  webhooks: facts.webhooks.map(({ provider, count, reason, at }) => ({
    provider,
    refused: count,
    last_reason: reason,
    last_at: at.toISOString(),
  })),
  carriers: facts.carriers.map(({ mean, slowest, ...rest }) => ({ ...rest, mean_ms: mean, slowest_ms: slowest })),
  backup: facts.backup === null ? null : { ...facts.backup, at: facts.backup.at.toISOString() },
  jobs: facts.jobs.map((job) => ({
    id: job.id,
    read_model: job.readModel,
    kind: job.kind,
    state: stateOf(job),
    requested_by: nameOf(job.by),
    requested_at: job.requestedAt.toISOString(),
    finished_at: iso(job.finishedAt),
    share: job.share,
    error: job.error,
  })),
});

const unmatchedView = (unmatched: NonNullable<FinishedProof['unmatched']> | null) =>
  unmatched === null ? null : (
    {
      count: unmatched.count,
      charges: unmatched.charges.map(({ chargeId, customerId, ...charge }) => ({
        charge_id: chargeId,
        customer_id: customerId,
        ...charge,
      })),
    }
  );

const answers = {
  rebuild: 'The rebuild starts within seconds, beside the live read model.',
  check: 'The check starts within seconds, beside the live read model.',
  pause: 'It is paused. What it shows gets out of date until it is resumed.',
  resume: 'It goes on from where it was.',
} as const;

export const systemRoutes = [
  route(systemCalls['GET /system/health'], async ({ parts }) => {
    const { status, commands, readModels: shown, now } = parts;
    const [proofs, readModels, workers, facts] = await Promise.all([
      commands.proofs.latest(),
      status.projections(),
      status.workers(),
      status.facts?.() ?? null,
    ]);
    const people = new Map(
      await Promise.all(
        [...new Set(facts?.jobs.flatMap(({ by }) => (by === null ? [] : [by])) ?? [])].map(async (userId) => {
          const user = await shown.user(userId);
          return [userId, user === null ? null : `${user.firstName ?? ''} ${user.lastName ?? ''}`.trim()] as const;
        }),
      ),
    );
    return {
      data: {
        proofs: {
          is_requested: proofs.requested !== null,
          next_at: (nightDue(proofs, now()) === null ? nextNight(now()) : now()).toISOString(),
          last: proofs.finished.map((one) => ({
            id: one.proofId,
            night: one.night,
            started_at: one.startedAt,
            duration_ms: one.durationMs,
            wallets: one.wallets,
            postings: one.postings,
            whole: one.whole ?? one.wallets,
            charges: one.charges,
            refunds: one.refunds ?? null,
            disputes: one.disputes ?? null,
            invoices: one.invoices ?? null,
            booked: one.booked,
            behind: one.behind,
            fault_count: one.faultCount,
            faults: one.faults.map(({ walletId, ...fault }) => ({ wallet_id: walletId, ...fault })),
            unmatched: unmatchedView(one.unmatched ?? null),
          })),
        },
        read_models: readModels.map(({ name, state, ok, lag, error, position }) => {
          const check = facts?.checks.find((one) => one.name === name);
          return {
            name,
            state,
            is_ok: ok,
            lag,
            detail: error,
            position,
            check: check === undefined ? null : checkView(check),
          };
        }),
        workers: workers.map(({ name, state, ok, lag, detail }) => ({
          name,
          state,
          is_ok: ok,
          lag: lag ?? null,
          detail,
        })),
        facts:
          facts === null ? null : factsView(facts, (userId) => (userId === null ? null : (people.get(userId) ?? null))),
      },
    };
  }),

  route(systemCalls['POST /system/ledger-proofs'], async (call) => {
    const context = call.context();
    await call.parts.commands.proofs.request(context, {
      proofId: uuidV5(namespaces.command, context.commandId, 'proof'),
    });
    return { success: true as const, message: 'The proof starts within a minute.' };
  }),

  route(systemCalls['POST /system/read-models/{name}'], async (call) => {
    const { params, body, parts } = call;
    const { commandId, caller } = call.context();
    const by = caller.actor.kind === 'user' ? caller.actor.userId : null;
    const job = {
      id: uuidV5(namespaces.command, commandId, 'read-model'),
      readModel: params.name,
      kind: body.action,
      by,
    };
    if ((await parts.status.care?.(job)) !== true) throw new ApiError('not_found', 'This read model does not exist.');
    return { success: true as const, message: answers[body.action] };
  }),
];
