import { z } from 'zod';
import { PaymentRefused } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, PlanId, PlanMoveId, uuidV5 } from '../../domain/kernel/ids.ts';
import { Payer, payerKey } from '../../domain/payments/payer.ts';
import { PlanKind, type PlanTerms } from '../../domain/plans/fields.ts';
import { planAt } from '../../domain/plans/plans.ts';
import { streams } from '../../domain/streams.ts';
import {
  PlanMoveStarted,
  SubscriptionMoved,
  SubscriptionMoveRequested,
  SubscriptionMoveSkipped,
} from '../../domain/subscriptions/events.ts';
import { afterPeriod } from '../../domain/subscriptions/change.ts';
import { type MoveSkip, moveWhens } from '../../domain/subscriptions/fields.ts';
import { type MoveStep, nextOfMove, PlanMove } from '../../domain/subscriptions/move.ts';
import { type Subscription, Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import { type CommandContext, platform } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ask, inWords, paymentsOf, type Place, placeOf } from '../payments/account.ts';
import { checkedDate, unschedule } from './change.ts';
import { refreshSubscriptions } from './follow.ts';
import { subscriptionsAt } from './place.ts';
import { forSale, priceOf, type Sold } from './prices.ts';

const ofMove = {
  kind: PlanKind,
  planId: PlanId,
  fromVersions: z.array(z.int().min(1)).min(1, 'Choose a version.').max(1000),
  when: z.enum(moveWhens),
} as const;

/** What is for sale of a plan, and that all versions to be moved are earlier ones. */
async function target(
  world: CommandServices,
  { kind, planId, fromVersions }: z.output<z.ZodObject<typeof ofMove>>,
): Promise<Sold> {
  const sold = await forSale(world, kind, planId);
  if (fromVersions.some((version) => version >= sold.version)) {
    const message = 'Choose versions before the one that is for sale.';
    throw new DomainError('validation_failed', message, { versions: [message] });
  }
  return sold;
}

/**
 * Begins to move subscribers of earlier versions of a plan to the version that is for sale. It is carried out payer by
 * payer. Throws `overtaken` where that version is no longer the one that was shown.
 */
export const startPlanMove = command({
  input: z.object({
    ...ofMove,
    moveId: PlanMoveId,
    /** The one that was shown. */
    version: z.int().min(1),
    prorationDate: z.date().nullable(),
    subscribers: z.int().min(0),
  }),
  by: platform,
  async run({ world, context }, { moveId, version, prorationDate, subscribers, ...of }) {
    const work = startUnitOfWork(world, context, { tenant: platformTenant });
    paymentsOf(world);
    const sold = await target(world, of);
    if (sold.version !== version)
      throw new DomainError('overtaken', 'This plan has changed. Look at what it costs now, then try again.');
    const now = world.now();
    const date = of.when === 'now' ? checkedDate(prorationDate, now, { periodStart: new Date(0).toISOString() }) : null;
    const started = PlanMoveStarted.create({
      ...of,
      moveId,
      section: sold.section,
      fromVersions: [...new Set(of.fromVersions)].toSorted((one, other) => one - other),
      version,
      prorationDate: date?.toISOString() ?? null,
      subscribers,
    });
    await work.change({
      stream: streams.planMove(moveId),
      aggregate: PlanMove,
      decide: (before) => (before === null ? [started] : []),
    });
    return work.outcome(undefined);
  },
});

/** What a move is for one payer. Amounts in the currency's smallest unit, before discounts. */
export interface MovePreview {
  readonly payer: Payer;
  readonly fromVersion: number | null;
  readonly fromAmount: number | null;
  readonly amount: number;
  /** From then on it has the new version; null: it is not moved. */
  readonly at: Date | null;
  /** Charged at once, by the provider's preview; negative: given back with the next invoice. Null: nothing now. */
  readonly dueNow: number | null;
  readonly skip: MoveSkip | null;
}

