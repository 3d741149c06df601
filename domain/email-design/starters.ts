import { type Block, type BlockKind, type BlockOf, initialBlock } from './blocks.ts';
import { type EmailDesign, emptyDesign, type LayoutName, layouts, type Section, type Settings } from './model.ts';
import { docOf, type TextDoc, tidyDoc } from './text.ts';

/** Designs to start from: data like any other, with pictures that the product brings. */
export interface Starter {
  /** Of the design, for ever. */
  readonly id: string;
  readonly name: string;
  /** What it is for, in a line. */
  readonly about: string;
  readonly subject: string;
  readonly design: EmailDesign;
}

/** A block without its id: that comes from where it stands. */
type Draft = { [K in BlockKind]: { readonly kind: K } & Partial<Omit<BlockOf<K>, 'kind' | 'id'>> }[BlockKind];
interface Row {
  readonly layout?: LayoutName;
  readonly background?: string;
  readonly top?: number;
  readonly bottom?: number;
  /** Of each column. */
  readonly columns: readonly (readonly Draft[])[];
}

const picture = (name: string, alt: string, more: Partial<BlockOf<'image'>> = {}): Draft => ({
  kind: 'image',
  url: `/stock/${name}.webp`,
  alt,
  ...more,
});
/** Across the whole width. */
const hero = (name: string, alt: string): Row => ({
  top: 0,
  bottom: 0,
  columns: [[picture(name, alt, { bleed: true, top: 0, bottom: 0 })]],
});
const heading = (text: string, more: Partial<BlockOf<'heading'>> = {}): Draft => ({ kind: 'heading', text, ...more });
const text = (words: string | TextDoc, more: Partial<BlockOf<'text'>> = {}): Draft => ({
  kind: 'text',
  doc: typeof words === 'string' ? docOf(words) : words,
  ...more,
});
const button = (label: string, more: Partial<BlockOf<'button'>> = {}): Draft => ({ kind: 'button', label, ...more });
const list = (kind: 'bulletList' | 'orderedList', ...items: readonly string[]): TextDoc =>
  tidyDoc({
    type: 'doc',
    content: [{ type: kind, content: items.map((item) => ({ type: 'listItem', content: docOf(item).content })) }],
  });
const brandLine: Row = {
  top: 20,
  bottom: 4,
  columns: [[heading('{{business_name}}', { level: 3, align: 'center', top: 0, bottom: 4 })]],
};
const centred = { align: 'center' } as const;
/** The business's own website: a start that can be sent as it is, where the business has entered one. */
const home = '{{business_website}}';

function starter(
  id: string,
  name: string,
  about: string,
  subject: string,
  look: Partial<Settings>,
  rows: readonly Row[],
): Starter {
  let count = 0;
  const newId = (): string => `${id.replace(/[^a-z]/g, '').slice(0, 8)}${(count += 1)}`;
  const sections = rows.map(({ layout = 'one', background = null, top = 16, bottom = 16, columns }): Section => ({
    id: newId(),
    layout,
    background,
    top,
    bottom,
    stack: true,
    hidden: 'never',
    columns: layouts[layout].map((_, index) => ({
      id: newId(),
      blocks: (columns[index] ?? []).map((draft) => {
        const fresh: Block = initialBlock[draft.kind](newId());
        return { ...fresh, ...draft } as Block;
      }),
    })),
  }));
  return { id, name, about, subject, design: { ...emptyDesign(look), sections } };
}

const warm = {
  brand: '#b23a17',
  link: '#9a3412',
  ink: '#2b1d14',
  paper: '#fffaf5',
  background: '#f6ebe0',
  headingFont: 'georgia',
} as const;
const fresh = { brand: '#0f6b4f', link: '#0f6b4f', ink: '#15302a', background: '#e9f3ef' } as const;
const night = { brand: '#7a1f5c', link: '#7a1f5c', background: '#efe7ee', headingFont: 'trebuchet' } as const;
const sea = { brand: '#0b5394', link: '#0b5394', background: '#e6eef6' } as const;
const stone = {
  brand: '#2b2f36',
  link: '#1f4e79',
  background: '#eceef1',
  font: 'arial',
  headingFont: 'arial',
  round: 0,
} as const;

