import { EventIdReused, type EventToStore, type Position, RevisionConflict } from '../../adapters/event-store/port.ts';
import { batcher } from '../../domain/kernel/batcher.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import { Draft } from '../../domain/wallets/book.ts';
import type { WalletEvent } from '../../domain/wallets/events.ts';
import { considerRecharge } from '../../domain/wallets/recharge.ts';
import { Wallet } from '../../domain/wallets/wallet.ts';
import type { CommandContext } from '../kernel/caller.ts';
import type { CommandServices } from '../kernel/dependencies.ts';
import type { StateAt } from '../kernel/snapshots.ts';

/** What somebody wants of a wallet: `decide` puts events or throws a `DomainError`, and is called again when others were faster. */
export interface WalletWish {
  readonly payer: Payer;
  readonly context: CommandContext;
  readonly decide: (draft: Draft) => void;
}

export interface WalletAnswer {
  /** Of the last event that was appended with it; null: there was nothing to book. */
  readonly position: Position | null;
  readonly wallet: Wallet;
}

type Known = StateAt<Wallet>;

/** Wallets whose state is kept. */
const most = 1_000;
/** Others who append to the same wallet from other processes: twenty of them need twenty attempts at the worst. */
const maxAttempts = 40;

export const tenantOf = (payer: Payer): Tenant => ({
  agencyId: payer.kind === 'agency' ? payer.id : null,
  businessId: payer.kind === 'business' ? payer.id : null,
});

/**
 * Decides on wallets. What is asked of one wallet at the same time is decided one after the other on the state that the
 * one before left, and appended together: sixty-four holds are one commit. The state is kept and caught up with; a
 * verdict that appends nothing is only given once nobody else has appended since it was read, so that no one is refused
 * by a state of yesterday.
 */
function createWalletDecider(world: CommandServices): (wish: WalletWish) => Promise<WalletAnswer> {
  const known = new Map<string, Known>();
  const desks = new Map<string, (wish: WalletWish) => Promise<WalletAnswer | DomainError>>();

  const keep = (stream: string, now: Known) => {
    if ((known.get(stream)?.revision ?? -1) > now.revision) return;
    known.delete(stream);
    known.set(stream, now);
    if (known.size > most) known.delete(known.keys().next().value!);
  };

  async function catchUp(stream: string): Promise<{ readonly now: Known; readonly isNews: boolean }> {
    const before = known.get(stream) ?? null;
    const now = await world.states.newest(stream, Wallet, before);
    if (now.revision === (before?.revision ?? -1)) return { now, isNews: false };
    keep(stream, now);
    return { now, isNews: true };
  }

  async function decideAll(
    stream: string,
    wishes: readonly WalletWish[],
  ): Promise<readonly (WalletAnswer | DomainError)[]> {
    let current = known.get(stream) ?? (await catchUp(stream)).now;
    let appendedAnew = false;
    for (let attempt = 1; ; attempt += 1) {
      const { events, answers, wallet } = decided(world, stream, current, wishes);
      if (events.length === 0) {
        const { now, isNews } = await catchUp(stream);
        if (!isNews) return answers.map((answer) => answer ?? { position: null, wallet });
        current = now;
        continue;
      }
      try {
        const expected = current.revision < 0 ? 'noStream' : current.revision;
        const { position, revision, repeated } = await world.events.append(stream, expected, events);
        if (repeated) {
          // An append whose answer was lost: the events are there, and so is what others added since.
          known.delete(stream);
          const { now } = await catchUp(stream);
          if (!events.every(isOfCrossing)) return answers.map((answer) => answer ?? { position, wallet: now.state });
          // Another process asked for this recharge: the wishes were decided on the wallet from before it.
          current = now;
          continue;
        }
        const after = { state: wallet, revision, eventId: events.at(-1)!.id };
        keep(stream, after);
        world.states.consider(stream, Wallet, after);
        return answers.map((answer) => answer ?? { position, wallet });
      } catch (error) {
        const isReused = error instanceof EventIdReused;
        if (!isReused && !(error instanceof RevisionConflict)) throw error;
        // A reused id: this very command is in the log already, which the state shows once it is read again.
        if (isReused && appendedAnew) throw error;
        appendedAnew ||= isReused;
        if (attempt >= maxAttempts) throw new DomainError('unavailable', 'This wallet is busy. Try again in a moment.');
        if (isReused) known.delete(stream);
        else await world.pause(world.random() * Math.min(2 ** attempt, 50));
        current = (await catchUp(stream)).now;
      }
    }
  }

  return async (wish) => {
    const stream = streams.wallet(wish.payer);
    let desk = desks.get(stream);
    if (desk === undefined) {
      desk = batcher((wishes: readonly WalletWish[]) => decideAll(stream, wishes));
      desks.set(stream, desk);
      if (desks.size > most) desks.delete(desks.keys().next().value!);
    }
    const answer = await desk(wish);
    if (answer instanceof DomainError) throw answer;
    return answer;
  };
}

const deciders = new WeakMap<CommandServices, ReturnType<typeof createWalletDecider>>();
/** Decides on a wallet, with all that is asked of it at the same time in this process. */
export function decideOnWallet(world: CommandServices, wish: WalletWish): Promise<WalletAnswer> {
  let decider = deciders.get(world);
  if (decider === undefined) deciders.set(world, (decider = createWalletDecider(world)));
  return decider(wish);
}

/** The wishes one after the other: their events, and who is refused. Null: its answer is that of the append. */
function decided(world: CommandServices, stream: string, from: Known, wishes: readonly WalletWish[]) {
  const now = world.now();
  let wallet = from.state;
  const events: EventToStore[] = [];
  const answers: (DomainError | null)[] = [];
  for (const wish of wishes) {
    const before = wallet;
    let draft = new Draft(before, now);
    let refusal: DomainError | null = null;
    try {
      wish.decide(draft);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusal = error;
      draft = new Draft(before, now);
    }
    considerRecharge(wish.payer, draft);
    events.push(...draft.events.map((event, index) => toStore(wish, stream, event, index, now)));
    answers.push(refusal);
    wallet = draft.wallet;
  }
  return { events, answers, wallet };
}

/** Named by its number, not by who came across it: it can't be in the log twice. */
const isOfCrossing = ({ type }: { readonly type: string }): boolean =>
  type === 'RechargeRequested' || type === 'RechargeAlarmRaised';

function toStore(
  { context, payer }: WalletWish,
  stream: string,
  event: WalletEvent,
  index: number,
  now: Date,
): EventToStore {
  const { type, version, data } = event;
  const id =
    isOfCrossing(event) && 'crossing' in data ?
      uuidV5(namespaces.event, stream, type, String(data.crossing))
    : uuidV5(namespaces.event, context.commandId, stream, String(index));
  return {
    id,
    type,
    version,
    data,
    metadata: {
      tenant: tenantOf(payer),
      actor: context.caller.actor,
      occurredAt: now.toISOString(),
      correlationId: context.correlationId,
      causationId: context.causationId,
      commandId: context.commandId,
    },
  };
}
