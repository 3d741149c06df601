import {
  answerNames,
  type Askable,
  askedOf,
  fieldsOf,
  type PageKind,
  plainOf,
  type RichText,
  type StoredSections,
  type VoteOption,
} from '../../../../../api/contract/page-model.ts';

/** What somebody has pressed in the preview. */
export interface Picked {
  readonly section: string;
  /** The words of what was pressed; empty: it has none. */
  readonly words: string;
  /** The name of the answer that it asks for, `phone`; null: it asks for none. */
  readonly answer: string | null;
  readonly picture: boolean;
}

/** The field that what was pressed comes from; null: the section as a whole. */
export function fieldAt(kind: PageKind, page: StoredSections, { section, words, answer, picture }: Picked) {
  const fields = fieldsOf(kind)[section];
  const values = page[section];
  if (fields === undefined || values === undefined) return null;
  if (answer === 'consent') return 'Disclaimer' in fields ? 'Disclaimer' : null;
  if (answer?.startsWith('custom.')) return 'CustomFields';
  if (answer !== null && section === 'inputs') {
    const asked = (Object.keys(answerNames) as Askable[]).find((one) => answerNames[one] === answer);
    return asked === undefined ? null : `Show${asked}`;
  }
  const text = tidy(words);
  const named = (match: (said: string) => boolean): string | null =>
    Object.keys(fields).find((name) => {
      const { kind: control } = fields[name]!.control;
      const value = values[name];
      if (picture) return control === 'picture' && value !== null;
      if (control === 'line' || control === 'paragraphs') return match(tidy(String(value ?? '')));
      if (control === 'rich') return match(tidy(plainOf((value ?? []) as RichText)));
      if (control === 'options')
        return ((value ?? []) as readonly VoteOption[]).some(({ label }) => match(tidy(label)));
      return false;
    }) ?? null;
  if (picture) return named(() => true);
  if (text === '') return null;
  // First what says exactly this, then what this is a part of: a paragraph of a text.
  return named((said) => said === text) ?? named((said) => said.includes(text));
}
const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A section in a few words, for a list of sections without a preview beside it; null: it has none. */
export function summaryOf(
  kind: PageKind,
  page: StoredSections,
  section: string,
  labelOf: (field: string) => string,
): string | null {
  const fields = fieldsOf(kind)[section] ?? {};
  const values = page[section] ?? {};
  if (values['Show'] === false) return null;
  if (section === 'inputs' && 'ShowName' in fields)
    return askedOf(values as unknown as Parameters<typeof askedOf>[0])
      .map(({ field }) => labelOf(field))
      .join(', ');
  for (const [name, { control }] of Object.entries(fields)) {
    const value = values[name];
    const said =
      control.kind === 'rich' ? plainOf((value ?? []) as RichText)
      : control.kind === 'line' ? String(value ?? '')
      : control.kind === 'options' ? ((value ?? []) as readonly VoteOption[]).map(({ label }) => label).join(', ')
      : '';
    if (tidy(said) !== '') return tidy(said);
  }
  return null;
}
