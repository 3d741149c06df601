import type { Page, PageKind, Picture } from '../../api/contract/page-model.ts';
import { base } from './base-styles.ts';
import { colorOr, isDark, over, readable } from './color.ts';

const fonts: Readonly<Record<string, string>> = {
  sans: 'ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif',
  serif: 'ui-serif,"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif',
  rounded: 'ui-rounded,"SF Pro Rounded","Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Nunito,system-ui,sans-serif',
  mono: 'ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace',
};

/** Which part of a picture stays in sight: a class, since a page has no styles of elements' own. */
export const focusClass = ({ focusX, focusY }: Picture): string | null =>
  focusX === 50 && focusY === 50 ? null : `pv-at-${Math.round(focusX)}-${Math.round(focusY)}`;

type Values = Readonly<Record<string, unknown>>;
type Sections = Readonly<Record<string, Values | undefined>>;

const px = (value: unknown): string => (typeof value === 'number' && Number.isFinite(value) ? `${value}px` : '0');
const hex = (value: unknown, otherwise?: string): string => colorOr(typeof value === 'string' ? value : '', otherwise);
const word = (value: unknown): string => (typeof value === 'string' && /^[a-z0-9]+$/.test(value) ? value : 'inherit');

/** Custom properties of a section's fields: `main.FontSize` is `--main-font-size`. */
function propertiesOf(name: string, values: Values): string[] {
  const prefix = `--${name.replace('.', '-').toLowerCase()}`;
  const kebab = (field: string) => field.replace(/(?!^)[A-Z]/g, (capital) => `-${capital}`).toLowerCase();
  return Object.entries(values).flatMap(([field, value]) => {
    const property = `${prefix}-${kebab(field)}`;
    if (field === 'FontFamily') return [`${property}:${fonts[String(value)] ?? fonts['sans']}`];
    if (field.endsWith('Color')) return [`${property}:${hex(value)}`];
    if (/(Size|Padding|Roudness|Width|Height)$/.test(field)) return [`${property}:${px(value)}`];
    if (/(Align|Weight|Style)$/.test(field)) return [`${property}:${word(value)}`];
    return [];
  });
}

/** Colours that follow from the business's: what we draw ourselves is legible on whatever it chose. */
function derivedOf(sections: Sections): string[] {
  const styling = sections['styling'] ?? {};
  const backdrop = over(hex(styling['BackgroundColor'], '#ffffff'), '#ffffff');
  const sheet = over(hex((sections['main'] ?? {})['BackgroundColor'] ?? styling['CardColor'], '#ffffff'), backdrop);
  const button = sections['actionButton'] ?? sections['mainbutton'] ?? {};
  const accent = over(hex(button['BackgroundColor'], '#2f5bea'), sheet);
  const field = over(hex((sections['inputs'] ?? {})['BackgroundColor'], '#ffffff'), sheet);
  const dark = isDark(sheet);
  return [
    `color-scheme:${dark ? 'dark' : 'light'}`,
    `--sheet:${sheet}`,
    `--accent:${accent}`,
    `--accent-text:${readable(accent, sheet, 4.5)}`,
    `--ring:${readable(accent, sheet, 3)}`,
    `--hair:${dark ? '#ffffff26' : '#10182818'}`,
    `--quiet:${dark ? '#ffffff14' : '#1018280a'}`,
    `--ink:${dark ? '#f4f5f7' : '#1d2433'}`,
    `--soft:${readable(dark ? '#aeb5c2' : '#5b6477', sheet, 4.5)}`,
    `--wrong:${readable('#c8281e', sheet, 4.5)}`,
    `--good:${readable('#1a7f4b', sheet, 3)}`,
    `--placeholder:${readable('#6b7385', field, 4.5)}`,
    `--field-scheme:${isDark(field) ? 'dark' : 'light'}`,
  ];
}

const picturesIn = (value: unknown): readonly Picture[] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('focusX' in value && 'url' in value) return [value as Picture];
  return Object.values(value).flatMap(picturesIn);
};

/** The whole style sheet of a page. Every value in it is a colour, a number of pixels, or a word that is known. */
export function pageStyles<K extends PageKind>(page: Page<K>): string {
  // The coupon of a page is drawn with styles of its own.
  const sections = Object.fromEntries(Object.entries(page).filter(([name]) => !name.startsWith('coupon.'))) as Sections;
  const own = Object.entries(sections).flatMap(([name, values]) => propertiesOf(name, values ?? {}));
  const focused = new Map(
    picturesIn(sections).flatMap((picture): readonly [string, Picture][] => {
      const name = focusClass(picture);
      return name === null ? [] : [[name, picture]];
    }),
  );
  const focus = [...focused].map(
    ([name, { focusX, focusY }]) => `.${name}{object-position:${Math.round(focusX)}% ${Math.round(focusY)}%}`,
  );
  return `.pv{${[...derivedOf(sections), ...own].join(';')}}${base}${focus.join('')}`;
}
