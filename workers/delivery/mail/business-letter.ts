import type { Commands } from '../../../commands/catalogue.ts';
import { workerContext } from '../../context.ts';
import { composeBusinessMail, headersOf } from './business-mail.ts';
import { type Letter, NotSent } from './letter.ts';
import type { BusinessEntry } from './queue.ts';

/** A mail of a business, decided on now. Throws NotSent when it was decided that it stays. */
export async function businessLetter(commands: Pick<Commands, 'mail'>, entry: BusinessEntry): Promise<Letter> {
  const { mailId, businessId, agencyId, attempts, unknowns } = entry;
  const context = workerContext('mail-sender', { agencyId, businessId }, 'decide-mail', [mailId, String(attempts)], {
    correlationId: mailId,
    causationId: null,
  });
  const { result } = await commands.mail.toContact.decideSend(context, { mailId, mayHaveArrived: unknowns > 0 });
  switch (result.kind) {
    case 'done':
      throw new NotSent('it has ended already', true);
    case 'suppressed':
      throw new NotSent(result.reason, true);
    case 'send': {
      const { mail, reach } = result;
      return {
        reach,
        holdBack: async (reason) => void (await commands.mail.toContact.holdBack(context, { mailId, reason })),
        to: mail.to,
        compose: async (brand) => ({
          ...composeBusinessMail(mail, brand.color),
          fromName: mail.business.name,
          replyTo: mail.business.email,
          headers: headersOf(mail),
        }),
      };
    }
    default:
      return result satisfies never;
  }
}
