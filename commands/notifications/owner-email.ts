import { AccountEmail, requestEmail } from '../../domain/emails/account-email.ts';
import { type AgencyId, namespaces, type UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { streams } from '../../domain/streams.ts';
import { User } from '../../domain/users/user.ts';
import { type BillRecipient, mailTo } from '../directory/billing-contact.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';

/** What an owner is told by email. `of`: what it is about, which names it. `link`: a path of the web application. */
export interface OwnerEmail {
  readonly of: readonly string[];
  readonly kind: 'usage-alert' | 'billing' | 'report' | 'checkpoint';
  readonly title: string;
  readonly content: string;
  readonly link: string;
}

/** Tells an owner by email, once, however often it is asked; null: there is no owner who reads emails. */
export async function emailOwner(
  world: CommandServices,
  context: CommandContext,
  to: { readonly tenant: Tenant; readonly agencyId: AgencyId | null; readonly ownerId: UserId | null },
  email: OwnerEmail,
): Promise<CommandOutcome<undefined> | null> {
  const { ownerId } = to;
  const owner = ownerId === null ? null : await world.loadState(streams.user(ownerId), User);
  if (ownerId === null || owner?.status !== 'active' || owner.email === null) return null;
  return emailPeople(world, context, to, [{ userId: ownerId, email: owner.email, copy: null }], email);
}

/** The same to those who get the bills. */
export async function emailPeople(
  world: CommandServices,
  context: CommandContext,
  { tenant, agencyId }: { readonly tenant: Tenant; readonly agencyId: AgencyId | null },
  recipients: readonly BillRecipient[],
  { of, kind, title, content, link }: OwnerEmail,
): Promise<CommandOutcome<undefined> | null> {
  let told: CommandOutcome<undefined> | null = null;
  for (const recipient of recipients) {
    const { userId, email } = recipient;
    const mailId = mailTo(uuidV5(namespaces.command, ...of, 'email'), recipient);
    const work = startUnitOfWork(world, context, { tenant, commandId: mailId });
    await work.change({
      stream: streams.accountEmail(mailId),
      aggregate: AccountEmail,
      seen: [],
      decide: (before) =>
        requestEmail(
          {
            mailId,
            userId,
            agencyId,
            kind,
            email,
            tokenRef: null,
            expiresAt: null,
            about: { title, link, from: content },
          },
          before,
        ),
    });
    told = work.outcome(undefined);
  }
  return told;
}