export const starters: readonly Starter[] = [
  starter(
    'welcome',
    'Welcome',
    'The first email to a new contact.',
    'Welcome, {{first_name|friend}}',
    { ...warm, preheader: 'Good that you are here. This is what you can look forward to.' },
    [
      brandLine,
      hero('shared-table', 'A table laid for six, from above'),
      {
        columns: [
          [
            heading('Welcome, {{first_name|friend}}', centred),
            text(
              'Good that you are here. From now on you hear first what is new with us: no more than once a week, and never without a reason.',
              centred,
            ),
          ],
        ],
      },
      {
        layout: 'thirds',
        columns: [
          [heading('First to know', { level: 3 }), text('New things before they are on the door.')],
          [heading('Only for you', { level: 3 }), text('Offers that stand nowhere else.')],
          [heading('Your say', { level: 3 }), text('Answer any email: people read it.')],
        ],
      },
      { bottom: 28, columns: [[button('See what is on', { link: home })]] },
    ],
  ),
  starter(
    'offer',
    'Offer with coupon',
    'One offer, one code, one button.',
    '{{first_name|Friend}}, this one is for you',
    { ...warm, preheader: 'A code of your own, good until {{coupon_expires|the end of the month}}.' },
    [
      brandLine,
      hero('pizza-margherita', 'A pizza Margherita on a wooden table'),
      {
        columns: [
          [
            heading('Two for one, all week', centred),
            text('Bring a friend. The second pizza is on us.', centred),
            {
              kind: 'coupon',
              title: 'Your second pizza',
              text: 'Show this code at the till.',
              small: 'Good until {{coupon_expires|the end of the month}}. Once per guest.',
            },
          ],
        ],
      },
    ],
  ),
  starter(
    'news',
    'News of the month',
    'Three short stories, each with its own way on.',
    'What is new at {{business_name}}',
    { ...sea, preheader: 'Three things that are new this month.' },
    [
      brandLine,
      { columns: [[heading('New this month'), text('Three things that we want you to know. It takes a minute.')]] },
      {
        layout: 'third-left',
        columns: [
          [picture('fresh-bread', 'Loaves and baguettes on a counter', { round: 8 })],
          [
            heading('The new season is here', { level: 2 }),
            text('What has changed, and why we think you will like it.'),
            button('Read on', { align: 'left', link: home }),
          ],
        ],
      },
      {
        layout: 'third-left',
        columns: [
          [picture('string-lights', 'Strings of light bulbs over mountains at dusk', { round: 8 })],
          [
            heading('An evening with you', { level: 2 }),
            text('We open late once this month. Bring anyone you like.'),
            button('Keep a place', { align: 'left', link: home }),
          ],
        ],
      },
      {
        layout: 'third-left',
        columns: [
          [picture('corner-shop', 'A shop front with a striped awning', { round: 8 })],
          [heading('Longer hours', { level: 2 }), text('From now on we are there for you until eight, Saturdays too.')],
        ],
      },
      { columns: [[{ kind: 'social' }]] },
    ],
  ),
  starter(
    'event',
    'Invitation',
    'Where, when, and one press to come.',
    'You are invited, {{first_name|friend}}',
    { ...night, preheader: 'Friday, seven o’clock. We keep a place for you.' },
    [
      hero('string-lights', 'Strings of light bulbs over mountains at dusk'),
      {
        columns: [
          [
            heading('You are invited', centred),
            text('One evening, good company, and something to drink on the house.', centred),
            { kind: 'divider', width: 30, top: 16, bottom: 16 },
          ],
        ],
      },
      {
        layout: 'thirds',
        columns: [
          [heading('When', { level: 3, ...centred }), text('Friday, 7 pm', centred)],
          [heading('Where', { level: 3, ...centred }), text('{{business_address|At our place}}', centred)],
          [heading('What to bring', { level: 3, ...centred }), text('Someone you like', centred)],
        ],
      },
      { bottom: 28, columns: [[button('I will be there', { link: home })]] },
    ],
  ),
  starter(
    'products',
    'Three things to choose from',
    'A small shop window: picture, words, button.',
    'Three favourites of this week',
    { ...stone, preheader: 'Picked by the people behind the counter.' },
    [
      brandLine,
      {
        columns: [
          [heading('This week’s favourites', centred), text('Picked by the people behind the counter.', centred)],
        ],
      },
      {
        layout: 'thirds',
        columns: [
          [
            picture('pizza-margherita', 'A pizza Margherita'),
            heading('Margherita', { level: 3, ...centred }),
            text('The one it all began with.', centred),
            button('Order', { round: 0, link: home }),
          ],
          [
            picture('pizza-verde', 'A green pizza with zucchini and olives'),
            heading('Verde', { level: 3, ...centred }),
            text('Everything green we could find.', centred),
            button('Order', { round: 0, link: home }),
          ],
          [
            picture('pizza-bianca', 'A white pizza with mushrooms and rosemary'),
            heading('Bianca', { level: 3, ...centred }),
            text('White, with mushrooms.', centred),
            button('Order', { round: 0, link: home }),
          ],
        ],
      },
    ],
  ),
  starter(
    'birthday',
    'Birthday',
    'A present on their day.',
    'Happy birthday, {{first_name|you}}!',
    { ...night, preheader: 'There is something waiting for you.' },
    [
      {
        top: 32,
        columns: [
          [
            heading('Happy birthday, {{first_name|you}}!', { ...centred, size: 34 }),
            text('Have a wonderful day. When you next come by, dessert is on us.', centred),
            {
              kind: 'coupon',
              title: 'Dessert on us',
              text: 'Whenever it suits you, within two weeks.',
              small: 'With any main course.',
            },
          ],
        ],
      },
      hero('ice-cream', 'Three ice-cream cones'),
    ],
  ),
  starter(
    'win-back',
    'We miss you',
    'To those who have not been there for a while.',
    '{{first_name|Hello}}, it has been a while',
    { ...fresh, preheader: 'A reason to come back, and an honest question.' },
    [
      brandLine,
      {
        columns: [
          [
            heading('It has been a while'),
            text(
              '{{first_name|Hello}}, we have not seen you lately. Was something not right? Answer this email: we read every word.\n\nAnd if life just got in the way, here is a reason to come back.',
            ),
            {
              kind: 'coupon',
              title: 'A fifth off',
              text: 'On everything, on your next visit.',
              small: 'Good until {{coupon_expires|the end of the month}}.',
            },
          ],
        ],
      },
    ],
  ),
  starter(
    'letter',
    'Plain letter',
    'Words alone, as from one person to another.',
    'A word from {{business_name}}',
    { ...stone, paper: '#ffffff', background: '#ffffff', preheader: 'A few lines, no pictures.' },
    [
      {
        top: 24,
        bottom: 24,
        columns: [
          [
            text(
              'Hello {{first_name|there}},\n\nI want to tell you something myself. Write here what it is: two or three short paragraphs are enough.\n\nIf you have a question, answer this email. It reaches me.\n\nYours,\n{{business_name}}',
            ),
          ],
        ],
      },
    ],
  ),
  starter(
    'class',
    'Classes and times',
    'A plan for the week, and one press to book.',
    'Your week at {{business_name}}',
    { ...fresh, preheader: 'Pick your hour. The early ones fill up first.' },
    [
      hero('yoga-mats', 'Three rolled yoga mats'),
      { columns: [[heading('Your week'), text('Pick your hour. The early ones fill up first.')]] },
      {
        layout: 'halves',
        columns: [
          [
            heading('Mornings', { level: 3 }),
            text(list('bulletList', 'Monday 7:00, slow flow', 'Wednesday 7:00, strength', 'Friday 7:30, stretch')),
          ],
          [
            heading('Evenings', { level: 3 }),
            text(list('bulletList', 'Tuesday 18:00, spin', 'Thursday 18:30, circuit', 'Sunday 17:00, calm')),
          ],
        ],
      },
      { bottom: 28, columns: [[button('Book my place', { link: home })]] },
    ],
  ),
  starter(
    'review',
    'How was it?',
    'Asks for a word after a visit.',
    'How was it, {{first_name|friend}}?',
    { ...sea, preheader: 'One question, ten seconds.' },
    [
      brandLine,
      {
        columns: [
          [
            heading('How was it?', centred),
            text('Thank you for visiting. Reply to this email and tell us: a person reads every answer.', centred),
          ],
        ],
      },
      { bottom: 28, columns: [[button('Visit us again', { link: home })]] },
    ],
  ),
  starter(
    'video',
    'A film',
    'A still picture that leads to a video.',
    'Two minutes with us',
    { ...stone, preheader: 'See how it is made.' },
    [
      brandLine,
      {
        columns: [
          [
            heading('See how it is made'),
            {
              kind: 'video',
              poster: '/stock/coffee-morning.webp',
              alt: 'Two cups of coffee and a croissant',
              link: home,
              caption: 'Two minutes in our kitchen',
            },
            text('We took a camera along for a morning. No music, no actors: just how it is.'),
          ],
        ],
      },
    ],
  ),
  starter(
    'opening',
    'We are open',
    'New place, new hours: what people need to know.',
    'The doors are open',
    { ...warm, preheader: 'Where we are, when we are there, and what the first day brings.' },
    [
      hero('corner-shop', 'A shop front with a striped awning'),
      {
        columns: [
          [
            heading('The doors are open', centred),
            text('Come and have a look. On the first day the coffee is on us.', centred),
          ],
        ],
      },
      {
        layout: 'halves',
        background: '#f6ebe0',
        columns: [
          [heading('Where', { level: 3 }), text('{{business_address|Our new address}}')],
          [heading('When', { level: 3 }), text('Monday to Saturday\n9 am to 8 pm')],
        ],
      },
      { columns: [[button('Show me the way', { link: home }), { kind: 'social' }]] },
    ],
  ),
];
