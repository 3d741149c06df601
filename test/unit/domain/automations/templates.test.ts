import { describe, expect, it } from 'vitest';
import { type Known, problemsOf } from '../../../../domain/automations/document/check.ts';
import { Document } from '../../../../domain/automations/document/document.ts';
import {
  nowhere,
  referencesOf,
  withoutOwner,
  withStepIds,
} from '../../../../domain/automations/document/references.ts';
import { automationTemplates } from '../../../../domain/automations/document/templates.ts';

/** A business that has nothing yet. */
const bare: Known = {
  customFields: [],
  campaigns: new Set(),
  designs: new Set(),
  broadcasts: new Set(),
  uploads: new Set(),
  webhooks: new Set(),
  integrations: new Set(),
  users: new Set(),
  withNumber: new Set(),
  keywords: new Map(),
  rewards: new Set(),
  segments: new Set(),
  mms: false,
  year: 2026,
};

describe.each(automationTemplates.map((template) => [template.key, template] as const))('the template %s', (_, one) => {
  it('can be published as it stands, by whoever has nothing yet', () => {
    expect(problemsOf(one.document, bare)).toEqual([]);
    expect(Document.parse(one.document)).toEqual(one.document);
  });

  it('names nothing that is not its own', () => {
    expect([...referencesOf(one.document)]).toEqual([]);
  });

  it('names every step for people, and says what it is for', () => {
    const unnamed = Object.values(one.document.nodes).filter(({ kind, name }) => name === null && kind !== 'End');
    expect(unnamed).toEqual([]);
    expect(one.about.length).toBeGreaterThan(30);
  });

  it('under ids of its own is the same automation', () => {
    const copy = withStepIds(one.document, (id) => id.replace(/^.{8}/u, '0badcafe'));
    expect(problemsOf(copy, bare)).toEqual([]);
    expect(
      withStepIds(copy, (id) => Object.keys(one.document.nodes).find((own) => own.endsWith(id.slice(8)))!),
    ).toEqual(one.document);
  });

  it('given away is still whole', () => {
    expect(
      problemsOf(
        withoutOwner(one.document, (id) => id),
        bare,
      ),
    ).toEqual([]);
    expect(JSON.stringify(one.document)).not.toContain(nowhere);
  });
});
