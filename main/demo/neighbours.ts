import { BusinessId } from '../../domain/kernel/ids.ts';
import { isTollFreeNumber } from '../../domain/sms/sender-kind.ts';
import type { PastParts } from './moment.ts';
import { holdBroadcast } from './held-broadcast.ts';
import { registered, registerNumber } from './registrations.ts';
import { askForVerification } from './verifications.ts';
import { context, id } from './names.ts';
import { agencyId as northwind, plan, rights } from './tenants.ts';

/** Agencies and businesses that make the lists of an operator and of an agency look like a working day. Ages in days. */
const agencies = [
  { name: 'Blue Harbor Media', owner: 'Teresa Quinn', timezone: 'America/New_York', age: 164, freeFee: true },
  { name: 'Cactus & Company', owner: 'Ramón Vega', timezone: 'America/Phoenix', age: 31, freeFee: false },
] as const;

const businesses = [
  { of: null, name: 'Golden Gate Florists', owner: 'Ivy Nakamura', age: 142, number: '+14155550102', then: null },
  { of: null, name: 'Oak & Iron Barbershop', owner: 'Dante Willis', age: 88, number: '+14155550103', then: null },
  { of: null, name: 'Marina Family Dental', owner: 'Helen Cho', age: 61, number: null, then: 'inactive' },
  { of: null, name: 'Summer Night Market', owner: 'Jo Amado', age: 117, number: null, then: 'archived' },
  { of: 0, name: 'Charles River Yoga', owner: 'Saoirse Byrne', age: 150, number: '+16175550104', then: null },
  { of: 0, name: 'O’Malley’s Public House', owner: 'Finn O’Malley', age: 96, number: '+16175550105', then: null },
  { of: 0, name: 'Seaport Auto Care', owner: 'Lou Ferrante', age: 23, number: '+18335550106', then: null },
  { of: 1, name: 'Desert Bloom Nursery', owner: 'Pilar Ortega', age: 19, number: '+18885550107', then: null },
] as const;

/** How the sandbox reviews the toll-free numbers among them: one is still being looked at, one is refused. */
const reviewed: Readonly<Record<string, string>> = {
  '+18335550106': 'slow.seaport-auto-care.example.com',
  '+18885550107': 'refused-30475.desert-bloom.example.com',
};

/** Whose brand is refused: its broadcast waits for that. */
const withBroadcast = '+14155550102';

/** What the carrier must know of them. */
export const neighbourNumbers = businesses.flatMap(({ number, name }) =>
  number === null ? [] : [{ number, name, keyword: null }],
);

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');
const addressed = (name: string, owner: string) => {
  const [firstName = '', ...lastName] = owner.split(' ');
  return { firstName, lastName: lastName.join(' '), email: `${slug(name)}@demo.test` };
};

/** Makes them, each at its time. Made again, nothing changes. */
export async function settleNeighbours(parts: PastParts, signal: AbortSignal): Promise<void> {
  const { commandsWith, store, since, password } = parts;
  let at = since;
  const commands = commandsWith({ now: () => at });
  const { agencies: agencyCommands, businesses: businessCommands, setup } = commands;
  const ago = (days: number, hours = 0): Date => new Date(since.getTime() - days * 86_400_000 + hours * 3_600_000);
  for (const { name, owner, timezone, age, freeFee } of agencies) {
    if (signal.aborted) return;
    at = ago(age);
    const who = addressed(name, owner);
    await agencyCommands.create(context('agency', who.email), {
      ...rights,
      ...who,
      agencyId: id('agency', slug(name)),
      ownerId: id('user', who.email),
      name,
      phone: null,
      website: null,
      timezone,
      password,
      freeFee,
    });
  }
  for (const { of, name, owner, age, number, then } of businesses) {
    if (signal.aborted) return;
    at = ago(age, 2);
    const uniqueId = slug(name);
    const who = addressed(name, owner);
    const businessId = id('business', uniqueId);
    await businessCommands.create(context('business', uniqueId), {
      ...plan,
      ...who,
      businessId,
      agencyId: of === null ? northwind : id('agency', slug(agencies[of].name)),
      ownerId: id('user', who.email),
      name,
      uniqueId,
      timezone: of === null ? 'America/Los_Angeles' : agencies[of].timezone,
      password,
    });
    if (number !== null)
      await setup.assignNumber(context('number', uniqueId), {
        businessId,
        number,
        providerNumberId: null,
        isTollFree: isTollFreeNumber(number),
      });
    const host = number === null ? undefined : reviewed[number];
    if (host !== undefined) await askForVerification(commands, { businessId, name, owner, host });
    const isRegistering =
      number !== null &&
      number in registered &&
      (await registerNumber(
        commands,
        { businessId: BusinessId.parse(businessId), uniqueId, name, owner, number },
        (days) => (at = ago(days)),
      ));
    if (isRegistering && number === withBroadcast) {
      at = ago(1);
      await holdBroadcast(commands, store, {
        agencyId: northwind,
        businessId,
        ownerId: id('user', who.email),
        uniqueId,
        name,
      });
    }
    at = ago(age / 2);
    if (then === 'inactive')
      await businessCommands.setActive(context('inactive', uniqueId), { businessId, active: false });
    if (then === 'archived') await businessCommands.archive(context('archived', uniqueId), { businessId });
  }
}
