import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import { Agency } from '../../../domain/agencies/agency.ts';
import { Business } from '../../../domain/businesses/business.ts';
import { Campaign } from '../../../domain/campaigns/campaign.ts';
import { EditConflictError } from '../../../domain/kernel/edit.ts';
import { stateOf } from '../../../commands/kernel/unit-of-work.ts';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { context, createWorld, everything, openBusiness, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
});

const person = (
  role: 'admin' | 'agency' | 'business',
  tenant: { agencyId: string | null; businessId: string | null },
): Caller => ({ role, actor: { kind: 'user', userId: randomUUID(), impersonatorId: null }, tenant });
const admin = person('admin', { agencyId: null, businessId: null });
const agencyCaller = (agencyId: string) => person('agency', { agencyId, businessId: null });

let made = 0;
const agencyInput = (more: Partial<Parameters<World['commands']['agencies']['create']>[1]> = {}) => ({
  agencyId: randomUUID(),
  ownerId: randomUUID(),
  name: 'Northwind',
  email: `owner${(made += 1)}@north.test`,
  firstName: 'Noor',
  lastName: 'North',
  phone: null,
  website: null,
  timezone: 'America/New_York',
  isTemplate: false,
  isActiveLivechat: true,
  isActiveLoop: false,
  freeFee: true,
  freeNumbers: 1,
  freeMessages: 100,
  freeCalls: 0,
  password: null,
  ...more,
});
const businessInput = (
  agencyId: string | null,
  more: Partial<Parameters<World['commands']['businesses']['create']>[1]> = {},
) => ({
  businessId: randomUUID(),
  ownerId: randomUUID(),
  agencyId,
  uniqueId: null,
  password: null,
  name: `Shop ${(made += 1)}`,
  email: `shop${made}@shop.test`,
  firstName: 'Bella',
  lastName: 'Russo',
  currency: 'USD' as const,
  timezone: 'America/New_York',
  dateFormat: 'MM/DD/YYYY' as const,
  monthlyMessages: null,
  contactLimit: null,
  isEnabledLivechat: true,
  isActiveLivechat: true,
  isEnabledLoop: false,
  isActiveLoop: false,
  isActiveMms: false,
  isTemplate: false,
  templateContent: null,
  ...more,
});
async function openAgency(more: Parameters<typeof agencyInput>[0] = {}) {
  const input = agencyInput(more);
  await world.commands.agencies.create(context(admin), input);
  return { ...input, caller: agencyCaller(input.agencyId) };
}
async function openShop(agencyId: string | null, more: Parameters<typeof businessInput>[1] = {}) {
  const input = businessInput(agencyId, more);
  const { result } = await world.commands.businesses.create(context(admin), input);
  return { ...input, ...result, person: person('business', { agencyId, businessId: input.businessId }) };
}
let lines = 5000;
const giveNumber = async (businessId: string, number = `+1650555${String((lines += 1)).slice(-4)}`) => {
  await world.commands.setup.assignNumber(context(system), {
    businessId,
    number,
    providerNumberId: null,
    isTollFree: false,
  });
  return number;
};

const types = async (stream: string) => (await world.events.read(stream)).map(({ type }) => type);
const agencyOf = async (id: string) => stateOf(Agency, await world.events.read(`agency-${id}`));
const businessOf = async (id: string) => {
  const business = stateOf(Business, await world.events.read(`business-${id}`));
  if (business.status === 'none') throw new Error('no business');
  return business;
};
const campaignOf = async (id: string) => stateOf(Campaign, await world.events.read(`campaign-${id}`));
const campaignsIn = async (businessId: string) =>
  Promise.all(
    (await world.events.read(`campaigns-${businessId}`)).map(({ data }) => campaignOf(data['campaignId'] as string)),
  );
const codeOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === 'fulfilled' ? 'ok' : (settled.reason as { code?: string }).code;
/** A store that is cut off once, before an append to a stream that begins so. */
const cutBefore = (prefix: string): EventStore => ({
  ...world.events,
  append: async (stream, ...rest) => {
    if (stream.startsWith(prefix)) throw new Error('cut off');
    return world.events.append(stream, ...rest);
  },
});

