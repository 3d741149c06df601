import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Contact } from '../../../domain/contacts/contact.ts';
import { CustomFields } from '../../../domain/custom-fields/custom-fields.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { context, createWorld, openBusiness, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const blank = {
  phone: null,
  firstName: null,
  lastName: null,
  email: null,
  birthday: null,
  anniversary: null,
  companyName: null,
  website: null,
  custom: {},
  tags: [],
};
const contactOf = async (id: string) => stateOf(Contact, await world.events.read(streams.contact(ContactId.parse(id))));
const fieldsOf = async (id: string) =>
  stateOf(CustomFields, await world.events.read(streams.customFields(BusinessId.parse(id))));

describe('a contact that is written down', () => {
  it('is read in the country of the business, made once, and found again by whoever texts from there', async () => {
    const { person, businessId } = await openBusiness(world);
    const ada = { ...blank, phone: '(212) 555-0187', firstName: 'Ada', birthday: '2/29', email: '' };
    const id = randomUUID();
    const { result } = await world.commands.contacts.add(context(person, id), ada);
    const again = await world.commands.contacts.add(context(person, id), ada);
    expect(again.result).toEqual(result);
    expect(result.contactId).toBe(world.identifiers.contact(businessId, '+12125550187'));
    expect(await contactOf(result.contactId)).toMatchObject({
      status: 'unknown',
      firstName: 'Ada',
      details: { birthday: '02-29', email: null },
    });
    await expect(world.commands.contacts.add(context(person), ada)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { phone: ['There is already a contact with this number.'] },
    });
  });

  it('is made once by two people at the same moment', async () => {
    const { person } = await openBusiness(world);
    const ada = { ...blank, email: 'Ada@Example.com' };
    const both = await Promise.allSettled([
      world.commands.contacts.add(context(person), ada),
      world.commands.contacts.add(context(person), { ...ada, email: 'ada@example.com' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('needs a number or an address, and both must be ones', async () => {
    const { person } = await openBusiness(world);
    const add = (more: object) => world.commands.contacts.add(context(person), { ...blank, ...more });
    await expect(add({})).rejects.toMatchObject({ fields: { phone: [expect.any(String)] } });
    await expect(add({ phone: '12' })).rejects.toMatchObject({ fields: { phone: [expect.any(String)] } });
    await expect(add({ email: 'ada' })).rejects.toMatchObject({ fields: { email: [expect.any(String)] } });
  });

  it('is another business’s own affair', async () => {
    const [mine, other] = [await openBusiness(world), await openBusiness(world)];
    const { result } = await world.commands.contacts.add(context(mine.person), { ...blank, email: 'ada@example.com' });
    const { phone: _, ...form } = { ...blank, contactId: result.contactId, revision: null };
    await expect(world.commands.contacts.edit(context(other.person), form)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is not overwritten by who saw an older one', async () => {
    const { person } = await openBusiness(world);
    const { result } = await world.commands.contacts.add(context(person), { ...blank, email: 'ada@example.com' });
    const { phone: _, ...form } = { ...blank, email: 'ada@example.com', contactId: result.contactId };
    const edit = (more: object, revision: number) =>
      world.commands.contacts.edit(context(person), { ...form, ...more, revision });
    const { result: first } = await edit({ firstName: 'Ada' }, 0);
    await expect(edit({ firstName: 'Adele' }, 0)).rejects.toMatchObject({
      code: 'edit_conflict',
      changes: [{ field: 'first_name', was: null, now: 'Ada' }],
    });
    await edit({ firstName: 'Adele' }, first.revision);
    expect(await contactOf(result.contactId)).toMatchObject({ firstName: 'Adele' });
  });
});

describe('the custom fields of a business', () => {
  it('take what they understand, and nothing for a field of somebody else', async () => {
    const [mine, other] = [await openBusiness(world), await openBusiness(world)];
    const fieldId = randomUUID();
    const size = { fieldId, name: 'Shoe size', kind: 'number' as const, choices: [] };
    await world.commands.customFields.create(context(mine.person), size);
    const add = (by: typeof mine, value: string) =>
      world.commands.contacts.add(context(by.person), {
        ...blank,
        email: `${randomUUID()}@example.com`,
        custom: { [fieldId]: value },
      });
    const { result } = await add(mine, ' 42.0 ');
    expect(await contactOf(result.contactId)).toMatchObject({ details: { custom: { [fieldId]: '42' } } });
    const refused = { code: 'validation_failed', fields: { [`custom.${fieldId}`]: [expect.any(String)] } };
    await expect(add(mine, 'large')).rejects.toMatchObject(refused);
    await expect(add(other, '42')).rejects.toMatchObject(refused);
    await world.commands.customFields.delete(context(mine.person), { fieldId });
    await expect(add(mine, '42')).rejects.toMatchObject(refused);
  });

  it('have one name each, also when two people make them at once', async () => {
    const { person, businessId } = await openBusiness(world);
    const make = () =>
      world.commands.customFields.create(context(person), {
        fieldId: randomUUID(),
        name: 'Size',
        kind: 'text',
        choices: [],
      });
    const made = await Promise.allSettled([make(), make(), make()]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await fieldsOf(businessId)).size).toBe(1);
  });
});
