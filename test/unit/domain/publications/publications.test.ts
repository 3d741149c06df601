import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventCatalogue } from '../../../../domain/catalogue.ts';
import { ContactTagged } from '../../../../domain/contacts/events.ts';
import { payloadVersions, publishedNames } from '../../../../domain/webhooks/fields.ts';
import { publicationNamed, publications, published } from '../../../../domain/publications/publications.ts';

describe('what is sent to webhook endpoints', () => {
  it('is named as Standard Webhooks has it, each name once', () => {
    for (const name of publishedNames) expect(name).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
    expect(Object.values(publications).map(({ name }) => name)).toEqual([...publishedNames]);
  });

  it('says of each event a shape that can be shown as JSON Schema, with the contact where there is one', () => {
    for (const [type, publication] of Object.entries(publications)) {
      for (const version of payloadVersions) {
        const schema = publication.schema(version);
        expect(z.toJSONSchema(schema, { unrepresentable: 'any' }), type).toMatchObject({ type: 'object' });
        expect(Object.keys(schema.shape), type).toContain('contact_id');
      }
      const shape = (eventCatalogue.get(type)!.schema as z.ZodObject).shape;
      expect(Object.keys(shape), type).toContain('businessId');
    }
  });

  it('never sends where someone called from, their words of opting out, or what the carrier calls a text', () => {
    for (const publication of Object.values(publications)) {
      const fields = Object.keys(publication.schema(payloadVersions[0]).shape);
      for (const field of ['ip_address', 'words', 'consent', 'provider_message_id', 'business_id'])
        expect(fields, publication.name).not.toContain(field);
    }
  });

  it('has null where a person was erased', () => {
    const { schema, data } = publicationNamed('contact.tagged')!;
    const sent = data({ contactId: '5f0c4d0e-6f0e-4b1c-9a3b-0a4c1d2e3f40', businessId: 'b', tags: null }, '2026-11-27');
    expect(sent).toEqual({ contact_id: '5f0c4d0e-6f0e-4b1c-9a3b-0a4c1d2e3f40', tags: null });
    expect(schema('2026-11-27').safeParse(sent).success).toBe(true);
  });

  it('keeps the shape of a version for those that were made with it', () => {
    const tagged = published('contact.tagged', ContactTagged, '', { '2026-11-27': ['contactId'] });
    expect(tagged.data({ contactId: 'c', tags: ['vip'] }, '2026-11-27')).toEqual({ contact_id: 'c' });
  });
});
