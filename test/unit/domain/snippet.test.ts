import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { SnippetId } from '../../../domain/kernel/ids.ts';
import { SnippetDeleted, SnippetSaved } from '../../../domain/snippets/events.ts';
import { maxSnippets, snippetFields } from '../../../domain/snippets/fields.ts';
import { fillSnippet } from '../../../domain/personalization/snippet.ts';
import { changeSnippet, createSnippet, deleteSnippet, Snippets } from '../../../domain/snippets/snippets.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { given } from '../../support/given.ts';
import { businessId } from './fixtures.ts';

const idOf = (nth: number) => SnippetId.parse(`2b1f0c5a-6a0e-5f4e-9d7e-0c9f6f5d${String(nth).padStart(4, '0')}`);
const of = { businessId, snippetId: idOf(1) };
const hours = { ...of, name: 'hours', body: 'Until ten, {{first_name|friend}}.' };
const written = SnippetSaved.create(hours);

describe('snippets', () => {
  it('are written, changed and deleted, each once', () => {
    given(Snippets)
      .when((state) => createSnippet(hours, state))
      .then([written]);
    given(Snippets, [written])
      .when((state) => createSnippet(hours, state))
      .thenNothing();
    given(Snippets, [written])
      .when((state) => changeSnippet(hours, state))
      .thenNothing();
    const longer = { ...hours, body: 'Until eleven.' };
    given(Snippets, [written])
      .when((state) => changeSnippet(longer, state))
      .then([SnippetSaved.create(longer)]);
    given(Snippets, [written])
      .when((state) => deleteSnippet(of, state))
      .then([SnippetDeleted.create(of)]);
    given(Snippets, [written, SnippetDeleted.create(of)])
      .when((state) => deleteSnippet(of, state))
      .thenNothing();
    expect(() => changeSnippet(hours, fold(Snippets, [written, SnippetDeleted.create(of)]))).toThrow(DomainError);
    expect(() => deleteSnippet(of, Snippets.initial)).toThrow(DomainError);
  });

  it('have a name each, are not too many, and know their merge fields', () => {
    const state = fold(Snippets, [written]);
    expect(() => createSnippet({ ...hours, snippetId: idOf(2) }, state)).toThrow(/Another snippet/);
    expect(() => createSnippet({ ...hours, body: 'Code {{coupon_code}}' }, Snippets.initial)).toThrow(
      /not a merge field/,
    );
    const many = Array.from({ length: maxSnippets }, (_, nth) =>
      SnippetSaved.create({ ...hours, snippetId: idOf(nth + 10), name: `n${nth}` }),
    );
    expect(() => createSnippet(hours, fold(Snippets, many))).toThrow(/at most/);
    // The name of one that was deleted is free.
    given(Snippets, [written, SnippetDeleted.create(of)])
      .when((before) => createSnippet({ ...hours, snippetId: idOf(2) }, before))
      .then([SnippetSaved.create({ ...hours, snippetId: idOf(2) })]);
  });

  it('are filled in for somebody, and their names can be typed behind a slash', () => {
    expect(fillSnippet(hours.body, { first_name: 'Ada' })).toBe('Until ten, Ada.');
    expect(fillSnippet(hours.body, { first_name: null })).toBe('Until ten, friend.');
    expect(snippetFields.name.parse(' Öffnungszeiten-2 ')).toBe('öffnungszeiten-2');
    for (const wrong of ['', 'two words', '/hours', 'a'.repeat(41)])
      expect(snippetFields.name.safeParse(wrong).success).toBe(false);
  });
});
