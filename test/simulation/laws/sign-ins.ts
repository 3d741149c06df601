import { stateOf } from '../../../commands/kernel/unit-of-work.ts';
import { streams } from '../../../domain/streams.ts';
import { User } from '../../../domain/users/user.ts';
import type { Law } from '../action.ts';

/** Nobody comes in without the second factor, what was shown is worth nothing once more, and a session ends for good. */
export const signIns: Law = {
  name: 'what signs in does so once',
  async check(world) {
    const { market } = world.cast;
    if (market === null) return [];
    const stored = await world.observer.store.read(streams.user(market.member.userId));
    const problems: string[] = [];
    const factors = new Set<string>();
    const used = new Set<string>();
    const sessions = new Set<string>();
    const proofs = new Set<string>();
    for (const { type, data, metadata } of stored) {
      const factorId = String(data['factorId']);
      if (type === 'UserSecondFactorAdded') {
        factors.add(factorId);
        used.add(`${factorId} ${String(data['step'])}`);
      }
      if (type === 'UserSecondFactorRemoved') factors.delete(factorId);
      if (type === 'UserRecoveryCodesIssued') for (const shown of used) if (!shown.includes(' ')) used.delete(shown);
      if (type === 'UserSecondFactorUsed' || type === 'UserRecoveryCodeUsed') {
        const shown = type === 'UserSecondFactorUsed' ? `${factorId} ${String(data['step'])}` : String(data['digest']);
        if (used.has(shown)) problems.push(`${type} ${shown} is used twice`);
        used.add(shown);
        proofs.add(metadata.commandId);
      }
      if (type !== 'UserSignedIn') continue;
      if (factors.size > 0 && !proofs.has(metadata.commandId))
        problems.push(`${String(data['sessionId'])} began without a second factor`);
      sessions.add(String(data['sessionId']));
    }
    const user = stateOf(User, stored);
    const { begun, ended } = world.signIns;
    for (const sessionId of begun) if (!sessions.has(sessionId)) problems.push(`${sessionId} is said to have begun`);
    for (const sessionId of ended)
      if (user.status === 'active' && user.sessions.has(sessionId)) problems.push(`${sessionId} goes on`);
    return problems;
  },
};
