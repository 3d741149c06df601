import type { Law } from '../action.ts';

/**
 * An email of a business has one end, and what its stream says of it is so. Marketing never arrives twice; what may go out
 * once more (decision 23) arrives twice only where nobody could know whether it had arrived.
 */
export const businessEmails: Law = {
  name: 'business-mails',
  async check(world) {
    const events = await world.events();
    const ends = ['EmailAccepted', 'EmailFailed', 'EmailSuppressed', 'EmailOutcomeUnknown'];
    const problems: string[] = [];
    for (const { data } of events.filter(({ type }) => type === 'EmailQueued')) {
      const emailId = data['mailId'] as string;
      const ended = events.filter(({ type, data: end }) => ends.includes(type) && end['mailId'] === emailId);
      const letters = world.mail.letters.filter((letter) => letter.mailId === emailId);
      const marketing = ['welcome', 'broadcast', 'automation'].includes(data['purpose'] as string);
      const end = ended[0]?.type;
      if (ended.length !== 1) problems.push(`email ${emailId} of a business has ${ended.length} ends`);
      if (end === 'EmailAccepted' && letters.length === 0)
        problems.push(`email ${emailId} of a business never arrived`);
      if (end === 'EmailSuppressed' && letters.length > 0) problems.push(`email ${emailId} arrived though it was kept`);
      const excused =
        marketing ? 0 : letters.filter(({ told, sender }) => !told || sender.dead || world.hadDatabaseFaults).length;
      if (letters.length > 1 + excused) problems.push(`email ${emailId} of a business arrived ${letters.length} times`);
    }
    return problems;
  },
};
