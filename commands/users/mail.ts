import { AccountMail, requestMail } from '../../domain/mail/account-mail.ts';
import type { AccountEmailRequested } from '../../domain/mail/events.ts';
import type { EventOf } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { receivesMail } from '../../domain/users/password.ts';
import type { ActiveUser } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

type Mail = EventOf<typeof AccountEmailRequested>['data'];

/** Named by the command that asks for it: repeated, it is the same mail. */
export const mailIdOf = (commandId: string, kind: Mail['kind']): string =>
  uuidV5(namespaces.command, commandId, 'mail', kind);

/** Asks for a mail to a user, at `email` or where they are now. Nothing for an address that reaches nobody. */
export async function mailTo(
  work: UnitOfWork,
  user: Pick<ActiveUser, 'userId' | 'agencyId' | 'email'>,
  kind: Mail['kind'],
  link: Pick<Mail, 'tokenRef' | 'expiresAt'> = { tokenRef: null, expiresAt: null },
): Promise<void> {
  const { userId, agencyId, email } = user;
  if (!receivesMail(email)) return;
  const mailId = mailIdOf(work.commandId, kind);
  await work.change({
    stream: streams.accountMail(mailId),
    aggregate: AccountMail,
    decide: (mail) => requestMail({ mailId, userId, agencyId, kind, email, ...link }, mail),
  });
}