describe('creating an agency', () => {
  it('makes the agency and its owner, who is invited', async () => {
    const { agencyId, ownerId, email } = await openAgency();
    expect(await types(`agency-${agencyId}`)).toEqual(['AgencyCreated']);
    expect(await types(`user-${ownerId}`)).toEqual(['UserRegistered', 'UserInvited']);
    expect(await agencyOf(agencyId)).toMatchObject({ ownerId, email, isNew: true, freeNumbers: 1 });
  });
  it('with a password nobody is invited, and the owner can sign in', async () => {
    const { agencyId, ownerId, email } = await openAgency({ password: 'correct horse' });
    expect(await types(`user-${ownerId}`)).toEqual(['UserRegistered', 'UserPasswordSet']);
    const { result } = await world.commands.users.signIn(context(system), {
      email,
      password: 'correct horse',
      ipAddress: null,
      sessionId: randomUUID(),
    });
    expect(result).toMatchObject({ userId: ownerId, role: 'Agency', agencyId });
  });
  it('twice is once', async () => {
    const input = agencyInput();
    const once = context(admin);
    const first = await world.commands.agencies.create(once, input);
    const length = (await everything(world)).length;
    const repeats = await Promise.all(Array.from({ length: 5 }, () => world.commands.agencies.create(once, input)));
    expect(repeats.map(({ position }) => position)).toEqual(Array.from({ length: 5 }, () => first.position));
    expect((await everything(world)).length).toBe(length);
    await expect(
      world.commands.agencies.create(context(admin), { ...agencyInput(), agencyId: input.agencyId }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
  it('leaves nothing behind when the address is taken', async () => {
    const { email } = await openAgency();
    const length = (await everything(world)).length;
    await expect(
      world.commands.agencies.create(context(admin), agencyInput({ email: email.toUpperCase() })),
    ).rejects.toMatchObject({ code: 'email_taken', fields: { email: [expect.any(String)] } });
    expect((await everything(world)).length).toBe(length);
  });
  it('two with one address at once: one is there, and of the other nothing', async () => {
    const email = 'race@north.test';
    const inputs = Array.from({ length: 4 }, () => agencyInput({ email }));
    const settled = await Promise.allSettled(
      inputs.map((input) => world.commands.agencies.create(context(admin), input)),
    );
    expect(settled.map(codeOf).sort()).toEqual(['email_taken', 'email_taken', 'email_taken', 'ok']);
    const there = await Promise.all(inputs.map(async ({ agencyId }) => (await agencyOf(agencyId)).status));
    expect(there.map((status, index) => [status, codeOf(settled[index]!)])).toEqual(
      settled.map((one) => (one.status === 'fulfilled' ? ['active', 'ok'] : ['none', 'email_taken'])),
    );
  });
  it.each(['agency-', 'user-', 'accountMail-', 'email-'])(
    'cut off before %s… it is completed by asking again',
    async (prefix) => {
      const input = agencyInput();
      const once = context(admin);
      await expect(world.commandsOver(cutBefore(prefix)).agencies.create(once, input)).rejects.toThrow('cut off');
      await world.commands.agencies.create(once, input);
      expect([await types(`agency-${input.agencyId}`), await types(`user-${input.ownerId}`)]).toEqual([
        ['AgencyCreated'],
        ['UserRegistered', 'UserInvited'],
      ]);
    },
  );
  it('is the operator’s alone', async () => {
    const { caller } = await openAgency();
    await expect(world.commands.agencies.create(context(caller), agencyInput())).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('editing', () => {
  const form = (
    input: ReturnType<typeof agencyInput>,
    revision: number,
    more: Partial<ReturnType<typeof agencyInput>> = {},
  ) => {
    const {
      agencyId,
      name,
      email,
      firstName,
      lastName,
      phone,
      website,
      timezone,
      isTemplate,
      isActiveLivechat,
      isActiveLoop,
    } = { ...input, ...more };
    return {
      agencyId,
      revision,
      name,
      email,
      firstName,
      lastName,
      phone,
      website,
      timezone,
      isTemplate,
      isActiveLivechat,
      isActiveLoop,
    };
  };
  it('two admins: the second is told what the first changed, and can save over it knowingly', async () => {
    const agency = await openAgency();
    const other = person('admin', { agencyId: null, businessId: null });
    const first = await world.commands.agencies.edit(context(other), form(agency, 0, { name: 'Renamed' }));
    expect(first.result).toEqual({ revision: 1 });
    const refused = await world.commands.agencies
      .edit(context(admin), form(agency, 0, { phone: '555' }))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(EditConflictError);
    expect(refused).toMatchObject({
      code: 'edit_conflict',
      revision: 1,
      changes: [{ field: 'name', was: 'Northwind', now: 'Renamed', by: (other.actor as { userId: string }).userId }],
    });
    expect(await agencyOf(agency.agencyId)).toMatchObject({ name: 'Renamed', phone: null });
    const second = await world.commands.agencies.edit(
      context(admin),
      form(agency, 1, { name: 'Renamed', phone: '555' }),
    );
    expect(second.result).toEqual({ revision: 2 });
  });
  it('at the same moment: one saves, the other is told', async () => {
    const agency = await openAgency();
    const settled = await Promise.allSettled(
      ['A', 'B', 'C'].map((name) => world.commands.agencies.edit(context(admin), form(agency, 0, { name }))),
    );
    expect(settled.map(codeOf).sort()).toEqual(['edit_conflict', 'edit_conflict', 'ok']);
  });
  it('repeated it answers as before; nothing new is no news; another form’s fields are no conflict', async () => {
    const agency = await openAgency();
    const once = context(admin);
    await world.commands.agencies.edit(once, form(agency, 0, { name: 'Once' }));
    expect((await world.commands.agencies.edit(once, form(agency, 0, { name: 'Once' }))).result).toEqual({
      revision: 1,
    });
    const before = (await everything(world)).length;
    expect((await world.commands.agencies.edit(context(admin), form(agency, 1, { name: 'Once' }))).result).toEqual({
      revision: 1,
    });
    expect((await everything(world)).length).toBe(before);
    await world.commands.agencies.setBilling(context(admin), {
      agencyId: agency.agencyId,
      freeFee: true,
      freeNumbers: 7,
      freeMessages: 100,
      freeCalls: 0,
      revision: 0,
    });
    expect((await world.commands.agencies.edit(context(admin), form(agency, 1, { name: 'Twice' }))).result).toEqual({
      revision: 3,
    });
    await expect(
      world.commands.agencies.edit(context(admin), form(agency, 99, { name: 'Thrice' })),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });
  it('an agency changes its own settings, nothing of another agency, and none of its fees', async () => {
    const [own, other] = [await openAgency(), await openAgency()];
    const settings = {
      name: 'Own words',
      phone: null,
      website: null,
      timezone: 'Europe/Berlin',
      supportEmail: 'help@own.test',
      revision: 0,
    };
    await world.commands.agencies.editSettings(context(own.caller), { agencyId: own.agencyId, ...settings });
    expect(await agencyOf(own.agencyId)).toMatchObject({
      name: 'Own words',
      timezone: 'Europe/Berlin',
      supportEmail: 'help@own.test',
    });
    const { agencies } = world.commands;
    await expect(
      agencies.editSettings(context(own.caller), { agencyId: other.agencyId, ...settings }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      agencies.setNew(context(own.caller), { agencyId: other.agencyId, isNew: false }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      agencies.setBilling(context(own.caller), {
        agencyId: own.agencyId,
        freeFee: true,
        freeNumbers: 99,
        freeMessages: 0,
        freeCalls: 0,
        revision: null,
      }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await expect(agencies.archive(context(own.caller), { agencyId: own.agencyId })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(
      agencies.editSettings(context(own.caller), { agencyId: own.agencyId, ...settings, timezone: 'Mars/Olympus' }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });
  it('a business’s forms each know their own fields', async () => {
    const { agencyId, caller } = await openAgency();
    const shop = await openShop(agencyId);
    const { businesses } = world.commands;
    const { businessId } = shop;
    const info = {
      businessId,
      phone: '555',
      email: null,
      website: null,
      address: null,
      city: null,
      state: null,
      postalCode: null,
      country: null,
    };
    await businesses.setContactInfo(context(shop.person), { ...info, revision: 0 });
    await expect(
      businesses.setContactInfo(context(caller), { ...info, phone: '777', revision: 0 }),
    ).rejects.toMatchObject({ code: 'edit_conflict', changes: [{ field: 'phone', was: null, now: '555' }] });
    await businesses.setBroadcasters(context(shop.person), {
      businessId,
      broadcasters: [{ name: 'Bo', phone: '(415) 555-2671' }],
      revision: 0,
    });
    expect(await businessOf(businessId)).toMatchObject({
      broadcasters: [{ name: 'Bo', phone: '+14155552671' }],
      contactInfo: { phone: '555' },
    });
    await expect(
      businesses.setBroadcasters(context(shop.person), {
        businessId,
        broadcasters: [{ name: 'Bo', phone: 'nonsense' }],
        revision: 2,
      }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    await businesses.setLegalPages(context(shop.person), {
      businessId,
      pages: { privacy: { content: 'P', link: null }, terms: { content: '', link: 'https://t.test' } },
      revision: 0,
    });
    await businesses.editSettings(context(shop.person), {
      businessId,
      name: 'New name',
      currency: 'EUR',
      timezone: 'Europe/Paris',
      dateFormat: 'DD/MM/YYYY',
      logo: '/media/x',
      revision: 0,
    });
    const { password: _p, ownerId: _o, agencyId: _a, uniqueId: _u, person: _w, ...fields } = shop;
    await expect(businesses.edit(context(caller), { ...fields, revision: 0 })).rejects.toMatchObject({
      code: 'edit_conflict',
      changes: expect.arrayContaining([expect.objectContaining({ field: 'dateFormat' })]),
    });
    expect(await businessOf(businessId)).toMatchObject({
      name: 'New name',
      currency: 'EUR',
      logo: '/media/x',
      legalPages: { privacy: { content: 'P' }, terms: { link: 'https://t.test' } },
    });
  });
  it('fees and the carrier are the operator’s: an agency that changes them is refused, one that leaves them is not', async () => {
    const { agencyId, caller } = await openAgency({ freeMessages: 1000 });
    const { businessId } = await openShop(agencyId);
    const billing = { businessId, monthlyMessages: 500, contactLimit: 50, revision: null };
    const { businesses } = world.commands;
    await businesses.setBilling(context(caller), { ...billing, freeFee: false, useBandwidth: false });
    await expect(businesses.setBilling(context(caller), { ...billing, freeFee: true })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(businesses.setBilling(context(caller), { ...billing, useBandwidth: true })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await businesses.setBilling(context(admin), { ...billing, freeFee: true, useBandwidth: true });
    expect(await businessOf(businessId)).toMatchObject({
      monthlyMessages: 500,
      contactLimit: 50,
      freeFee: true,
      useBandwidth: true,
    });
  });
});

describe('an agency gives what it has', () => {
  const livechat = { isEnabledLivechat: true, isActiveLivechat: true };
  it('making, editing, copying a business and setting its limits; an operator may give more', async () => {
    const { agencyId, caller } = await openAgency({ isActiveLivechat: false, freeMessages: 100 });
    const { businesses } = world.commands;
    const length = (await everything(world)).length;
    await expect(
      businesses.create(context(caller), businessInput(agencyId, { ...livechat, monthlyMessages: 101 })),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { isEnabledLivechat: [expect.stringContaining('live chat')], monthlyMessages: [expect.any(String)] },
    });
    expect(await everything(world)).toHaveLength(length);
    const input = businessInput(agencyId, livechat);
    const { businessId } = input;
    await businesses.create(context(admin), input);
    const { ownerId: _o, agencyId: _a, uniqueId: _u, password: _p, ...form } = input;
    await businesses.edit(context(caller), { ...form, name: 'Still with live chat', revision: 0 });
    await businesses.edit(context(caller), { ...form, isActiveLivechat: false, revision: 1 });
    await expect(businesses.edit(context(caller), { ...form, revision: 2 })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { isActiveLivechat: [expect.any(String)] },
    });
    const billing = { businessId, monthlyMessages: 101, contactLimit: null, revision: null };
    await expect(businesses.setBilling(context(caller), billing)).rejects.toMatchObject({
      fields: { monthlyMessages: [expect.stringContaining('100 messages')] },
    });
    await businesses.setBilling(context(admin), billing);
    const copyId = randomUUID();
    await businesses.duplicate(context(caller), {
      sourceId: businessId,
      businessId: copyId,
      ownerId: randomUUID(),
      name: 'Copy',
      email: `copy${(made += 1)}@shop.test`,
      firstName: null,
      lastName: null,
      uniqueId: null,
    });
    expect(await businessOf(copyId)).toMatchObject({ isEnabledLivechat: false, monthlyMessages: 100 });
  });
});

describe('creating a business', () => {
  it('makes the business, its unique id and its owner', async () => {
    const { agencyId, caller } = await openAgency();
    const names = ['Twin Shop', 'Twin Shop', 'Admin', 'Twin Shop'];
    const results: string[] = [];
    for (const name of names)
      results.push(
        (await world.commands.businesses.create(context(caller), businessInput(agencyId, { name }))).result.uniqueId,
      );
    expect(results).toEqual(['twin-shop', 'twin-shop-2', 'admin-2', 'twin-shop-3']);
    const mine = await openShop(agencyId, { uniqueId: ' My-Shop ' });
    expect(mine.uniqueId).toBe('my-shop');
    expect(await types(`user-${mine.ownerId}`)).toEqual(['UserRegistered', 'UserInvited']);
    expect((await world.events.read(`user-${mine.ownerId}`))[0]!.data).toMatchObject({
      role: 'Business',
      agencyId,
      businessId: mine.businessId,
    });
  });
  it('leaves nothing behind when the address or the unique id is taken', async () => {
    const { agencyId, email } = await openAgency();
    await openShop(agencyId, { uniqueId: 'only-one' });
    const length = (await everything(world)).length;
    const { create: createBusiness } = world.commands.businesses;
    await expect(createBusiness(context(admin), businessInput(agencyId, { email }))).rejects.toMatchObject({
      code: 'email_taken',
    });
    await expect(
      createBusiness(context(admin), businessInput(agencyId, { uniqueId: 'only-one' })),
    ).rejects.toMatchObject({ code: 'unique_id_taken', fields: { unique_id: [expect.any(String)] } });
    await expect(createBusiness(context(admin), businessInput(agencyId, { uniqueId: 'api' }))).rejects.toMatchObject({
      code: 'unique_id_taken',
    });
    await expect(
      createBusiness(context(admin), businessInput(agencyId, { uniqueId: 'no good' })),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(createBusiness(context(admin), businessInput(randomUUID()))).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await everything(world)).length).toBe(length);
  });
  it('many of one name at once all get an id of their own; the same one twice is once', async () => {
    const { agencyId } = await openAgency();
    const inputs = Array.from({ length: 6 }, () => businessInput(agencyId, { name: 'Crowd' }));
    const contexts = inputs.map(() => context(admin));
    const twice = await Promise.all(
      [...inputs, ...inputs].map((input, index) => world.commands.businesses.create(contexts[index % 6]!, input)),
    );
    const ids = twice.map(({ result }) => result.uniqueId);
    expect(new Set(ids).size).toBe(6);
    expect(ids.slice(6)).toEqual(ids.slice(0, 6));
    for (const { businessId } of inputs) expect(await types(`business-${businessId}`)).toEqual(['BusinessCreated']);
  });
  it.each(['uniqueId-', 'email-', 'business-', 'user-'])(
    'cut off before %s… it is completed by asking again',
    async (prefix) => {
      const { agencyId, caller } = await openAgency();
      const input = businessInput(agencyId);
      const once = context(caller);
      await expect(world.commandsOver(cutBefore(prefix)).businesses.create(once, input)).rejects.toThrow('cut off');
      const { result } = await world.commands.businesses.create(once, input);
      expect(await businessOf(input.businessId)).toMatchObject({ uniqueId: result.uniqueId });
      expect(await types(`user-${input.ownerId}`)).toEqual(['UserRegistered', 'UserInvited']);
    },
  );
  it('belongs to the caller’s own agency, which is at work; standalone ones are the operator’s', async () => {
    const [own, other] = [await openAgency(), await openAgency()];
    const { archive: archiveAgency } = world.commands.agencies;
    const { create: createBusiness } = world.commands.businesses;
    await expect(createBusiness(context(own.caller), businessInput(other.agencyId))).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(createBusiness(context(own.caller), businessInput(null))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      createBusiness(
        context(person('business', { agencyId: own.agencyId, businessId: randomUUID() })),
        businessInput(own.agencyId),
      ),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await openShop(null);
    await archiveAgency(context(admin), { agencyId: own.agencyId });
    await expect(createBusiness(context(admin), businessInput(own.agencyId))).rejects.toMatchObject({
      code: 'conflict',
      fields: { agency_id: [expect.stringContaining('archived')] },
    });
  });
});

describe('another agency’s business does not exist', () => {
  it('for any command', async () => {
    const [own, other] = [await openAgency(), await openAgency()];
    const shop = await openShop(other.agencyId);
    const stranger = await openShop(other.agencyId);
    const length = (await everything(world)).length;
    const { businesses } = world.commands;
    const { businessId } = shop;
    const { password: _p, ownerId: _o, agencyId: _a, uniqueId: _u, person: _w, ...fields } = shop;
    const page = { content: '', link: null };
    for (const caller of [own.caller, stranger.person]) {
      const asked: readonly (() => Promise<unknown>)[] = [
        () => businesses.edit(context(caller), { ...fields, revision: 0 }),
        () =>
          businesses.editSettings(context(caller), {
            businessId,
            name: 'X',
            currency: 'USD',
            timezone: 'UTC',
            dateFormat: 'MM/DD/YYYY',
            revision: 0,
          }),
        () =>
          businesses.setBilling(context(caller), {
            businessId,
            monthlyMessages: null,
            contactLimit: null,
            revision: null,
          }),
        () =>
          businesses.setContactInfo(context(caller), {
            businessId,
            phone: null,
            email: null,
            website: null,
            address: null,
            city: null,
            state: null,
            postalCode: null,
            country: null,
            revision: 0,
          }),
        () => businesses.setBroadcasters(context(caller), { businessId, broadcasters: [], revision: 0 }),
        () =>
          businesses.setLegalPages(context(caller), { businessId, pages: { privacy: page, terms: page }, revision: 0 }),
        () => businesses.archive(context(caller), { businessId }),
        () => businesses.restore(context(caller), { businessId }),
        () => businesses.setActive(context(caller), { businessId }),
        () => businesses.releaseNumber(context(caller), { businessId }),
        () =>
          businesses.duplicate(context(caller), {
            sourceId: businessId,
            businessId: randomUUID(),
            ownerId: randomUUID(),
            name: 'Copy',
            email: 'copy@shop.test',
            firstName: null,
            lastName: null,
            uniqueId: null,
          }),
        () =>
          businesses.addSampleAccount(context(caller), {
            agencyId: other.agencyId,
            businessId: randomUUID(),
            ownerId: randomUUID(),
          }),
      ];
      for (const ask of asked)
        await expect(ask()).rejects.toMatchObject({
          code: expect.stringMatching(caller.role === 'agency' ? /^not_found$/ : /^(not_found|forbidden)$/),
        });
    }
    expect((await everything(world)).length).toBe(length);
  });
});

describe('archived and inactive', () => {
  const wakeUp: readonly [
    string,
    (shop: { agencyId: string; businessId: string }) => Promise<unknown>,
    (shop: { agencyId: string; businessId: string }) => Promise<unknown>,
  ][] = [
    [
      'an archived business',
      ({ businessId }) => world.commands.businesses.archive(context(admin), { businessId }),
      ({ businessId }) => world.commands.businesses.restore(context(admin), { businessId }),
    ],
    [
      'an inactive business',
      ({ businessId }) => world.commands.businesses.setActive(context(admin), { businessId, active: false }),
      ({ businessId }) => world.commands.businesses.setActive(context(admin), { businessId }),
    ],
    [
      'a business of an archived agency',
      ({ agencyId }) => world.commands.agencies.archive(context(admin), { agencyId }),
      ({ agencyId }) => world.commands.agencies.restore(context(admin), { agencyId }),
    ],
  ];
  it.each(wakeUp)(
    '%s sends nothing at all, still hears who opts out, and sends again afterwards',
    async (_, stop, resume) => {
      const shop = await openBusiness(world);
      const decide = async (messageId: string) =>
        (await world.commands.delivery.text.decide(context(system), { id: messageId })).result;
      await shop.text('PIZZA');
      const [reply] = await shop.replies();
      expect(await decide(reply!.messageId)).toMatchObject({ kind: 'send' });
      await stop(shop);
      expect(await decide(reply!.messageId)).toEqual({ kind: 'suppressed', reason: 'inactive-business' });
      const before = (await shop.replies()).length;
      await shop.text('HELP');
      await shop.text('STOP');
      expect((await shop.replies()).length).toBe(before + 2);
      expect((await shop.history(`contact-${shop.contactId}`)).at(-1)).toBe('ContactOptedOut');
      for (const { messageId } of (await shop.replies()).slice(before))
        expect(await decide(messageId)).toEqual({ kind: 'suppressed', reason: 'inactive-business' });
      await resume(shop);
      await shop.text('START');
      expect(await decide((await shop.replies()).at(-1)!.messageId)).toMatchObject({ kind: 'send' });
    },
  );
  it('of an archived agency nothing is restored but the agency', async () => {
    const { agencyId, caller } = await openAgency();
    const { businessId } = await openShop(agencyId);
    const { agencies, businesses } = world.commands;
    await businesses.archive(context(caller), { businessId });
    await agencies.archive(context(admin), { agencyId });
    await expect(businesses.restore(context(admin), { businessId })).rejects.toMatchObject({ code: 'conflict' });
    await agencies.restore(context(admin), { agencyId });
    await businesses.restore(context(caller), { businessId });
    expect(await types(`business-${businessId}`)).toEqual(['BusinessCreated', 'BusinessArchived', 'BusinessRestored']);
  });
  it('toggling answers how it is now, also when repeated', async () => {
    const { agencyId, caller } = await openAgency();
    const { businessId } = await openShop(agencyId);
    const once = context(caller);
    const toggle = world.commands.businesses.setActive;
    expect((await toggle(once, { businessId })).result).toEqual({ active: false });
    expect((await toggle(once, { businessId })).result).toEqual({ active: false });
    expect((await toggle(context(caller), { businessId })).result).toEqual({ active: true });
    expect(await types(`business-${businessId}`)).toEqual([
      'BusinessCreated',
      'BusinessDeactivated',
      'BusinessActivated',
    ]);
  });
});

describe('a number that comes and goes', () => {
  it('releasing frees number and keywords; the campaigns wait, and begin on the next number', async () => {
    const shop = await openBusiness(world);
    const { businesses, setup } = world.commands;
    const caller = agencyCaller(shop.agencyId);
    expect((await businesses.releaseNumber(context(caller), { businessId: shop.businessId })).result).toEqual({
      number: shop.number,
    });
    expect(await campaignOf(shop.campaignId)).toMatchObject({ status: 'waiting', takenOn: null });
    expect([
      (await types(`number-${shop.number}`)).at(-1),
      (await types(`keyword-${shop.number}-PIZZA`)).at(-1),
    ]).toEqual(['NumberReleased', 'KeywordReleased']);
    const next = await giveNumber(shop.businessId);
    expect(await campaignOf(shop.campaignId)).toMatchObject({ status: 'active', number: next });
    const other = await openBusiness(world, { keyword: 'OTHER' });
    await businesses.releaseNumber(context(system), { businessId: other.businessId });
    await setup.assignNumber(context(system), {
      businessId: other.businessId,
      number: shop.number,
      providerNumberId: null,
      isTollFree: false,
    });
    expect(await campaignOf(other.campaignId)).toMatchObject({ status: 'active', number: shop.number });
    expect(
      (await businesses.releaseNumber(context(system), { businessId: (await openShop(null)).businessId })).result,
    ).toEqual({ number: null });
  });
  it.each(['business-', 'campaign-', 'keyword-', 'number-'])(
    'cut off before %s… asking again, even as another command, does the rest',
    async (prefix) => {
      const shop = await openBusiness(world);
      const { businessId } = shop;
      await expect(
        world.commandsOver(cutBefore(prefix)).businesses.releaseNumber(context(system), { businessId }),
      ).rejects.toThrow('cut off');
      await world.commands.businesses.releaseNumber(context(system), { businessId });
      expect(await businessOf(businessId)).toMatchObject({ number: null });
      expect(await campaignOf(shop.campaignId)).toMatchObject({ status: 'waiting' });
      expect([
        (await types(`number-${shop.number}`)).at(-1),
        (await types(`keyword-${shop.number}-PIZZA`)).at(-1),
      ]).toEqual(['NumberReleased', 'KeywordReleased']);
    },
  );
  it('a release that is handed over late takes nothing from the next number', async () => {
    const shop = await openBusiness(world);
    const once = context(system);
    await world.commands.businesses.releaseNumber(once, { businessId: shop.businessId });
    const next = await giveNumber(shop.businessId);
    expect((await world.commands.businesses.releaseNumber(once, { businessId: shop.businessId })).result).toEqual({
      number: shop.number,
    });
    expect(await businessOf(shop.businessId)).toMatchObject({ number: next });
    expect(await campaignOf(shop.campaignId)).toMatchObject({ status: 'active', number: next });
  });
});

describe('copying a business', () => {
  const copyInput = (sourceId: string) => ({
    sourceId,
    businessId: randomUUID(),
    ownerId: randomUUID(),
    name: 'Copy',
    email: `copy${(made += 1)}@shop.test`,
    firstName: null,
    lastName: null,
    uniqueId: null,
  });
  it('copies settings and campaigns, never numbers or people; its keywords wait for a number', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    const caller = agencyCaller(shop.agencyId);
    const { businesses, setup } = world.commands;
    await setup.createCampaign(context(system), {
      campaignId: randomUUID(),
      businessId: shop.businessId,
      name: 'Pasta',
      type: 'text',
      keyword: 'PASTA',
      reply: 'Al dente',
      replyMedia: [],
    });
    await businesses.setBroadcasters(context(caller), {
      businessId: shop.businessId,
      broadcasters: [{ name: 'Bo', phone: '+14155552671' }],
      revision: 1,
    });
    const input = copyInput(shop.businessId);
    await businesses.duplicate(context(caller), input);
    const copy = await businessOf(input.businessId);
    expect(copy).toMatchObject({
      agencyId: shop.agencyId,
      ownerId: input.ownerId,
      name: 'Copy',
      email: input.email,
      number: null,
      broadcasters: [],
      timezone: 'America/Los_Angeles',
      currency: 'USD',
    });
    expect(
      (await campaignsIn(input.businessId)).map((one) =>
        one.status === 'none' ? 'none' : [one.status, one.keyword, one.reply.slice(0, 8)],
      ),
    ).toEqual([
      ['waiting', 'PIZZA', 'Hi {{fir'],
      ['waiting', 'PASTA', 'Al dente'],
    ]);
    const all = await everything(world);
    expect(
      all.filter(({ type, data }) => type.startsWith('Contact') && data['businessId'] === input.businessId),
    ).toEqual([]);
    expect(await types(`user-${input.ownerId}`)).toEqual(['UserRegistered', 'UserInvited']);
    const number = await giveNumber(input.businessId);
    expect((await campaignsIn(input.businessId)).map(({ status }) => status)).toEqual(['active', 'active']);
    expect((await world.events.read(`keyword-${number}-PASTA`)).map(({ type }) => type)).toEqual(['KeywordClaimed']);
  });
  it('two campaigns with one keyword: the first gets it, the other says that it is taken', async () => {
    const shop = await openBusiness(world);
    const input = copyInput(shop.businessId);
    await world.commands.businesses.duplicate(context(system), input);
    const number = await giveNumber(input.businessId);
    const [first] = await campaignsIn(input.businessId);
    const drafted = {
      campaignId: randomUUID(),
      businessId: input.businessId,
      name: 'Late',
      type: 'text' as const,
      keyword: (first as { keyword: string }).keyword,
      reply: 'Hi',
      replyMedia: [],
    };
    const metadata = (await world.events.read(`business-${input.businessId}`))[0]!.metadata;
    await world.events.append(`campaigns-${input.businessId}`, 'any', [
      {
        id: randomUUID(),
        type: 'BusinessCampaignAdded',
        version: 1,
        data: { businessId: input.businessId, campaignId: drafted.campaignId },
        metadata,
      },
    ]);
    await world.events.append(`campaign-${drafted.campaignId}`, 'noStream', [
      { id: randomUUID(), type: 'CampaignDrafted', version: 1, data: drafted, metadata },
    ]);
    await world.commands.setup.assignNumber(context(system), {
      businessId: input.businessId,
      number,
      providerNumberId: null,
      isTollFree: false,
    });
    expect(
      (await campaignsIn(input.businessId)).map((one) => (one.status === 'waiting' ? one.takenOn : one.status)),
    ).toEqual(['active', number]);
  });
  it('twice is once; cut off it is completed; a taken address leaves nothing behind', async () => {
    const shop = await openBusiness(world);
    const input = copyInput(shop.businessId);
    const once = context(system);
    await expect(world.commandsOver(cutBefore('campaign-')).businesses.duplicate(once, input)).rejects.toThrow(
      'cut off',
    );
    await world.commands.businesses.duplicate(once, input);
    const length = (await everything(world)).length;
    await world.commands.businesses.duplicate(once, input);
    expect((await everything(world)).length).toBe(length);
    expect(await campaignsIn(input.businessId)).toHaveLength(1);
    await expect(
      world.commands.businesses.duplicate(context(system), { ...copyInput(shop.businessId), email: input.email }),
    ).rejects.toMatchObject({ code: 'email_taken' });
    expect((await everything(world)).length).toBe(length);
  });
  it('an agency starts from the platform’s templates too, and what it gets is its own and no template', async () => {
    const [{ agencyId, caller }, other] = [await openAgency(), await openAgency()];
    const template = await openShop(null, { isTemplate: true, templateContent: 'Start here.' });
    const theirs = await openShop(other.agencyId, { isTemplate: true });
    const input = copyInput(template.businessId);
    await world.commands.businesses.duplicate(context(caller), input);
    expect(await businessOf(input.businessId)).toMatchObject({
      agencyId,
      isTemplate: false,
      templateContent: 'Start here.',
      freeFee: false,
    });
    for (const sourceId of [theirs.businessId, (await openShop(null)).businessId]) {
      await expect(world.commands.businesses.duplicate(context(caller), copyInput(sourceId))).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });
});

describe('the sample account', () => {
  const sample = (agencyId: string) => ({ agencyId, businessId: randomUUID(), ownerId: randomUUID() });
  it('is there once for an agency, with a campaign, and nobody is written to', async () => {
    const { agencyId, caller } = await openAgency();
    const input = sample(agencyId);
    const { addSampleAccount } = world.commands.businesses;
    const once = context(caller);
    expect((await addSampleAccount(once, input)).result).toEqual({ businessId: input.businessId });
    expect((await addSampleAccount(once, input)).result).toEqual({ businessId: input.businessId });
    expect(await businessOf(input.businessId)).toMatchObject({
      name: 'Demo account',
      agencyId,
      email: expect.stringMatching(/\.invalid$/),
    });
    expect(await campaignsIn(input.businessId)).toMatchObject([{ status: 'waiting', keyword: 'WELCOME' }]);
    expect(await types(`user-${input.ownerId}`)).toEqual(['UserRegistered']);
    await expect(addSampleAccount(context(caller), sample(agencyId))).rejects.toMatchObject({ code: 'conflict' });
    await expect(addSampleAccount(context(caller), sample((await openAgency()).agencyId))).rejects.toMatchObject({
      code: 'not_found',
    });
  });
  it('asked for by several at once there is one', async () => {
    const { agencyId, caller } = await openAgency();
    const settled = await Promise.allSettled(
      Array.from({ length: 4 }, () => world.commands.businesses.addSampleAccount(context(caller), sample(agencyId))),
    );
    const there = (await everything(world)).filter(
      ({ type, data }) => type === 'BusinessCreated' && data['agencyId'] === agencyId,
    );
    expect(there).toHaveLength(1);
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
  });
  it.each(['business-', 'campaign-', 'user-'])('cut off before %s… asking again completes it', async (prefix) => {
    const { agencyId, caller } = await openAgency();
    const input = sample(agencyId);
    const once = context(caller);
    await expect(world.commandsOver(cutBefore(prefix)).businesses.addSampleAccount(once, input)).rejects.toThrow(
      'cut off',
    );
    await world.commands.businesses.addSampleAccount(once, input);
    expect([await types(`business-${input.businessId}`), await types(`user-${input.ownerId}`)]).toEqual([
      ['BusinessCreated'],
      ['UserRegistered'],
    ]);
  });
  it('cut off, another asking completes the one that was begun', async () => {
    const { agencyId, caller } = await openAgency();
    const input = sample(agencyId);
    await expect(
      world.commandsOver(cutBefore('business-')).businesses.addSampleAccount(context(caller), input),
    ).rejects.toThrow('cut off');
    expect((await world.commands.businesses.addSampleAccount(context(caller), sample(agencyId))).result).toEqual({
      businessId: input.businessId,
    });
    expect(await types(`business-${input.businessId}`)).toEqual(['BusinessCreated']);
  });
});
