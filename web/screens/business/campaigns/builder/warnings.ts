import { contrast } from '../../../../theme/color.ts';
import {
  type PageKind,
  pageTemplates,
  plainOf,
  type RichText,
  type StoredSections,
} from '../../../../../api/contract/page-model.ts';

export type WarningKind =
  'neverShown' | 'contrast' | 'noConsent' | 'noOptions' | 'noContact' | 'emptyHeading' | 'emptyLabel' | 'staleOffer';
export interface Warning {
  readonly kind: WarningKind;
  readonly section: string;
  readonly field: string;
  /** Contrast as a figure, 1 to 21. */
  readonly figure?: number;
  /** What it is about, in its own words. */
  readonly said?: string;
}

/** Text needs so much contrast with what is behind it (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;

/** What lies behind a colour of text: the colour of its own section, or of what that lies on. */
const behind: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>> = {
  main: {
    Color: ['main', 'BackgroundColor'],
    HeadingColor: ['main', 'BackgroundColor'],
    DescriptionColor: ['main', 'BackgroundColor'],
  },
  inputs: { LabelColor: ['main', 'BackgroundColor'], Color: ['inputs', 'BackgroundColor'] },
  actionButton: { Color: ['actionButton', 'BackgroundColor'], DisclaimerColor: ['main', 'BackgroundColor'] },
  legalFooter: { Color: ['main', 'BackgroundColor'], LinkColor: ['main', 'BackgroundColor'] },
  thanks: { Color: ['thanks', 'BackgroundColor'] },
  'votes.options': { Color: ['votes.options', 'BackgroundColor'] },
  'votes.actionButton': { Color: ['votes.actionButton', 'BackgroundColor'] },
  'votes.result': { TitleColor: ['votes.result', 'BackgroundColor'], TextColor: ['votes.result', 'BackgroundColor'] },
  'loops.main': {
    TitleColor: ['loops.main', 'BackgroundColor'],
    Color: ['loops.main', 'BackgroundColor'],
    LabelColor: ['loops.main', 'BackgroundColor'],
  },
  'loops.points': { TitleColor: ['loops.points', 'BackgroundColor'], Color: ['loops.points', 'BackgroundColor'] },
  'loops.rewards': { ItemColor: ['loops.rewards', 'ItemBackgroundColor'] },
  headline: { Color: ['styling', 'CardColor'] },
  subheading: { Color: ['styling', 'CardColor'] },
  mainbutton: { Color: ['mainbutton', 'BackgroundColor'] },
  emailStep: { Color: ['styling', 'BackgroundColor'], ButtonColor: ['emailStep', 'BackgroundColor'] },
  phoneStep: { Color: ['styling', 'BackgroundColor'], ButtonColor: ['phoneStep', 'BackgroundColor'] },
  thanksStep: { Color: ['styling', 'BackgroundColor'], ButtonColor: ['thanksStep', 'BackgroundColor'] },
  triggerButton: { Color: ['triggerButton', 'BackgroundColor'] },
};

const opaque = (value: unknown): string | null =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : null;

/** How well a colour of text can be read on what is behind it, 1 to 21; null: it is no text, or something shines through. */
export function contrastAt(page: StoredSections, section: string, field: string): number | null {
  const [otherSection, otherField] = behind[section]?.[field] ?? [null, null];
  if (otherSection === null) return null;
  const [text, ground] = [opaque(page[section]?.[field]), opaque(page[otherSection]?.[otherField])];
  return text === null || ground === null ? null : Math.floor(contrast(text, ground) * 10) / 10;
}

/** What the page began as, and what its campaign gives. */
export interface Begun {
  readonly template: string | null;
  readonly offer: string;
}

/** The headline is the business's own by now, and the coupon still says what the template promised. */
function* staleOffer(kind: PageKind, page: StoredSections, { template, offer }: Begun): Generator<Warning> {
  const from = pageTemplates.find((one) => one.id === template && one.kind === kind);
  if (from === undefined || offer === '') return;
  const section = kind === 'popup' ? 'emailStep' : 'main';
  const words = (of: StoredSections): string => plainOf((of[section]?.['Content'] ?? []) as RichText).trim();
  const promised = from.offer?.title ?? words(from.sections);
  if (offer === promised && words(page) !== words(from.sections))
    yield { kind: 'staleOffer', section: 'coupon.headline', field: 'Content', said: offer };
}

/** What somebody should know before this page goes live. */
export function warningsOf(
  kind: PageKind,
  page: StoredSections,
  begun: Begun = { template: null, offer: '' },
): readonly Warning[] {
  const found: Warning[] = [...staleOffer(kind, page, begun)];
  for (const [section, fields] of Object.entries(behind))
    for (const field of Object.keys(fields)) {
      const figure = contrastAt(page, section, field);
      if (figure !== null && figure < leastContrast) found.push({ kind: 'contrast', section, field, figure });
    }
  const inputs = page['inputs'];
  if (kind === 'landing' || kind === 'vote' || kind === 'loop') {
    if (inputs?.['ShowPhone'] !== true && inputs?.['ShowEmail'] !== true)
      found.push({ kind: 'noContact', section: 'inputs', field: 'ShowPhone' });
    if (inputs?.['ShowPhone'] === true && page['actionButton']?.['ShowDisclaimerCheckBox'] !== true)
      found.push({ kind: 'noConsent', section: 'actionButton', field: 'ShowDisclaimerCheckBox' });
    if (plainOf((page['main']?.['Content'] ?? []) as RichText).trim() === '')
      found.push({ kind: 'emptyHeading', section: 'main', field: 'Content' });
    if (String(page['actionButton']?.['Label'] ?? '').trim() === '')
      found.push({ kind: 'emptyLabel', section: 'actionButton', field: 'Label' });
  }
  if (kind === 'popup') found.push(...popupWarnings(page));
  if (kind === 'vote' && ((page['votes.options']?.['Options'] ?? []) as readonly unknown[]).length < 2)
    found.push({ kind: 'noOptions', section: 'votes.options', field: 'Options' });
  return found;
}

function* popupWarnings(page: StoredSections): Generator<Warning> {
  const on = (section: string, field: string): boolean => page[section]?.[field] === true;
  const steps = ['emailStep', 'phoneStep'].filter((section) => on(section, 'Show'));
  if (steps.length === 0) yield { kind: 'noContact', section: 'emailStep', field: 'Show' };
  if (on('phoneStep', 'Show') && !on('phoneStep', 'ShowDisclaimerCheckBox'))
    yield { kind: 'noConsent', section: 'phoneStep', field: 'ShowDisclaimerCheckBox' };
  for (const section of [...steps, 'thanksStep']) {
    if (plainOf((page[section]?.['Content'] ?? []) as RichText).trim() === '')
      yield { kind: 'emptyHeading', section, field: 'Content' };
    if (String(page[section]?.['Label'] ?? '').trim() === '') yield { kind: 'emptyLabel', section, field: 'Label' };
  }
  const opens = ['ShowAfterTimeout', 'ShowAfterScroll', 'ShowOnExit'].some((field) => on('settings', field));
  if (!opens && !(on('triggerButton', 'Show') && page['triggerButton']?.['When'] === 'always'))
    yield { kind: 'neverShown', section: 'settings', field: 'ShowAfterTimeout' };
}
