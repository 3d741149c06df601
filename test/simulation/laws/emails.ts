import type { Law } from '../action.ts';

/**
 * Everybody gets their email, or we say that it failed; twice only where nobody could know whether it had arrived
 * (decision 7).
 */
export const emails: Law = {
  name: 'mails',
  async check(world) {
    const events = await world.events();
    const problems: string[] = [];
    for (const { data } of events.filter(({ type }) => type === 'AccountEmailRequested')) {
      const emailId = data['mailId'] as string;
      const ends = events.filter(
        ({ type, data: end }) =>
          (type === 'AccountEmailSent' || type === 'AccountEmailFailed') && end['mailId'] === emailId,
      );
      const letters = world.mail.letters.filter((letter) => letter.mailId === emailId);
      if (ends.length !== 1) problems.push(`email ${emailId} has ${ends.length} ends`);
      if (ends[0]?.type === 'AccountEmailSent' && letters.length === 0) problems.push(`email ${emailId} never arrived`);
      // A copy is excused by an answer that was lost, or by a sender that died or lost its database before it had written the answer down.
      const excused = letters.filter(({ told, sender }) => !told || sender.dead || world.hadDatabaseFaults).length;
      if (letters.length > 1 + excused) problems.push(`email ${emailId} arrived ${letters.length} times`);
    }
    return problems;
  },
};
