import type { DemoPage } from './page.ts';
import { stock } from './stock.ts';

/** Who votes for what: a name and a letter. */
const votes = (words: string, days: number) =>
  words.split(';').map((line, index, all) => {
    const [who = '', choices = ''] = line.split(':').map((part) => part.trim());
    return { who, choices, day: 1 + Math.floor((days * (all.length - 1 - index)) / all.length) };
  });

/** What Bella's shows the public: a birthday club with a coupon, two votes, a loop, and a page that is not ready yet. */
export const bellasPages: { readonly strangers: string; readonly pages: readonly DemoPage[] } = {
  strangers: `Lena Fischer; Marcus Bell; Ingrid Solberg; Paolo Conti; Dana Whitfield; Yusuf Demir; Camille Roux;
    Peter Novak; Alma Reyes; Jonah Feld; Tess Marlow; Kenji Mori; Rosa Delgado; Will Hartley; Freya Lind; Sam Oyelaran`,
  pages: [
    {
      key: 'birthday-club',
      welcome: {
        subject: 'Welcome to the birthday club, {{first_name|friend}}',
        body: 'Ciao {{first_name|friend}},\n\nyour tiramisu is waiting. Show {{coupon_code}} at the counter, any day until {{coupon_expires}}.\n\nA presto,\nBella',
      },
      template: 'restaurant',
      name: 'Birthday club',
      keyword: 'BIRTHDAY',
      reply: 'Grazie, {{first_name|friend}}! A tiramisu is waiting for you until {{coupon_expires}}: {{coupon_link}}',
      made: 27,
      published: 26,
      busy: 9,
      second: {
        day: 13,
        changes: { main: { Content: 'A tiramisu for your birthday' }, actionButton: { Label: 'Get my tiramisu' } },
      },
      offer: { discountType: 'free', amount: null, title: 'A tiramisu on the house' },
      changes: {
        styling: { Fullscreen: true, BackgroundImage: stock('pizza-margherita', { focusX: 46 }) },
        main: {
          Content: 'Your birthday tastes better here',
          Description:
            'Tell us your day. There’s a tiramisu on the house now, and a pizza for the table when it comes.',
        },
        inputs: { ShowEmail: true, EmailRequired: false },
        actionButton: { Label: 'Count me in' },
        thanks: { Content: 'Grazie! Your tiramisu is waiting. We’ve sent it to your phone.' },
      },
      entries: [
        { who: 'Ava Thompson', day: 25, birthday: '03/09' },
        { who: 'Evelyn Park', day: 25, birthday: '11/30' },
        { who: 'Lena Fischer', day: 24, birthday: '07/21' },
        { who: 'Lily Yamamoto', day: 22, birthday: '02/29' },
        { who: 'Marcus Bell', day: 21, birthday: '12/24', box: false },
        { who: 'Grace Liu', day: 20, birthday: '05/17' },
        { who: 'Ruby Castillo', day: 18, birthday: '09/02' },
        { who: 'Ingrid Solberg', day: 17, birthday: '01/06' },
        { who: 'Emma Fitzgerald', day: 15, birthday: '10/11' },
        { who: 'Paolo Conti', day: 14, birthday: '08/15' },
        { who: 'Gabriel Santos', day: 12, birthday: '06/28' },
        { who: 'Dana Whitfield', day: 11, birthday: '04/03', box: false },
        { who: 'Zoe Papadopoulos', day: 9, birthday: '11/25' },
        { who: 'Yusuf Demir', day: 7, birthday: '02/14' },
        { who: 'Maya Desai', day: 5, birthday: '03/30' },
        { who: 'Camille Roux', day: 3, birthday: '07/14' },
        { who: 'Owen Delgado', day: 2, birthday: '12/01' },
        { who: 'Peter Novak', day: 1, birthday: '09/19' },
      ],
      returned: [
        { who: 'Ingrid Solberg', as: 'bounced' },
        { who: 'Yusuf Demir', as: 'complained' },
      ],
      used: [
        { who: 'Ava Thompson', day: 19, till: 'Front counter' },
        { who: 'Lena Fischer', day: 16, till: 'Terrace' },
        { who: 'Grace Liu', day: 13, till: 'Front counter' },
        { who: 'Ruby Castillo', day: 8, till: 'Terrace' },
        { who: 'Paolo Conti', day: 6, till: null },
        { who: 'Emma Fitzgerald', day: 2, till: 'Front counter' },
      ],
    },
    {
      key: 'next-pizza',
      template: 'menu-vote',
      name: 'Pizza of the month',
      keyword: 'SLICE',
      reply: 'Text SLICE and a number: 1 Margherita, 2 Diavola, 3 Verde, 4 Bianca ai funghi. One vote each!',
      made: 13,
      published: 12,
      ends: 9,
      changes: {
        main: {
          Content: 'You choose December’s pizza',
          Description: 'Four pizzas, one place on the card. The winner is half price for a month.',
          Question: 'Which one shall we bake all December?',
        },
        'votes.options': {
          Options: [
            { id: 'opt1', label: 'Margherita, smoked mozzarella', picture: stock('pizza-margherita', { focusX: 50 }) },
            { id: 'opt2', label: 'Diavola, Calabrian chilli', picture: stock('pizza-diavola', { focusX: 50 }) },
            { id: 'opt3', label: 'Verde, zucchini and olives', picture: stock('pizza-verde', { focusX: 50 }) },
            { id: 'opt4', label: 'Bianca ai funghi', picture: stock('pizza-bianca', { focusX: 50 }) },
          ],
        },
        thanks: { Content: 'Counted. Here’s how it stands.' },
      },
      entries: votes(
        `Grace Liu: b; Daniel Okafor: b; Mei Tanaka: c; Hannah Schmidt: a; James Whitaker: b; Chloe Bennett: a;
        Robert Castellano-Featherstonehaugh: d; Ethan Brooks: b; Aisha Rahman: c; Liam O’Connor: b; Noah Petersen: a;
        Emma Fitzgerald: b; Lucas Almeida: b; Ava Thompson: c; William Chen: d; Isabella Rossi: a;
        Benjamin Adeyemi: b; Charlotte Dubois: d; Amelia Hassan: c; Jack Morrison: b; Leo Fontaine: a;
        Gabriel Santos: b; Julian Weiss: a; Ella Johansson: c; Owen Delgado: b; Wyatt Hughes: a; Lily Yamamoto: c;
        Caleb Wright: b; Zoe Papadopoulos: d; Nora Lindqvist: c; Maya Desai: c; Alma Reyes: b; Jonah Feld: a;
        Tess Marlow: b; Kenji Mori: a; Rosa Delgado: b`,
        11,
      ),
      texts: [
        { who: 'Olivia Nguyen', day: 6, text: 'SLICE 2' },
        { who: 'Henry Takahashi', day: 5, text: 'SLICE margherita' },
        { who: 'Oscar Nilsson', day: 2, text: 'Slice 4' },
        { who: 'Adrian Popescu', day: 1, text: 'SLICE 2' },
      ],
      excluded: { who: 'Rosa Delgado', why: 'Our own new waiter. Votes of the house don’t count.' },
    },
    {
      key: 'late-night',
      template: 'menu-vote',
      name: 'Late night',
      keyword: 'LATE',
      reply: 'Text LATE and a number: 1 Thursday, 2 Friday, 3 Saturday.',
      made: 58,
      published: 57,
      ends: -40,
      changes: {
        styling: { BackgroundImage: stock('string-lights', { focusX: 50 }) },
        main: {
          Content: 'One night, open until one',
          Description: 'The oven stays hot for you. You say when.',
          Question: 'Which night shall we stay open late?',
        },
        'votes.options': {
          Options: [
            { id: 'opt1', label: 'Thursday', picture: null },
            { id: 'opt2', label: 'Friday', picture: null },
            { id: 'opt3', label: 'Saturday', picture: null },
          ],
        },
      },
      entries: votes(
        `Grace Liu: b; Daniel Okafor: c; Sofia Marchetti: b; Mateo García: b; Noa Levi: c; Hannah Schmidt: b;
        James Whitaker: a; Chloe Bennett: b; Mei Tanaka: c; Ethan Brooks: b`,
        14,
      ).map((one) => ({ ...one, day: one.day + 41 })),
    },
    {
      key: 'friends',
      template: 'bring-a-friend',
      name: 'Bella & friends',
      keyword: 'FRIENDS',
      reply:
        'Benvenuto, {{first_name|friend}}! Share your link, every friend brings you closer to dinner for two: {{loop_link}} Your points: {{loop_page}}',
      made: 31,
      published: 30,
      changes: {
        styling: { BackgroundImage: stock('shared-table', { focusX: 50 }), BackgroundColor: '#2b4238' },
        main: {
          Content: 'Good pizza is for sharing',
          Description: 'Get your own link. Each friend who joins brings you points, and points become dinner.',
        },
        'loops.main': { Title: 'You have [POINTS] points', Content: 'Share your link. Every friend who joins counts.' },
        thanks: { Content: 'You’re in. Share your link and watch your points grow.' },
      },
      rules: {
        join: { kind: 'action', action: 'join', title: 'You’re in', points: 10, url: null },
        friend: { kind: 'action', action: 'referral', title: 'A friend joins', points: 25, url: null },
        facebook: { kind: 'action', action: 'share-facebook', title: 'Share it on Facebook', points: 10, url: null },
        text: { kind: 'action', action: 'share-text', title: 'Text it to somebody', points: 10, url: null },
        specials: {
          kind: 'action',
          action: 'visit',
          title: 'Look at this week’s specials',
          points: 5,
          url: 'https://bellas-pizzeria.test/specials',
        },
        knots: { kind: 'reward', title: 'Garlic knots', description: 'A basket for the table.', points: 50 },
        pizza: { kind: 'reward', title: 'A large pizza on us', description: 'Any pizza from the card.', points: 100 },
        dinner: {
          kind: 'reward',
          title: 'Dinner for two',
          description: 'Three courses, wine not included.',
          points: 250,
        },
      },
      entries: [
        { who: 'Grace Liu', day: 29 },
        { who: 'Daniel Okafor', day: 28 },
        { who: 'Hannah Schmidt', day: 27 },
        { who: 'Emma Fitzgerald', day: 26 },
        { who: 'Robert Castellano-Featherstonehaugh', day: 25 },
        { who: 'Lena Fischer', day: 24, by: 'Grace Liu' },
        { who: 'Will Hartley', day: 23, by: 'Grace Liu' },
        { who: 'Chloe Bennett', day: 22, by: 'Daniel Okafor' },
        { who: 'Freya Lind', day: 21, by: 'Grace Liu' },
        { who: 'Isabella Rossi', day: 20 },
        { who: 'Sam Oyelaran', day: 19, by: 'Daniel Okafor' },
        { who: 'Ethan Brooks', day: 18, by: 'Hannah Schmidt' },
        { who: 'Tess Marlow', day: 17, by: 'Grace Liu' },
        { who: 'Jonah Feld', day: 16, by: 'Emma Fitzgerald' },
        { who: 'Alma Reyes', day: 14, by: 'Grace Liu' },
        { who: 'Kenji Mori', day: 13, by: 'Daniel Okafor' },
        { who: 'Benjamin Adeyemi', day: 12, by: 'Lena Fischer' },
        { who: 'Paolo Conti', day: 11, by: 'Grace Liu' },
        { who: 'Camille Roux', day: 10, by: 'Grace Liu' },
        { who: 'Ingrid Solberg', day: 9, by: 'Robert Castellano-Featherstonehaugh' },
        { who: 'Noah Petersen', day: 8, by: 'Isabella Rossi', from: 'Isabella Rossi' },
        { who: 'Yusuf Demir', day: 7, by: 'Grace Liu' },
        { who: 'Dana Whitfield', day: 6, by: 'Hannah Schmidt' },
        { who: 'Peter Novak', day: 4, by: 'Grace Liu' },
        { who: 'Marcus Bell', day: 3, by: 'Emma Fitzgerald', from: 'Emma Fitzgerald' },
        { who: 'Ella Johansson', day: 2, by: 'Chloe Bennett' },
        { who: 'Rosa Delgado', day: 1, by: 'Daniel Okafor', from: 'Daniel Okafor' },
      ],
      acts: [
        { who: 'Grace Liu', day: 28, did: 'facebook' },
        { who: 'Grace Liu', day: 28, did: 'text' },
        { who: 'Daniel Okafor', day: 27, did: 'text' },
        { who: 'Hannah Schmidt', day: 26, did: 'specials' },
        { who: 'Emma Fitzgerald', day: 20, did: 'facebook' },
        { who: 'Robert Castellano-Featherstonehaugh', day: 15, did: 'specials' },
        { who: 'Lena Fischer', day: 12, did: 'text' },
        { who: 'Chloe Bennett', day: 5, did: 'facebook' },
      ],
      claims: [
        { who: 'Grace Liu', day: 15, reward: 'knots' },
        { who: 'Grace Liu', day: 6, reward: 'pizza' },
        { who: 'Daniel Okafor', day: 8, reward: 'knots' },
      ],
      handedOut: [{ who: 'Grace Liu', day: 14, reward: 'knots', till: 'Front counter' }],
      refused: { who: 'Noah Petersen', by: 'Isabella Rossi', day: 7 },
    },
    {
      key: 'first-visit',
      template: 'popup-table',
      name: 'First visit (website)',
      keyword: 'GARLIC',
      reply: 'Grazie, {{first_name|friend}}! Your garlic bread until {{coupon_expires}}: {{coupon_link}}',
      made: 20,
      published: 19,
      offer: { discountType: 'free', amount: null, title: 'Garlic bread on the house' },
      changes: {
        styling: {
          Position: 'center',
          MaxWidth: 720,
          ImagePlace: 'left',
          BackgroundImage: stock('pizza-margherita', { focusX: 46 }),
        },
        settings: { ShowAfterTimeout: true, Timeout: 4, ShowAfterScroll: false, ShowOnExit: true },
        emailStep: {
          Content: 'Garlic bread’s on us',
          Description: 'Your first large pizza comes with garlic bread, on the house.',
          Label: 'Yes, please',
          FontSize: 34,
        },
        triggerButton: { Label: 'Free garlic bread' },
      },
      entries: [
        { who: 'Tess Marlow', day: 18 },
        { who: 'Will Hartley', day: 16, box: false },
        { who: 'Kenji Mori', day: 13 },
        { who: 'Alma Reyes', day: 9, box: false },
        { who: 'Freya Lind', day: 6 },
        { who: 'Jonah Feld', day: 4, box: false },
        { who: 'Sam Oyelaran', day: 2 },
      ],
      used: [
        { who: 'Tess Marlow', day: 12, till: 'Front counter' },
        { who: 'Kenji Mori', day: 5, till: 'Terrace' },
      ],
    },
    {
      key: 'truffle-week',
      template: 'restaurant',
      name: 'Truffle week',
      keyword: 'TRUFFLE',
      reply: 'Truffle week begins on Monday, {{first_name|friend}}. Reply with a day and we keep a table.',
      made: 2,
      changes: {
        styling: { BackgroundImage: stock('pizza-bianca', { focusX: 52 }) },
        main: {
          Content: 'Truffle week is coming',
          Description: 'Seven evenings, white truffle from Alba, twenty seats a night. The list hears first.',
        },
        actionButton: { Label: 'Keep me a seat' },
      },
      entries: [],
    },
  ],
};
