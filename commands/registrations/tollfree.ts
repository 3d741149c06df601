import { z } from 'zod';
import {
  TollfreeRefused,
  TollfreeUnavailable,
  type TollfreeRecord,
} from '../../adapters/registrations/tollfree-port.ts';
import { Business } from '../../domain/businesses/business.ts';
import { existing } from '../../domain/businesses/decide.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import * as asked from '../../domain/registrations/asked-still.ts';
import type { TollfreeStatus } from '../../domain/registrations/number-status.ts';
import { tollfreeProblems } from '../../domain/registrations/tollfree/checks.ts';
import { TollfreeFormInput } from '../../domain/registrations/tollfree/fields.ts';
import * as tollfree from '../../domain/registrations/tollfree/tollfree.ts';
import { kindOf } from '../../domain/sms/sender-kind.ts';
import { streams } from '../../domain/streams.ts';
import { ownBusiness } from '../kernel/own-business.ts';
import { peopleAndSystem } from '../kernel/caller.ts';
import { carrierAccountOf } from '../providers/held-account.ts';
import { carrierAway } from '../providers/numbers.ts';
import { checkPages } from './pages.ts';
import { type Call, command, question } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

const { Tollfree } = tollfree;
const refuse = (field: string, message: string) =>
  new DomainError('validation_failed', message, { [field]: [message] });

/** Asks for a business's toll-free number to be verified, or corrects what was refused. What reviewers refuse is refused here. */
export const verifyTollfree = command({
  input: z.object({ businessId: BusinessId, form: TollfreeFormInput }),
  by: peopleAndSystem,
  async run(call, { businessId, form }) {
    const { world, context } = call;
    const { business, tenant } = await ownBusiness(call, { businessId });
    const { number } = business;
    if (number === null) throw refuse('number', 'Choose a number first.');
    if (kindOf(number) !== 'toll-free')
      throw refuse('number', 'This number isn’t toll-free: it is registered as A2P 10DLC.');
    if (world.tollfree === undefined || (await carrierAccountOf(world, number)) === null)
      throw new DomainError('provider_unavailable', 'No carrier account is set up for this number.');
    const problems = Object.entries(tollfreeProblems(form)).map(([field, text]) => [field, [text]] as const);
    if (problems.length > 0)
      throw new DomainError('validation_failed', problems[0]![1][0]!, Object.fromEntries(problems));
    const before = stateOf(Tollfree, await world.events.read(streams.tollfree(businessId)));
    // Says first what needs no page to be opened: that it is reviewed or verified already.
    if (tollfree.requestTollfree({ businessId, number, form }, before).length > 0)
      await checkPages(world.pages, {
        privacyUrl: form.privacyUrl ?? '',
        termsUrl: form.termsUrl ?? '',
        optInImageUrls: form.optInImageUrls,
      });
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream: streams.tollfree(businessId),
      aggregate: Tollfree,
      decide: (all) => tollfree.requestTollfree({ businessId, number, form }, all),
    });
    return work.outcome({ requestId: tollfree.requestIdOf(businessId, number) });
  },
});

/** The carrier's words in ours. A word that is not documented says that it is still being looked at. */
const wordOf = (raw: string): TollfreeStatus => {
  switch (raw) {
    case 'PENDING_REVIEW':
      return 'pending';
    case 'TWILIO_APPROVED':
      return 'approved';
    case 'TWILIO_REJECTED':
      return 'rejected';
    default:
      return 'in-review';
  }
};

/**
 * Takes a verification on: hands it to the carrier where that is not done, and asks how it stands. What was handed over
 * and lost its answer is found by our reference, so nothing is submitted twice. `again`: it has no result yet.
 */
export const followTollfree = command({
  input: z.object({ businessId: BusinessId, requestId: z.uuid() }),
  by: ['system', 'admin'],
  async run({ world, context }, { businessId, requestId }) {
    const stream = streams.tollfree(businessId);
    const [stored, owner] = await Promise.all([
      world.events.read(stream),
      world.events.read(streams.business(businessId)),
    ]);
    const { agencyId } = existing(stateOf(Business, owner));
    const tenant = { agencyId, businessId };
    const work = startUnitOfWork(world, context, { tenant });
    const request = stateOf(Tollfree, stored).get(requestId);
    if (request === undefined) throw new DomainError('not_found', 'This request does not exist.');
    const account = await carrierAccountOf(world, request.number);
    // Only the worker hands over: its timer has each request once.
    if (request.status === 'requested' && context.caller.role !== 'system') return work.outcome({ again: true });
    // The number was released, or its account removed: there is nothing to ask, and nothing more comes of it.
    if (account === null) return work.outcome({ again: false });
    const status = await lookAt({ world, context }, { account, request, work, stream });
    return work.outcome({ again: tollfree.isOpen(status) });
  },
});

