import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { nextNight, nightDue } from '../../domain/proofs/proofs.ts';
import { systemCalls } from '../contract/index.ts';
import { route } from '../kernel/route.ts';

export const systemRoutes = [
  route(systemCalls['GET /system/health'], async ({ parts }) => {
    const { status, commands, now } = parts;
    const [proofs, readModels, workers, queue] = await Promise.all([
      commands.proofs.latest(),
      status.projections(),
      status.workers(),
      status.outbox?.() ?? null,
    ]);
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
            charges: one.charges,
            booked: one.booked,
            behind: one.behind,
            fault_count: one.faultCount,
            faults: one.faults.map(({ walletId, ...fault }) => ({ wallet_id: walletId, ...fault })),
          })),
        },
        read_models: readModels.map(({ name, state, ok, lag, error }) => ({
          name,
          state,
          is_ok: ok,
          lag,
          detail: error,
        })),
        workers: workers.map(({ name, state, ok, detail }) => ({ name, state, is_ok: ok, lag: null, detail })),
        queue: queue === null ? null : { ...queue },
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
];