/** Says of some payers what a move would cost them. Nothing changes. */
export const previewPlanMove = command({
  input: z.object({ ...ofMove, payers: z.array(Payer).max(50), prorationDate: z.date() }),
  by: platform,
  async run({ world, context }, { payers, prorationDate, ...of }) {
    const sold = await target(world, of);
    const moveId = PlanMoveId.parse(uuidV5(namespaces.command, context.commandId, 'preview'));
    const move = { ...of, moveId, section: sold.section, version: sold.version };
    const now = world.now();
    const one = async (payer: Payer): Promise<MovePreview> => {
      const state = await world.loadState(streams.subscriptions(payer.id), Subscriptions);
      const step = await stepOf(world, state, nextOfMove(move, sold.terms, state, now));
      const current = [...state.all.values()].find(({ planId, endedAt }) => planId === of.planId && endedAt === null);
      const common = {
        payer,
        fromVersion: current?.version ?? null,
        fromAmount: current?.terms.amount ?? null,
        amount: sold.terms.amount,
        skip: step.kind === 'skip' ? step.reason : null,
      };
      if (step.kind === 'skip' || step.kind === 'done' || current === undefined)
        return { ...common, at: null, dueNow: null };
      if (of.when === 'renewal') return { ...common, at: firstRenewal(step, current), dueNow: null };
      const { subscriptionId } = current;
      const change = await nowChange(world, context, { kind: of.kind, sold, current, prorationDate });
      const invoice = await ask(() => paymentsOf(world).subscriptions.preview(subscriptionId, change));
      const dueNow = invoice.lines.filter((line) => line.isProration).reduce((sum, { amount }) => sum + amount, 0);
      return { ...common, at: now, dueNow };
    };
    const rows: MovePreview[] = [];
    for (let from = 0; from < payers.length; from += 5)
      rows.push(...(await Promise.all(payers.slice(from, from + 5).map(one))));
    return startUnitOfWork(world, context, { tenant: platformTenant }).outcome({ sold, rows });
  },
});

/** Leaves alone what is about to change: only the provider says that a change waits for the cardholder. */
async function stepOf(world: CommandServices, { scheduled }: Subscriptions, step: MoveStep): Promise<MoveStep> {
  if (step.kind !== 'move') return step;
  const { subscriptionId } = step.current;
  const found = await ask(() => paymentsOf(world).subscriptions.fetch(subscriptionId));
  if ((found?.pendingPriceId ?? null) === null) return step;
  return { kind: 'skip', reason: 'unconfirmed', undoes: scheduled.has(subscriptionId) ? step.current : null };
}

/** The renewal with which it moves: the one after, where the next is too soon to be told of. */
function firstRenewal(step: MoveStep, { periodEnd, terms }: Subscription): Date {
  const end = new Date(periodEnd);
  return step.kind === 'wait' ? afterPeriod(end, terms.interval) : end;
}

interface Charged {
  readonly kind: PlanKind;
  readonly sold: Sold;
  readonly current: Subscription;
  readonly prorationDate: Date;
}
/** What the provider is asked for where the difference is charged at once. */
async function nowChange(
  world: CommandServices,
  context: CommandContext,
  { kind, sold, current, prorationDate }: Charged,
) {
  const priceId = await priceOf(world, context, kind, sold);
  // The provider takes no instant before the period.
  const since = new Date(Math.max(prorationDate.getTime(), Date.parse(current.periodStart)));
  const items = [{ itemId: current.itemId, priceId }];
  return { items, prorate: 'now', prorationDate: since } as const;
}

/**
 * Carries out a move for one payer: first it is written what it will have, then the provider is told, then it is written
 * that it has. Repeated after any cut it goes on, and charges once.
 */
export const moveSubscriber = command({
  input: z.object({ moveId: PlanMoveId, payer: Payer }),
  by: ['system'],
  async run({ world, context }, { moveId, payer }) {
    const tenant = {
      agencyId: payer.kind === 'agency' ? payer.id : null,
      businessId: payer.kind === 'business' ? payer.id : null,
    };
    const done = (until: Date | null = null) => startUnitOfWork(world, context, { tenant }).outcome({ until });
    const move = await world.loadState(streams.planMove(moveId), PlanMove);
    if (move === null) throw new DomainError('not_found', 'This move does not exist.');
    let place: Place;
    try {
      place = await placeOf(world, context, payer);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
      await note(world, context, move, payer, tenant, 'gone');
      return done();
    }
    const skip = (reason: MoveSkip) => note(world, context, move, payer, place.tenant, reason);
    const sold = planAt(await world.events.read(streams.plans(move.kind)), move.planId, move.version);
    const current = await forSale(world, move.kind, move.planId).catch(() => null);
    await refreshSubscriptions(world, context, place);
    const state = await subscriptionsAt(world, place);
    const step =
      sold === null ?
        ({ kind: 'skip', reason: 'plan-changed', undoes: null } as const)
      : await stepOf(world, state, nextOfMove(move, sold.terms, state, world.now()));
    if (step.kind === 'done') return done();
    if (step.kind === 'wait') return done(step.until);
    if (step.kind === 'skip') {
      if (step.undoes !== null) await unschedule(world, context, place, step.undoes);
      await skip(step.reason);
      return done();
    }
    if (step.kind === 'record') {
      await record(world, context, move, place, step.current, sold!.terms);
      return done();
    }
    // Its price is archived at the provider.
    if (current?.version !== move.version) {
      await skip('plan-changed');
      return done();
    }
    const refused = await carryOut(world, context, move, place, step.current, current);
    if (refused === null) await record(world, context, move, place, step.current, current.terms);
    else await skip(refused);
    await refreshSubscriptions(world, context, place);
    return done();
  },
});