/**
 * Asks once more about the verification of the number that a business has, whatever came of it: one that was approved can
 * be revoked later, and the carrier tells nobody.
 */
export const checkTollfree = command({
  input: z.object({ businessId: BusinessId }),
  by: ['system'],
  async run({ world, context }, { businessId }) {
    const stream = streams.tollfree(businessId);
    const [stored, owner] = await Promise.all([
      world.events.read(stream),
      world.events.read(streams.business(businessId)),
    ]);
    const { agencyId, number } = existing(stateOf(Business, owner));
    const work = startUnitOfWork(world, context, { tenant: { agencyId, businessId } });
    const request =
      number === null ? undefined : stateOf(Tollfree, stored).get(tollfree.requestIdOf(businessId, number));
    // What was not handed over yet is its timer's.
    if (request === undefined || request.status === 'requested') return work.outcome(undefined);
    const account = await carrierAccountOf(world, request.number);
    if (account !== null) await lookAt({ world, context }, { account, request, work, stream });
    return work.outcome(undefined);
  },
});

/** Whether the carriers are still asked daily about what they have decided of a business; false as well where it is gone. */
export const isAskedStill = question(async (world: CommandServices, id: string, now: Date): Promise<boolean> => {
  const businessId = BusinessId.parse(id);
  const names = [streams.registrations(businessId), streams.tollfree(businessId)] as const;
  const [business, a2p, stored] = await Promise.all(
    [streams.business(businessId), ...names].map((name) => world.events.read(name)),
  );
  const owner = stateOf(Business, business);
  const newest = [...(a2p ?? []), ...(stored ?? [])].map(({ metadata }) => metadata.occurredAt).toSorted();
  return (
    owner.status !== 'none' &&
    asked.isAskedStill(
      {
        businessId,
        number: owner.number,
        a2p: stateOf(A2pRegistration, a2p),
        tollfree: stateOf(Tollfree, stored),
        changedAt: newest.at(-1) ?? null,
      },
      now,
    )
  );
});

type Account = NonNullable<Awaited<ReturnType<typeof carrierAccountOf>>>;

/** Notes how it stands at the carrier, and answers that. */
async function lookAt(
  call: Call,
  {
    account,
    request,
    work,
    stream,
  }: {
    readonly account: Account;
    readonly request: tollfree.TollfreeRequest;
    readonly work: ReturnType<typeof startUnitOfWork>;
    readonly stream: string;
  },
): Promise<TollfreeStatus> {
  const { requestId, attempt } = request;
  const found = await askCarrier(call, account, request);
  let { status } = request;
  if (found === null) return status;
  await work.change({
    stream,
    aggregate: Tollfree,
    decide: (all) => {
      if ('refused' in found) {
        const review = { status: 'rejected', raw: 'REFUSED', editableUntil: null, updatedAt: null } as const;
        const refusals = [{ code: found.refused.code, reason: found.refused.message }];
        status = 'rejected';
        return tollfree.reviewed({ requestId, attempt, ...review, refusals }, all);
      }
      const { providerId, status: raw, ...rest } = found;
      const given = tollfree.submitted({ requestId, attempt, providerId }, all);
      const after = given.reduce(Tollfree.evolve, all);
      status = wordOf(raw);
      return [...given, ...tollfree.reviewed({ requestId, attempt, status, raw: raw.slice(0, 100), ...rest }, after)];
    },
  });
  return status;
}

/** Null: there is nothing to ask for. Throws `provider_unavailable` when the carrier didn't answer. */
async function askCarrier(
  { world }: Call,
  account: Account,
  { requestId, number, attempt, form, status, providerId }: tollfree.TollfreeRequest,
): Promise<TollfreeRecord | { readonly refused: TollfreeRefused } | null> {
  const provider = world.tollfree;
  if (provider === undefined) throw carrierAway();
  try {
    if (status !== 'requested') return providerId === null ? null : await provider.fetch(account, providerId);
    if (form === null) return null;
    if (providerId !== null) {
      // An answer that was lost has corrected it all the same: then it is no longer rejected.
      const kept = await provider.fetch(account, providerId);
      if (kept !== null && kept.status !== 'TWILIO_REJECTED') return kept;
      // The window may have closed since: then it is a new verification.
      try {
        return await provider.update(account, providerId, { reason: 'Corrected what was refused.', form });
      } catch (error) {
        if (!(error instanceof TollfreeRefused) || error.code !== 30824) throw error;
      }
    }
    const reference = `${requestId}.${attempt}`;
    return (await provider.find(account, reference)) ?? (await provider.create(account, { reference, number, form }));
  } catch (error) {
    if (error instanceof TollfreeRefused) return { refused: error };
    if (error instanceof TollfreeUnavailable) throw new DomainError('provider_unavailable', error.message);
    throw error;
  }
}
