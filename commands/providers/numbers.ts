import type { E164 } from '../../domain/sms/values.ts';
import { CallSettings } from '../../domain/calls/settings.ts';
import { z } from 'zod';
import { type CarrierAccount, NumberRefused, NumbersUnavailable } from '../../adapters/providers/port.ts';
import { Business, type ExistingBusiness } from '../../domain/businesses/business.ts';
import { claimNumber, type HeldBy, NumberClaim } from '../../domain/businesses/claims.ts';
import { assignNumber, existing } from '../../domain/businesses/decide.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { PaymentRequired } from '../../domain/limits/needs.ts';
import { Providers } from '../../domain/providers/providers.ts';
import { defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { type Caller, type CommandOutcome, operators, peopleAndSystem } from '../kernel/caller.ts';
import { command, execute, question } from '../kernel/command.ts';
import { parse, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { assignNumber as setUpNumber } from '../setup/setup.ts';
import { standingOf as payerStandingOf } from '../directory/payer-standing.ts';
import { ownBusiness } from '../kernel/own-business.ts';
import { accountOf, type Carrier, heldByOf } from './carrier-account.ts';

const Search = z.object({
  country: z.enum(['US', 'CA']),
  type: z.enum(['local', 'tollfree']),
  areaCode: z
    .string()
    .regex(/^\d{3}$/, 'An area code has three digits.')
    .nullable(),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Choose a state or province.')
    .nullable(),
  contains: z
    .string()
    .trim()
    .regex(/^[\d*A-Za-z]{2,10}$/, 'Look for 2 to 10 digits or letters.')
    .nullable(),
});

export const searchNumbers = question(
  async (world, { businessId }: { readonly businessId: string }, asked: z.input<typeof Search>) => {
    const query = parse(Search, asked);
    const business = existing(
      stateOf(Business, await world.events.read(streams.business(parse(BusinessId, businessId)))),
    );
    const { account } = await accountFor(world, business);
    return asking('contains', () => inventory(world).search(account, query));
  },
);

/**
 * Buys the number at the carrier for the business, points its webhooks here, and assigns it. `custom`: a number the account holds already.
 *
 * Bought first, claimed then: what is bought twice is bought once (the carrier's account is looked at before), and a
 * command that was cut off in between is made whole by repeating it. What could be refused is looked at before any
 * money is spent.
 */
export const acquireNumber = command({
  input: z.object({ businessId: BusinessId, number: z.string().max(40), custom: z.boolean() }),
  by: peopleAndSystem,
  async run(call, input): Promise<CommandOutcome<{ number: string }>> {
    const { world, context } = call;
    const { business, tenant, seen } = await ownBusiness(call, input);
    const number = parsePhone(input.number, defaultCountry({ number: null, currency: business.currency }), 'number');
    const own = seen.find((event) => event.metadata.commandId === context.commandId);
    if (own !== undefined) return { position: own.position, result: { number } };

    claimNumber({ number, ...tenant }, stateOf(NumberClaim, await world.events.read(streams.numberClaim(number))));
    assignNumber({ number, providerNumberId: null, isTollFree: false }, business);
    await checkNumbers(world, tenant);
    const { account, heldBy } = await accountFor(world, business);
    // Nothing there says whose a number is: a person who answers for the account does.
    if (account.carrier === 'bandwidth' && heldBy?.owner !== 'business' && !isOperator(context.caller)) {
      const message = 'Numbers at Bandwidth can’t be looked up from here. Ask your agency or operator to enter yours.';
      throw new DomainError('validation_failed', message, { number: [message] });
    }
    const smsUrl = world.inboundSmsUrl;
    if (smsUrl === undefined) throw new DomainError('provider_unavailable', 'Numbers can not be set up from here.');
    const found = await asking('number', () =>
      inventory(world)[input.custom ? 'adopt' : 'buy'](account, number, smsUrl),
    );
    if (found === null) {
      const message = 'The carrier account does not hold this number. Check the digits, or buy the number first.';
      throw new DomainError('validation_failed', message, { number: [message] });
    }
    const { position } = await execute(setUpNumber, call, {
      businessId: input.businessId,
      number,
      ...found,
      ...(heldBy === null ? {} : { heldBy }),
    });
    const calls = await world.loadState(streams.callSettings(input.businessId), CallSettings);
    const wantsCalls = calls.forwardTo !== null || calls.textBack !== null;
    if (wantsCalls) await connectCalls(world, business, number);
    return { position, result: { number } };
  },
});

/**
 * Has the carrier ask here what to do with calls to a number. Only businesses that want it: until then a number rings
 * wherever its owner pointed it. At Bandwidth the voice application says so. Throws `provider_refused` or
 * `provider_unavailable`.
 */
export async function connectCalls(world: CommandServices, business: ExistingBusiness, number: E164): Promise<void> {
  const { numbers, inboundSmsUrl } = world;
  if (numbers === undefined || inboundSmsUrl === undefined) return;
  const { account } = await accountFor(world, business);
  const voiceUrl = inboundSmsUrl.replace(/inbound$/, 'voice');
  if (await asking('forwardTo', () => numbers.connectCalls(account, number, voiceUrl))) return;
  const message = 'The carrier account in the settings doesn’t hold this number. Enter the account that does.';
  throw new DomainError('provider_refused', message, { forwardTo: [message] });
}

/** One who looks after businesses, also while acting as one of their people. */
const isOperator = ({ role, actor }: Caller): boolean =>
  operators.some((one) => one === role) || (actor.kind === 'user' && actor.impersonatorId !== null);

/** Throws `payment_required` where the plan's numbers are all held, and no more are sold. */
async function checkNumbers(world: CommandServices, tenant: Tenant): Promise<void> {
  const standing = await payerStandingOf(world, tenant);
  const included = standing?.included?.numbers ?? null;
  if (standing === null || included === null || standing.overage.numbers !== null) return;
  const { agencyId } = tenant;
  // A business on its own has one number at most, and none now.
  const held = agencyId === null ? 0 : ((await world.numbersHeld?.(agencyId)) ?? 0);
  if (held >= included) throw new PaymentRequired('number-limit');
}

/** Of an installation without a carrier. */
export const carrierAway = () => new DomainError('provider_unavailable', 'The carrier can’t be asked from here.');

function inventory(world: CommandServices) {
  if (world.numbers === undefined) throw carrierAway();
  return world.numbers;
}

/**
 * The account that a business gets its numbers with: its own, else its agency's, else the platform's. A business
 * that uses Bandwidth gets them there as soon as one of these has an account there. `heldBy` null: the installation's.
 */
export async function accountFor(
  world: CommandServices,
  business: ExistingBusiness,
): Promise<{ account: CarrierAccount; heldBy: HeldBy | null }> {
  const owners = [
    { owner: 'business', id: business.businessId },
    ...(business.agencyId === null ? [] : [{ owner: 'agency', id: business.agencyId } as const]),
    { owner: 'platform', id: 'platform' },
  ] as const;
  const found = await world.events.readMany(owners.map(({ id }) => streams.providers(id)));
  const carriers: readonly Carrier[] = business.useBandwidth ? ['bandwidth', 'twilio'] : ['twilio'];
  for (const { carrier, owner, id } of carriers.flatMap((one) => owners.map((each) => ({ ...each, carrier: one })))) {
    const { [carrier]: stored } = stateOf(Providers, found.get(streams.providers(id)));
    if (stored === undefined) continue;
    if (stored.trial)
      throw new DomainError(
        'provider_refused',
        'A trial account of Twilio does not work with this system. Upgrade it at Twilio, then save it again in the settings.',
      );
    const secret = await world.vault.get(stored.secretRef);
    if (secret === null)
      throw new DomainError(
        'provider_unavailable',
        'The carrier account was being changed just now. Please try again.',
      );
    return { account: accountOf(carrier, secret), heldBy: heldByOf(owner, carrier, stored.masked) };
  }
  if (world.platformCarrier == null)
    throw new DomainError(
      'provider_unavailable',
      'No carrier account is set up yet. Enter one in the settings, or ask your operator.',
    );
  return { account: world.platformCarrier, heldBy: null };
}

/** The carrier's refusals in the form of ours. */
export async function asking<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NumberRefused)
      throw new DomainError('provider_refused', error.message, { [field]: [error.message] });
    if (error instanceof NumbersUnavailable) throw new DomainError('provider_unavailable', error.message);
    throw error;
  }
}
