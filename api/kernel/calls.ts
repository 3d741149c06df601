import type { CommandContext } from '../../commands/kernel/caller.ts';
import type { Position } from '../../adapters/event-store/port.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { ApiError } from './errors.ts';
import type { Call } from './route.ts';

/** The session's agency; 403 for a session without one. */
export function agencyIdOf({ session }: Pick<Call, 'session'>): string {
  if (session.agencyId === null) throw new ApiError('forbidden', 'You may not do this.');
  return session.agencyId;
}

/** For a call of several commands: each needs an id of its own, the same on a repeat. */
export function stepOf(call: Call, step: string): CommandContext {
  const base = call.context();
  return { ...base, commandId: uuidV5(namespaces.command, base.commandId, step) };
}

/** The furthest of the positions that several commands reached. */
export const newest = (positions: readonly (Position | null)[]): Position | null =>
  positions.reduce<Position | null>(
    (furthest, position) => (position !== null && (furthest === null || position > furthest) ? position : furthest),
    null,
  );
