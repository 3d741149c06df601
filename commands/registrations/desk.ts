import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { BusinessId, namespaces, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { partOf } from '../../domain/registrations/a2p/decide.ts';
import { A2pPart } from '../../domain/registrations/a2p/fields.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import { a2pWaitingFor, requestStatusOf, submissionsOf } from '../../domain/registrations/a2p/request.ts';
import * as cases from '../../domain/registrations/case.ts';
import { Tollfree } from '../../domain/registrations/tollfree/tollfree.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { User } from '../../domain/users/user.ts';
import { platform } from '../kernel/caller.ts';
import { type Call, command, decision } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { tell } from '../notifications/notice.ts';

const { Case } = cases;
const of = { requestId: z.uuid(), businessId: BusinessId } as const;
const at = (_: unknown, { requestId }: { readonly requestId: string }) => ({
  stream: streams.registrationCase(requestId),
  tenant: platformTenant,
});

/** Gives a request to an operator, or to no one. */
export const assignRequest = decision({
  input: z.object({ ...of, assigneeId: UserId.nullable() }),
  by: platform,
  aggregate: Case,
  at: async ({ world }, given) => {
    if (given.assigneeId !== null) {
      const user = stateOf(User, await world.events.read(streams.user(given.assigneeId)));
      if (user.status !== 'active' || user.role !== 'Admin') {
        const message = 'Choose an operator.';
        throw new DomainError('validation_failed', message, { assignee_id: [message] });
      }
    }
    return at(null, given);
  },
  decide: cases.assign,
});

export const noteRequest = command({
  input: z.object({ ...of, text: cases.noteText }),
  by: platform,
  async run({ world, context }, { requestId, businessId, text }) {
    const noteId = uuidV5(namespaces.command, context.commandId, 'note');
    const work = startUnitOfWork(world, context, { tenant: platformTenant });
    await work.change({
      stream: streams.registrationCase(requestId),
      aggregate: Case,
      decide: (state) => cases.note({ requestId, businessId, noteId, text }, state),
    });
    return work.outcome({ noteId });
  },
});

/** A toll-free request that has no result after so many days: operators are told, once for each attempt. */
export const escalateTollfree = command({
  input: z.object({ ...of, attempt: z.int().min(1) }),
  by: ['system'],
  async run({ world, context }, { requestId, businessId, attempt }) {
    const [stored, owner] = await Promise.all([
      world.events.read(streams.tollfree(businessId)),
      world.events.read(streams.business(businessId)),
    ]);
    const request = stateOf(Tollfree, stored).get(requestId);
    const business = stateOf(Business, owner);
    const work = startUnitOfWork(world, context, { tenant: platformTenant });
    const isOver = request?.attempt !== attempt || request.status === 'approved' || request.status === 'rejected';
    if (isOver || business.status === 'none') return work.outcome(undefined);
    await escalate(
      { world, context },
      work,
      { requestId, businessId, attempt },
      {
        content:
          `${business.name}: ${formatPhone(request.number)} has waited ${cases.escalatedAfterDays} days ` +
          'for its toll-free verification.',
        link: `/admin/settings/tollfree/${requestId}/edit`,
      },
    );
    return work.outcome(undefined);
  },
});

/** The same of a brand or a campaign that was submitted as this attempt: its request is with the carrier still. */
export const escalateA2p = command({
  input: z.object({ ...of, part: A2pPart, partId: z.uuid(), attempt: z.int().min(1) }),
  by: ['system'],
  async run({ world, context }, { requestId, businessId, part, partId, attempt }) {
    const [stored, owner] = await Promise.all([
      world.events.read(streams.registrations(businessId)),
      world.events.read(streams.business(businessId)),
    ]);
    const registration = stateOf(A2pRegistration, stored);
    const business = stateOf(Business, owner);
    const work = startUnitOfWork(world, context, { tenant: platformTenant });
    const status = requestStatusOf(registration, requestId);
    const isSame = partOf(registration, part, partId)?.attempt === attempt;
    if (!isSame || status === null || a2pWaitingFor[status] !== 'carrier' || business.status === 'none')
      return work.outcome(undefined);
    const submissions = submissionsOf(registration, requestId);
    await escalate(
      { world, context },
      work,
      { requestId, businessId, attempt: submissions },
      {
        content: `${business.name} has waited ${cases.escalatedAfterDays} days for the registration of its number.`,
        link: `/admin/settings/a2p/${requestId}/edit`,
      },
    );
    return work.outcome(undefined);
  },
});

/** Notes it and tells operators, once for each attempt. */
async function escalate(
  { world, context }: Call,
  work: ReturnType<typeof startUnitOfWork>,
  given: { readonly requestId: string; readonly businessId: BusinessId; readonly attempt: number },
  { content, link }: { readonly content: string; readonly link: string },
): Promise<void> {
  const { requestId, attempt } = given;
  await work.change({
    stream: streams.registrationCase(requestId),
    aggregate: Case,
    decide: (state) => cases.escalate(given, state),
  });
  await tell(world, context, platformTenant, [
    {
      of: [requestId, 'escalated', String(attempt)],
      audience: 'admins',
      targetId: null,
      kind: 'a2p-request',
      title: 'Registration is late',
      content,
      link,
    },
  ]);
}
