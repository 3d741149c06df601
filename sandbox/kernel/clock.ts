import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from './refusal.ts';

/** The time of whatever the sandbox stands beside, when that can be moved. */
export interface MovableClock {
  now(): Date;
  aheadMs(): number;
  /** Rejects with words for whoever moved it when it can't be moved there. */
  moveTo(instant: Date): Promise<void>;
}

const Move = z
  .strictObject({
    to: z.iso.datetime({ offset: true, error: 'Enter a time like 2026-03-01T09:00:00Z.' }).optional(),
    bySeconds: z.number().int('Enter whole seconds.').positive('Time only moves ahead.').optional(),
  })
  .refine(({ to, bySeconds }) => (to === undefined) !== (bySeconds === undefined), 'Send either to or bySeconds.');

/** What time it is, and moving it ahead: to an instant, or by so many seconds. */
export function clockRoutes(app: FastifyInstance, clock: MovableClock | null): void {
  const told = () => ({
    now: (clock?.now() ?? new Date()).toISOString(),
    aheadSeconds: Math.round((clock?.aheadMs() ?? 0) / 1000),
    movable: clock !== null,
  });
  app.get('/sandbox/clock', async () => told());
  app.post('/sandbox/clock', async (request) => {
    const { to, bySeconds } = Move.parse(request.body ?? {});
    if (clock === null) throw new Refusal(409, 'This system runs on real time.');
    const instant = to === undefined ? new Date(clock.now().getTime() + bySeconds! * 1000) : new Date(to);
    try {
      await clock.moveTo(instant);
    } catch (error) {
      if ((error as Error).name !== 'CannotMove') throw error;
      throw new Refusal(422, (error as Error).message, { to: [(error as Error).message] });
    }
    return told();
  });
}
