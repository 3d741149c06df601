import { fieldsOf, initialPage, type Page, type PageKind, readPage, type StoredSections } from './model.ts';

type Values = Readonly<Record<string, unknown>>;
type Sections = Readonly<Record<string, Values | undefined>>;

/** What a coupon takes from the page of its campaign; the rest of its sections is its own. */
const taken: Readonly<Record<string, readonly string[] | 'whole'>> = {
  logo: 'whole',
  heroimage: 'whole',
  styling: ['BackgroundColor', 'CardColor', 'Roudness', 'FontFamily'],
  headline: ['Color'],
  subheading: ['Color'],
  mainbutton: ['BackgroundColor', 'Color', 'Roudness'],
  mobilebutton: ['BackgroundColor', 'Color', 'Roudness'],
  triggerButton: ['BackgroundColor', 'Color', 'Roudness'],
  legalFooter: ['Color', 'LinkColor'],
};

/** The name of a section within the coupon, `headline` of `coupon.headline`; null: it is one of the page itself. */
export const withinCoupon = (kind: PageKind, section: string): string | null =>
  kind !== 'coupon' && section.startsWith('coupon.') ? section.slice('coupon.'.length) : null;

/** Whether a field of the coupon has no effect, since its look is that of the page. */
export function isTaken(kind: PageKind, page: StoredSections, section: string, field: string): boolean {
  const part = withinCoupon(kind, section);
  if (part === null || page['coupon.styling']?.['OwnLook'] === true) return false;
  const of = taken[part];
  return of === 'whole' || of?.includes(field) === true;
}

const opaque = (color: unknown): color is string => typeof color === 'string' && /^#[0-9a-f]{6}(?:ff)?$/.test(color);

/** The look of a page in terms of a coupon. What shines through on a page lies on nothing here: then it is as at first. */
function lookOf(kind: PageKind, page: Sections): Sections {
  const { styling = {}, main = {}, emailStep = {}, legalFooter = {}, actionButton = {} } = page;
  const popup = kind === 'popup';
  const card = popup ? styling['BackgroundColor'] : main['BackgroundColor'];
  const onCard = (color: unknown): Values => (opaque(card) && opaque(color) ? { Color: color } : {});
  const from = popup ? emailStep : actionButton;
  const ink = popup ? from['ButtonColor'] : from['Color'];
  const filled = opaque(from['BackgroundColor']) && opaque(ink);
  const button = {
    ...(filled ? { BackgroundColor: from['BackgroundColor'], Color: ink } : {}),
    Roudness: from['Roudness'],
  };
  return {
    styling: {
      ...(popup || !opaque(styling['BackgroundColor']) ? {} : { BackgroundColor: styling['BackgroundColor'] }),
      ...(opaque(card) ? { CardColor: card } : {}),
      Roudness: styling['Roudness'],
      FontFamily: styling['FontFamily'],
    },
    ...(popup ? {} : { logo: page['logo'] }),
    heroimage: { Image: styling['BackgroundImage'] ?? null, Show: true },
    headline: onCard(popup ? from['Color'] : main['HeadingColor']),
    subheading: onCard(popup ? from['Color'] : main['DescriptionColor']),
    mainbutton: button,
    mobilebutton: button,
    triggerButton: button,
    ...(popup || !opaque(card) ?
      {}
    : { legalFooter: { Color: legalFooter['Color'], LinkColor: legalFooter['LinkColor'] } }),
  };
}

/**
 * The coupon of a campaign, whatever its type: its own page, or the coupon's sections of the page that people join on,
 * in the look of that page unless it was given one of its own. Never throws.
 */
export function couponLook(kind: PageKind, stored: StoredSections): Page<'coupon'> {
  if (kind === 'coupon') return readPage('coupon', stored);
  const page = readPage(kind, stored) as unknown as Sections;
  const look = page['coupon.styling']?.['OwnLook'] === true ? {} : lookOf(kind, page);
  return readPage(
    'coupon',
    Object.fromEntries(
      Object.keys(fieldsOf('coupon')).map((name) => [name, { ...page[`coupon.${name}`], ...look[name] }]),
    ),
  );
}

/** Where nothing is published: the plain one. */
export const plainCoupon = (): Page<'coupon'> => initialPage('coupon');
