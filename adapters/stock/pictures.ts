export interface BundledPicture {
  /** Its file is web/public/stock/<name>.webp. */
  readonly name: string;
  readonly alt: string;
  /** What people search for, besides the words of `alt`. */
  readonly tags: string;
}

const picture = (name: string, alt: string, tags: string): BundledPicture => ({ name, alt, tags });

/** The pictures that the product brings, in the order in which they are shown to who has not searched. */
export const bundledPictures: readonly BundledPicture[] = [
  picture(
    'pizza-margherita',
    'A pizza Margherita on a wooden table',
    'food restaurant italian dinner basil tomato cheese',
  ),
  picture(
    'coffee-morning',
    'Two cups of coffee and a croissant',
    'food drink cafe breakfast bakery espresso latte beans',
  ),
  picture('sunrise-hills', 'The sun rising over hills', 'nature landscape background morning sunset church calm'),
  picture('kettlebells', 'Three kettlebells in a dark gym', 'fitness gym sport training weights workout strength'),
  picture(
    'string-lights',
    'Strings of light bulbs over mountains at dusk',
    'event party night wedding market evening background',
  ),
  picture('row-of-houses', 'Four small houses in a row', 'real estate home property neighbourhood street family'),
  picture('spa-blossoms', 'Stones, blossoms and a bottle of oil', 'beauty salon spa wellness massage flowers relax'),
  picture('corner-shop', 'A shop front with a striped awning', 'retail store business local boutique street window'),
  picture(
    'shared-table',
    'A table laid for six, from above',
    'food dinner restaurant friends community charity family',
  ),
  picture('soft-dawn', 'Soft colours that run into each other', 'abstract gradient background pastel warm'),
  picture('good-dogs', 'Three friendly dogs', 'pets animals vet grooming puppy dog treats'),
  picture('open-road', 'A road that leads to the hills', 'car auto service travel garage drive landscape'),
  picture('pizza-diavola', 'A pizza with salami and chillies', 'food restaurant italian spicy pepperoni dinner hot'),
  picture(
    'pizza-verde',
    'A green pizza with zucchini and olives',
    'food restaurant italian vegan vegetarian vegetables lemon',
  ),
  picture(
    'pizza-bianca',
    'A white pizza with mushrooms and rosemary',
    'food restaurant italian cheese vegetarian funghi',
  ),
  picture('citrus-spritz', 'Two glasses of spritz at sunset', 'drink bar cocktail summer aperitivo orange restaurant'),
  picture('fresh-bread', 'Loaves and baguettes on a counter', 'food bakery breakfast bread wheat cafe'),
  picture('garden-tomatoes', 'Tomatoes and basil in rows', 'food vegetables garden market pattern fresh italian'),
  picture('lemon-grove', 'Lemons among dark leaves', 'food fruit garden summer pattern background fresh'),
  picture('ice-cream', 'Three ice-cream cones', 'food dessert summer sweet gelato kids'),
  picture('pool-lanes', 'A swimmer between the lanes of a pool', 'fitness sport swim water summer training'),
  picture('running-track', 'The lanes of a running track', 'fitness sport run race training club'),
  picture('yoga-mats', 'Three rolled yoga mats', 'fitness yoga pilates stretch calm studio class'),
  picture('spin-wheels', 'Bicycle wheels in bright colours', 'fitness sport spin cycling bike class ride'),
  picture('boxing-gloves', 'A pair of red boxing gloves', 'fitness sport box fight training ring club'),
  picture('barbell-plates', 'Coloured plates on a barbell', 'fitness gym sport weights lifting strength'),
  picture('tennis-court', 'A clay court from above', 'fitness sport tennis ball club summer'),
  picture('clothes-rail', 'Shirts and dresses on a rail', 'retail fashion clothes store boutique sale'),
  picture('living-room', 'A living room with a green sofa', 'real estate home furniture interior decor'),
  picture('book-shelf', 'Shelves full of books', 'retail education library school reading store'),
  picture('wrapped-gifts', 'Wrapped presents from above', 'holiday christmas gift birthday sale reward winter'),
  picture('party-balloons', 'Balloons and confetti', 'birthday event party celebration kids anniversary'),
  picture('concert-stage', 'A concert with coloured light', 'event music night live festival show crowd'),
  picture('stained-glass', 'Three windows of stained glass', 'church faith community worship sunday holiday'),
  picture('mountain-night', 'Mountains and stars at night', 'nature landscape background moon winter forest'),
  picture('quiet-sea', 'Waves under a low sun', 'nature landscape background beach summer ocean travel'),
  picture('desert-bloom', 'Cacti that bloom in the desert', 'nature landscape background garden nursery plants warm'),
  picture('autumn-forest', 'A forest in autumn', 'nature landscape background leaves fall harvest trees'),
  picture('city-dusk', 'A city at dusk', 'night skyline real estate downtown background buildings'),
  picture('monstera-leaves', 'Large green leaves', 'nature plants pattern background garden florist tropical'),
  picture(
    'deep-water',
    'Deep blue and green that run into each other',
    'abstract gradient background dark technology cool',
  ),
  picture('mosaic-arcs', 'A mosaic of arcs', 'abstract pattern background colourful retro geometric'),
  picture('terrazzo', 'Terrazzo in warm colours', 'abstract pattern background stone confetti'),
];

/** px: of each. */
export const bundledSize = { width: 1200, height: 800 } as const;
