import { describe, expect, it } from 'vitest';
import { CreateContact, UpdateContact } from '../../../api/contract/contact-form.ts';
import { ContactWithConsents } from '../../../api/contract/contacts.ts';
import { contactTitles, submissionTitles } from '../../../api/contract/export-titles.ts';
import { SendContact } from '../../../api/contract/public-pages.ts';
import { ContactField } from '../../../domain/automations/values/fields.ts';
import { hookTargets } from '../../../domain/contacts/sent-fields.ts';
import { readAnswer } from '../../../domain/automations/runs/answer.ts';
import { attributeNames, attributeOf, mergeNameOf } from '../../../domain/contacts/attributes.ts';
import { ContactDetailsChanged, ContactImported, ContactImportUndone } from '../../../domain/contacts/events.ts';
import { contactFields, MergeField } from '../../../domain/contacts/fields.ts';
import { FilterCondition } from '../../../domain/contacts/filter.ts';
import { ContactMerged } from '../../../domain/contacts/merge-events.ts';
import { keyOf } from '../../../domain/custom-fields/fields.ts';
import { contactColumns, submissionColumns } from '../../../domain/exports/fields.ts';
import { mergeFields } from '../../../domain/personalization/fields.ts';
import { mergeValues } from '../../../domain/personalization/values.ts';
import { answerNames, askedOf } from '../../../domain/pages/answers.ts';
import { initialPage } from '../../../domain/pages/model.ts';
import { PageSubmitted } from '../../../domain/submissions/events.ts';
import { guessColumns } from '../../../domain/uploads/guess.ts';
import { ownTargets } from '../../../domain/uploads/fields.ts';
import { rowReader } from '../../../domain/uploads/row.ts';
import { contactTable } from '../../../projections/tables/contacts.ts';
import { submissionTable } from '../../../projections/tables/submissions.ts';
import { attributeLabel } from '../../../web/components/attributes/label.ts';
import { fields as offered, fresh } from '../../../web/components/contact-filter/model.ts';

/** Every attribute is in every place: a list that leaves one out would have nobody notice until a customer does. */
describe.each(attributeNames.map((name) => ({ ...attributeOf(name), name })))('the attribute $name', (attribute) => {
  const { name, apiName, sample, aliases, page, label } = attribute;
  const kept = contactFields[name].parse(sample);

  it('is personal in every event that says it', () => {
    for (const event of [ContactDetailsChanged, ContactImported, ContactImportUndone, ContactMerged, PageSubmitted])
      expect([event.type, event.personal]).toEqual([event.type, expect.arrayContaining([name])]);
  });
  it('is in the form, and in what the API shows of a contact', () => {
    for (const { shape } of [CreateContact, UpdateContact, ContactWithConsents])
      expect(Object.keys(shape)).toContain(apiName);
  });
  it('is a column of the read models', () => {
    for (const { columns } of [contactTable, submissionTable]) expect(Object.keys(columns)).toContain(name);
  });
  it('can be asked for in a filter, and is offered by its dialog', () => {
    expect(offered).toContain(apiName);
    const known = { text: { is: 'known' }, value: { is: 'known' }, day: { when: 'known' } };
    const [how] = Object.keys(fresh(apiName as never)).filter((key) => key !== 'field');
    const condition = { field: apiName, [how!]: known[how as keyof typeof known] };
    expect(FilterCondition.safeParse(condition)).toMatchObject({ success: true, data: condition });
  });
  it('is found by the names of columns, and read from a file', () => {
    expect(ownTargets).toContain(apiName);
    for (const column of aliases)
      expect(guessColumns([column], [], new Map(), new Map())).toEqual([{ target: apiName, policy: 'fill' }]);
    const columns = ['email', apiName].map((target) => ({ target, policy: 'fill' as const }));
    const read = rowReader({
      plan: { columns, country: 'US', tags: [], campaigns: [], consent: { texts: false, emails: false } } as never,
      fields: new Map(),
    });
    expect(read(['ann@example.com', sample]).person?.details[name]?.value).toBe(kept);
  });
  it('is a titled column of the files of contacts and of entries', () => {
    expect(contactColumns).toContain(apiName);
    expect(submissionColumns).toContain(apiName);
    // An address stands in files beside numbers, as “Email”.
    if (name !== 'email')
      expect([contactTitles, submissionTitles]).toMatchObject([{ [apiName]: label }, { [apiName]: label }]);
  });
  it('is merged into texts, and no new custom field takes its key', () => {
    const merge = mergeNameOf(name);
    expect(mergeFields([])).toContainEqual({ name: merge, group: 'contact', label: null, sample });
    const details = { ...Object.fromEntries(attributeNames.map((one) => [one, null])), custom: null, [name]: kept };
    const person = { firstName: null, lastName: null, phone: null, details: details as never };
    const contactInfo = {} as never;
    const sender = {
      name: 'Bella',
      contactInfo: { ...(contactInfo as object), address: null },
      dateFormat: 'MM/DD/YYYY',
    };
    expect(mergeValues({ person, sender: sender as never, custom: [] })[merge]).toBe(sample);
    expect(keyOf(merge, new Set())).not.toBe(merge);
  });
  it('is chosen of two contacts who are merged', () => {
    expect(MergeField.options).toContain(name);
  });
  it('can be collected by an automation, start it, and be filled by a webhook', () => {
    const field = { of: 'contact', name: apiName };
    expect(ContactField.safeParse(field).data).toEqual(field);
    expect(
      readAnswer({ kind: 'CollectContactData', field } as never, { text: sample, pictures: [] } as never, []),
    ).toBe(kept);
    expect(hookTargets).toContain(apiName);
  });
  it('can be asked for by a page', () => {
    const { inputs } = initialPage('landing');
    expect(Object.keys(inputs)).toEqual(
      expect.arrayContaining([`Show${page.name}`, `${page.name}Required`, page.words]),
    );
    expect(askedOf({ ...inputs, [`Show${page.name}`]: true }).map(({ field }) => field)).toContain(page.name);
    expect(Object.keys(SendContact.shape)).toContain(answerNames[page.name as 'Email']);
  });
  it('has one label', () => {
    expect(attributeLabel(apiName as 'email')).toBe(label);
  });
});
