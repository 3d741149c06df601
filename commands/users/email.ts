import { AccountEmail, requestEmail } from '../../domain/emails/account-email.ts';
import type { AccountEmailRequested } from '../../domain/emails/events.ts';
import type { EventOf } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { receivesEmail } from '../../domain/users/password.ts';
import type { ActiveUser } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

type Email = EventOf<typeof AccountEmailRequested>['data'];

/** Named by the command that asks for it: repeated, it is the same email. */
export const emailIdOf = (commandId: string, kind: Email['kind']): string =>
  uuidV5(namespaces.command, commandId, 'mail', kind);

/** Asks for an email to a user, at `email` or where they are now. Nothing for an address that reaches nobody. */
export async function emailTo(
  work: UnitOfWork,
  user: Pick<ActiveUser, 'userId' | 'agencyId' | 'email'>,
  kind: Email['kind'],
  link: Pick<Email, 'tokenRef' | 'expiresAt'> = { tokenRef: null, expiresAt: null },
): Promise<void> {
  const { userId, agencyId, email } = user;
  if (!receivesEmail(email)) return;
  const mailId = emailIdOf(work.commandId, kind);
  await work.change({
    stream: streams.accountEmail(mailId),
    aggregate: AccountEmail,
    decide: (mail) => requestEmail({ mailId, userId, agencyId, kind, email, ...link }, mail),
  });
}