/** Null: the provider has it. */
async function carryOut(
  world: CommandServices,
  context: CommandContext,
  move: PlanMove,
  place: Place,
  current: Subscription,
  sold: Sold,
): Promise<MoveSkip | null> {
  const { moveId, planId, version, when } = move;
  const { subscriptionId, itemId, periodEnd } = current;
  const { payer } = place;
  const { subscriptions } = paymentsOf(world);
  const priceId = await priceOf(world, context, payer.kind, sold);
  const at = when === 'renewal' ? periodEnd : world.now().toISOString();
  const request = { payer, moveId, subscriptionId, planId, version, terms: sold.terms, when, at };
  await startUnitOfWork(world, context, { tenant: place.tenant, commandId: named(move, payer, 'request') }).change({
    stream: streams.subscriptions(payer.id),
    aggregate: Subscriptions,
    decide: ({ moves }) => (moves.has(moveId) ? [] : [SubscriptionMoveRequested.create(request)]),
  });
  const key = `move/${moveId}/${subscriptionId}`;
  try {
    if (when === 'renewal')
      await subscriptions.change(subscriptionId, { items: [{ itemId, priceId }], prorate: 'none' }, key);
    else {
      const prorationDate = new Date(move.prorationDate ?? at);
      const change = await nowChange(world, context, { kind: payer.kind, sold, current, prorationDate });
      await subscriptions.change(subscriptionId, { ...change, ifUnpaid: 'refuse' }, key);
    }
    return null;
  } catch (error) {
    if (!(error instanceof PaymentRefused) || error.kind === 'rate-limited' || error.kind === 'in-progress')
      throw inWords(error);
    if (when === 'renewal') await unschedule(world, context, place, current);
    return error.kind === 'declined' || error.kind === 'authentication-required' ? 'declined' : 'refused';
  }
}

const named = ({ moveId }: PlanMove, payer: Payer, what: string) =>
  uuidV5(namespaces.command, 'plan-move', moveId, payerKey(payer), what);

async function record(
  world: CommandServices,
  context: CommandContext,
  move: PlanMove,
  { payer, tenant }: Place,
  current: Subscription,
  { name, amount, currency, interval }: PlanTerms,
): Promise<void> {
  const { moveId, planId, version, when } = move;
  await startUnitOfWork(world, context, { tenant, commandId: named(move, payer, 'moved') }).change({
    stream: streams.subscriptions(payer.id),
    aggregate: Subscriptions,
    decide: ({ moves }, recorded) => {
      if (moves.get(moveId) !== 'requested') return [];
      // What it had when it was asked for: by now the provider may say the new version.
      const before = recorded.findLast(
        (one) => one.type !== SubscriptionMoved.type && one.data['version'] !== version && 'terms' in one.data,
      )?.data as Partial<Subscription> | undefined;
      const from = current.version === version ? before : current;
      const asked = recorded.findLast((one) => one.data['moveId'] === moveId)?.data['at'] as string;
      return [
        SubscriptionMoved.create({
          payer,
          moveId,
          subscriptionId: current.subscriptionId,
          planId,
          fromVersion: from?.version ?? version,
          version,
          name,
          fromAmount: from?.terms?.amount ?? amount,
          amount,
          currency,
          interval,
          when,
          at: asked,
        }),
      ];
    },
  });
}

async function note(
  world: CommandServices,
  context: CommandContext,
  move: PlanMove,
  payer: Payer,
  tenant: Place['tenant'],
  reason: MoveSkip,
): Promise<void> {
  const { moveId } = move;
  await startUnitOfWork(world, context, { tenant, commandId: named(move, payer, 'skipped') }).change({
    stream: streams.subscriptions(payer.id),
    aggregate: Subscriptions,
    decide: ({ moves }) =>
      moves.get(moveId) === 'moved' || moves.get(moveId) === 'skipped' ?
        []
      : [SubscriptionMoveSkipped.create({ payer, moveId, reason })],
  });
}
