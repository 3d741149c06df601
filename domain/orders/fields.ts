import { z } from 'zod';
import { line, paragraphs } from '../kernel/fields.ts';
import { amount, Currency } from '../kernel/money.ts';

/** What someone who orders becomes: an agency, or a business that stands alone. */
export const Buyer = z.enum(['agency', 'business']);
export type Buyer = z.output<typeof Buyer>;

/** So many order pages can there be. */
export const maxOrderPages = 200;
const longest = { slug: 60, name: 80, description: 500, headline: 120, text: 2_000, termsUrl: 300 } as const;

const storedLine = (most: number) => z.string().max(most);
/** Something that is paid once. `amount`: in the currency's smallest unit. `isFunds`: it goes into the buyer's wallet. */
export const StoredProduct = z.object({
  name: storedLine(longest.name),
  description: storedLine(longest.description),
  amount: z.int().min(1),
  currency: z.string().regex(/^[A-Z]{3}$/),
  isFunds: z.boolean(),
});
/** What events say of an order page. `brandId`: the agency on whose host it is; null: on the platform's own. */
export const storedPage = {
  slug: storedLine(longest.slug),
  brandId: z.uuid().toLowerCase().nullable(),
  headline: storedLine(longest.headline),
  text: storedLine(longest.text),
  termsUrl: storedLine(longest.termsUrl).nullable(),
  isOpen: z.boolean(),
  product: StoredProduct.nullable(),
} as const;
export const StoredPage = z.object(storedPage);
export type PageTerms = Readonly<z.output<typeof StoredPage>>;

/** They stand for all plans of a host in `GET /order-page/{id}`. */
export const reservedSlugs = ['agency', 'business'] as const;

const slugRule = 'Use lowercase letters, digits and hyphens.';
/** What people may enter. */
export const pageFields = {
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .min(2, 'The address is missing.')
    .max(longest.slug, `The address can have at most ${longest.slug} characters.`)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, slugRule)
    .refine((slug) => !(reservedSlugs as readonly string[]).includes(slug), 'This address is taken.'),
  brandId: z.uuid().toLowerCase().nullable(),
  headline: line('The headline', longest.headline),
  text: paragraphs('The text', longest.text).pipe(z.string().trim()),
  termsUrl: z
    .string()
    .trim()
    .max(longest.termsUrl)
    .nullable()
    .transform((given) => (given === '' ? null : given))
    .refine((given) => given === null || isWebAddress(given), 'Enter a link like https://example.com/terms.'),
  isOpen: z.boolean(),
  product: z
    .object({
      name: line('The name', longest.name),
      description: paragraphs('The description', longest.description).pipe(z.string().trim()),
      amount: amount.refine((given) => given > 0, 'Enter a price above 0.'),
      currency: Currency,
      isFunds: z.boolean(),
    })
    .nullable(),
} as const;

function isWebAddress(given: string): boolean {
  const parsed = URL.canParse(given) ? new URL(given) : null;
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:');
}
