import type { PageKind, StoredSections } from './model.ts';
import { type RichText, written } from './rich-text.ts';

/** A look: five colours that go together, a family of letters, and how round things are. */
interface Look {
  /** Behind everything. */
  readonly ground: string;
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly font: 'sans' | 'serif' | 'rounded' | 'mono';
  /** px */
  readonly round: number;
  readonly align?: 'left' | 'center';
  readonly weight?: '500' | '600' | '700' | '800';
  readonly headline?: number;
}
interface Words {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly thanks: string;
  readonly asks: readonly ('Name' | 'Email' | 'Phone' | 'Birthday' | 'Anniversary' | 'BusinessName')[];
  readonly small?: string;
}
export interface PageTemplate {
  /** Kept on the page for ever. */
  readonly id: string;
  readonly kind: Extract<PageKind, 'landing' | 'vote' | 'loop' | 'popup'>;
  readonly name: string;
  /** What it is for, in a line. */
  readonly about: string;
  readonly keyword: string;
  /** The text that who joins gets. */
  readonly reply: string;
  readonly sections: StoredSections;
  /** What its words promise, where they promise a coupon; left out: what its headline says. */
  readonly offer?: { readonly kind: 'percentage' | 'free'; readonly amount: number | null; readonly title: string };
}

const emphasised = (text: string): RichText =>
  written(text).map((block) => ({
    ...block,
    runs: block.runs.flatMap(({ text: words }) =>
      words
        .split(/\*([^*]+)\*/u)
        .flatMap((part, index) => (part === '' ? [] : [index % 2 === 1 ? { text: part, bold: true } : { text: part }])),
    ),
  }));

function sectionsOf(look: Look, words: Words): StoredSections {
  const { ground, paper, ink, soft, accent, onAccent, font, round, align = 'center', weight = '700' } = look;
  const all = ['Name', 'Email', 'Phone', 'Birthday', 'Anniversary', 'BusinessName'] as const;
  return {
    styling: { BackgroundColor: ground, Roudness: round, MaxWidth: 560, FontFamily: font },
    logo: { Align: align, Padding: 8 },
    main: {
      BackgroundColor: paper,
      Content: emphasised(words.title),
      Description: emphasised(words.text),
      Align: align,
      FontSize: look.headline ?? 40,
      FontWeight: weight,
      Color: soft,
      HeadingColor: ink,
      DescriptionColor: soft,
      DescriptionFontSize: 18,
    },
    inputs: {
      ...Object.fromEntries(all.map((name) => [`Show${name}`, (words.asks as readonly string[]).includes(name)])),
      LabelColor: ink,
      BackgroundColor: paper,
      Color: ink,
      BorderColor: soft,
      Roudness: Math.min(round, 16),
    },
    actionButton: {
      Label: words.button,
      BackgroundColor: accent,
      Color: onAccent,
      FontSize: 20,
      Padding: 14,
      Roudness: round,
      DisclaimerColor: soft,
    },
    legalFooter: { Content: emphasised(words.small ?? ''), Color: soft, LinkColor: ink, Align: align },
    thanks: { Content: emphasised(words.thanks), Color: ink, BackgroundColor: paper },
  };
}

const landing = (
  id: string,
  name: string,
  about: string,
  keyword: string,
  reply: string,
  look: Look,
  words: Words,
): PageTemplate => ({ id, kind: 'landing', name, about, keyword, reply, sections: sectionsOf(look, words) });

const vote = (
  id: string,
  name: string,
  about: string,
  keyword: string,
  reply: string,
  look: Look,
  words: Words & { readonly question: string; readonly options: readonly string[] },
): PageTemplate => {
  const sections = sectionsOf(look, words);
  const { paper, ink, soft, accent, onAccent, round } = look;
  return {
    id,
    kind: 'vote',
    name,
    about,
    keyword,
    reply,
    sections: {
      ...sections,
      styling: { ...sections['styling'], MaxWidth: 680 },
      main: { ...sections['main'], Question: words.question },
      'votes.options': {
        Options: words.options.map((label, index) => ({ id: `opt${index + 1}`, label, picture: null })),
        BackgroundColor: paper,
        Color: ink,
        BorderColor: soft,
        SelectedColor: accent,
        Roudness: Math.min(round, 16),
      },
      'votes.actionButton': { Label: 'Vote', BackgroundColor: accent, Color: onAccent, FontSize: 20, Roudness: round },
      'votes.result': { BackgroundColor: paper, TitleColor: ink, TextColor: ink, BarColor: accent },
      'votes.share': { TitleColor: ink },
    },
  };
};

const loop = (
  id: string,
  name: string,
  about: string,
  keyword: string,
  reply: string,
  look: Look,
  words: Words,
): PageTemplate => {
  const { ground, paper, ink, soft, accent, round } = look;
  return {
    id,
    kind: 'loop',
    name,
    about,
    keyword,
    reply,
    sections: {
      ...sectionsOf(look, words),
      'loops.styling': { BackgroundColor: ground, Roudness: round },
      'loops.main': { BackgroundColor: paper, TitleColor: ink, Color: ink, LabelColor: soft },
      'loops.points': { BackgroundColor: paper, TitleColor: ink, Color: soft },
      'loops.rewards': { BackgroundColor: paper, ItemColor: ink, ItemBackgroundColor: ground, IconColor: accent },
    },
  };
};

interface PopupWords {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly phoneTitle: string;
  readonly phoneText: string;
  readonly phoneButton: string;
  readonly skip: string;
  readonly thanks: string;
  readonly thanksText: string;
  readonly tab: string;
  readonly offer: NonNullable<PageTemplate['offer']>;
}
/** `more`: what differs from a window in the middle that comes after ten seconds. */
const popup = (
  id: string,
  name: string,
  about: string,
  keyword: string,
  reply: string,
  look: Look,
  words: PopupWords,
  more: StoredSections = {},
): PageTemplate => {
  const { paper, ink, soft, accent, onAccent, font, round, align = 'center' } = look;
  const step = (content: string, description: string, label: string) => ({
    Content: emphasised(content),
    Description: emphasised(description),
    Label: label,
    Color: ink,
    FontSize: look.headline ?? 30,
    Align: align,
    BackgroundColor: accent,
    ButtonColor: onAccent,
    Padding: 12,
    Roudness: round,
  });
  const sections: StoredSections = {
    styling: { BackgroundColor: paper, Roudness: Math.min(round + 6, 28), FontFamily: font, MaxWidth: 480 },
    emailStep: step(words.title, words.text, words.button),
    phoneStep: { ...step(words.phoneTitle, words.phoneText, words.phoneButton), SkipLabel: words.skip },
    closeButton: { Color: soft },
    triggerButton: { Label: words.tab, BackgroundColor: accent, Color: onAccent, Roudness: round },
    thanksStep: step(words.thanks, words.thanksText, 'Back to the shop'),
  };
  for (const [section, values] of Object.entries(more)) sections[section] = { ...sections[section], ...values };
  return { id, kind: 'popup', name, about, keyword, reply, sections, offer: words.offer };
};

/** What a page can begin as: real words in real looks, to be changed. The first of a kind is what most begin with. */
export const pageTemplates: readonly PageTemplate[] = [
  landing(
    'restaurant',
    'Trattoria',
    'Restaurants: a table tonight, a dish on the house',
    'TABLE',
    'Grazie, {{first_name|friend}}! Show this text for a dessert on the house: {{coupon_code}}.',
    {
      ground: '#f6ede1',
      paper: '#fffaf3',
      ink: '#3a1d14',
      soft: '#7a5a4a',
      accent: '#a63a23',
      onAccent: '#ffffff',
      font: 'serif',
      round: 6,
      weight: '600',
    },
    {
      title: 'Dessert is on us',
      text: 'Join our table list. Your first dessert is *free*, and you hear of truffle week before anybody else.',
      button: 'Save me a seat',
      thanks: 'Grazie! We’ve sent it to your phone: {{offer}}.',
      asks: ['Name', 'Phone', 'Birthday'],
      small: 'Two texts a month at most. We cook more than we write.',
    },
  ),
  landing(
    'cafe',
    'Corner café',
    'Cafés and bakeries: the tenth cup, the bread of the day',
    'COFFEE',
    'Hi {{first_name|there}}, your coffee is on us: {{coupon_code}}. Show it at the counter.',
    {
      ground: '#e9dfd1',
      paper: '#ffffff',
      ink: '#2d221a',
      soft: '#6b5a4b',
      accent: '#5c3b22',
      onAccent: '#ffffff',
      font: 'rounded',
      round: 20,
    },
    {
      title: 'First coffee’s free',
      text: 'We open at seven, and the croissants are gone by nine. Get a text when the oven is warm.',
      button: 'Pour me one',
      thanks: 'See you at the counter. It’s in your messages: {{offer}}.',
      asks: ['Name', 'Phone'],
    },
  ),
  landing(
    'gym',
    'Iron room',
    'Gyms and studios: a trial week, class openings',
    'LIFT',
    'You’re in, {{first_name|champ}}. Show {{coupon_code}} at the desk for your free week.',
    {
      ground: '#0d1117',
      paper: '#151b24',
      ink: '#f5f7fa',
      soft: '#aab4c2',
      accent: '#c8f135',
      onAccent: '#12180a',
      font: 'sans',
      round: 4,
      align: 'left',
      weight: '800',
      headline: 52,
    },
    {
      title: 'Seven days. No excuses.',
      text: 'Train free for a week: every class, every rack, a coach who knows your name.',
      button: 'Start my week',
      thanks: 'Lace up. It’s on your phone: {{offer}}.',
      asks: ['Name', 'Email', 'Phone'],
      small: 'No card needed. The week starts on the day of your first visit.',
    },
  ),
  landing(
    'salon',
    'Atelier',
    'Salons and spas: a treat, an empty chair filled today',
    'GLOW',
    'Lovely to meet you, {{first_name|friend}}. 20% off your first visit: {{coupon_code}}.',
    {
      ground: '#f4e7e6',
      paper: '#fffdfc',
      ink: '#3d2430',
      soft: '#7d5f6b',
      accent: '#9c3d5e',
      onAccent: '#ffffff',
      font: 'serif',
      round: 28,
      weight: '500',
      headline: 44,
    },
    {
      title: 'An hour that’s yours',
      text: 'Take *20% off* your first visit. When a chair comes free on the day, our list hears of it first.',
      button: 'Treat me',
      thanks: 'We look forward to seeing you. It’s in your messages: {{offer}}.',
      asks: ['Name', 'Phone', 'Birthday'],
    },
  ),
  landing(
    'retail',
    'Drop',
    'Shops and brands: early access, a code for the first order',
    'DROP',
    'You’re on the list, {{first_name|friend}}. 15% off, once: {{coupon_code}}.',
    {
      ground: '#111111',
      paper: '#ffffff',
      ink: '#111111',
      soft: '#5c5c5c',
      accent: '#111111',
      onAccent: '#ffffff',
      font: 'sans',
      round: 0,
      align: 'left',
      weight: '800',
      headline: 48,
    },
    {
      title: 'First in line, 15% off',
      text: 'New pieces every other Friday. The list shops a day early, with a code of its own.',
      button: 'Let me in',
      thanks: 'You’re in. Check your messages for the code.',
      asks: ['Email', 'Phone'],
    },
  ),
  landing(
    'event',
    'Night shift',
    'Concerts, markets, openings: the guest list',
    'GUEST',
    'You’re on the guest list, {{first_name|friend}}. Doors at 8. Show {{coupon_code}} at the entrance.',
    {
      ground: '#1b0f3b',
      paper: '#26174f',
      ink: '#ffffff',
      soft: '#cbbff0',
      accent: '#ff5fa2',
      onAccent: '#2a0a1c',
      font: 'sans',
      round: 16,
      weight: '800',
      headline: 50,
    },
    {
      title: 'One night. Live.',
      text: 'Put your name on the guest list: doors at eight, first drink on the house until nine.',
      button: 'Put me on the list',
      thanks: 'You’re on the list. We text you the door code on the day.',
      asks: ['Name', 'Phone'],
    },
  ),
  landing(
    'church',
    'Gathering',
    'Churches and communities: this week, and where help is needed',
    'WELCOME',
    'Welcome, {{first_name|friend}}. We’re glad you’re here. Reply any time; a person reads it.',
    {
      ground: '#e8edf0',
      paper: '#ffffff',
      ink: '#22313b',
      soft: '#566873',
      accent: '#2f6178',
      onAccent: '#ffffff',
      font: 'serif',
      round: 10,
      weight: '600',
    },
    {
      title: 'There’s a place for you here',
      text: 'Leave your name and we’ll save you a seat on Sunday. One text a week: what’s on, and who could use a hand.',
      button: 'Stay in touch',
      thanks: 'Thank you. We’ll see you on Sunday.',
      asks: ['Name', 'Phone', 'Email'],
    },
  ),
  landing(
    'real-estate',
    'Front door',
    'Real estate: a listing’s details, new homes first',
    'HOME',
    'Hi {{first_name|there}}, here are the details you asked for. Shall we arrange a viewing? Just reply.',
    {
      ground: '#dfe6e1',
      paper: '#ffffff',
      ink: '#1c2b24',
      soft: '#536159',
      accent: '#1f5a43',
      onAccent: '#ffffff',
      font: 'sans',
      round: 8,
      align: 'left',
      weight: '700',
    },
    {
      title: 'See it before it’s listed',
      text: 'Tell us where to send them: floor plan, price and the first viewings, a day before the portals.',
      button: 'Send me the details',
      thanks: 'On their way. Reply to our text whenever you want to see it.',
      asks: ['Name', 'Email', 'Phone'],
    },
  ),
  landing(
    'non-profit',
    'Common ground',
    'Non-profits: volunteers, a campaign, a thank-you',
    'HELP4',
    'Thank you, {{first_name|friend}}. You’re one of us now. Next shift: we’ll text you on Thursday.',
    {
      ground: '#fdf3d8',
      paper: '#ffffff',
      ink: '#2b2a1f',
      soft: '#65614a',
      accent: '#c23f17',
      onAccent: '#ffffff',
      font: 'rounded',
      round: 14,
      weight: '800',
    },
    {
      title: 'Two hours can feed forty',
      text: 'We pack, we drive, we knock on doors. Say when you’re free and we’ll text you a shift near you.',
      button: 'Count me in',
      thanks: 'Welcome to the crew. We’ll be in touch this week.',
      asks: ['Name', 'Phone', 'Email'],
    },
  ),
  landing(
    'auto-service',
    'Pit stop',
    'Garages and tyre shops: the next service, winter tyres',
    'OIL',
    'Hi {{first_name|there}}, $20 off your next service: {{coupon_code}}. Reply with your plate to book.',
    {
      ground: '#22272e',
      paper: '#ffffff',
      ink: '#1b1f24',
      soft: '#555f6b',
      accent: '#f2b705',
      onAccent: '#221a00',
      font: 'sans',
      round: 4,
      align: 'left',
      weight: '800',
    },
    {
      title: '$20 off your next oil change',
      text: 'In and out in 40 minutes, coffee included. We text you when the next one is due, so you needn’t think of it.',
      button: 'Get my $20',
      thanks: 'Done. Show the text at the counter.',
      asks: ['Name', 'Phone'],
    },
  ),
  landing(
    'pets',
    'Good dog',
    'Groomers, vets and pet shops: birthdays that matter',
    'PAWS',
    'Woof! A bag of treats for your best friend: {{coupon_code}}. Love, all of us.',
    {
      ground: '#d8ecec',
      paper: '#ffffff',
      ink: '#123b3d',
      soft: '#4a6b6c',
      accent: '#0f766e',
      onAccent: '#ffffff',
      font: 'rounded',
      round: 24,
      weight: '700',
    },
    {
      title: 'Who’s getting a treat?',
      text: 'Tell us the birthday of your four-legged friend, and there’s a bag of treats waiting on the day.',
      button: 'Fetch my treat',
      thanks: 'Good human. It’s in your messages: {{offer}}.',
      asks: ['Name', 'Phone', 'Birthday'],
    },
  ),
  landing(
    'dentist',
    'Bright side',
    'Dentists and practices: the next check-up, without a phone call',
    'SMILE',
    'Hi {{first_name|there}}, thanks for signing up. Reply with a day that suits you and we’ll find a time.',
    {
      ground: '#e3eefb',
      paper: '#ffffff',
      ink: '#12304f',
      soft: '#4c6481',
      accent: '#1d64c2',
      onAccent: '#ffffff',
      font: 'sans',
      round: 12,
      weight: '700',
    },
    {
      title: 'A check-up, by text',
      text: 'No holding the line. Leave your number and we’ll text you two times to choose from.',
      button: 'Text me a time',
      thanks: 'Thank you. You’ll hear from us within a day.',
      asks: ['Name', 'Phone'],
      small: 'For emergencies, please call us.',
    },
  ),
  vote(
    'menu-vote',
    'Chef’s choice',
    'Let your guests decide what comes on the menu',
    'VOTE',
    'Thanks for voting, {{first_name|friend}}! We tell you on Friday which one has won.',
    {
      ground: '#f6ede1',
      paper: '#fffaf3',
      ink: '#3a1d14',
      soft: '#7a5a4a',
      accent: '#a63a23',
      onAccent: '#ffffff',
      font: 'serif',
      round: 8,
      weight: '600',
    },
    {
      title: 'You write the menu',
      text: 'Three dishes, one place on the card. The winner is 10% off for everybody who voted.',
      question: 'Which one do you want to see in November?',
      options: ['Pumpkin ravioli, sage butter', 'Braised short rib, polenta', 'Wild mushroom risotto'],
      button: 'Continue',
      thanks: 'Counted. Here’s how it stands.',
      asks: ['Name', 'Phone'],
    },
  ),
  vote(
    'fan-vote',
    'Matchday',
    'Clubs, radio stations, events: the crowd’s favourite',
    'MVP',
    'Your vote is in, {{first_name|fan}}. The result is read out after the final whistle.',
    {
      ground: '#071d3a',
      paper: '#0f2a50',
      ink: '#ffffff',
      soft: '#b9c9e2',
      accent: '#ffd23f',
      onAccent: '#2a2100',
      font: 'sans',
      round: 10,
      weight: '800',
      headline: 46,
    },
    {
      title: 'Who was it tonight?',
      text: 'One vote each. Vote before the whistle and a signed shirt may be yours.',
      question: 'Player of the match',
      options: ['No. 7', 'No. 10', 'The keeper', 'The whole back line'],
      button: 'Continue',
      thanks: 'Your vote counts. Here’s how it stands.',
      asks: ['Name', 'Phone'],
    },
  ),
  loop(
    'bring-a-friend',
    'Bring a friend',
    'Rewards for who brings others, for any business',
    'FRIENDS',
    'Here’s your own link, {{first_name|friend}}: {{loop_link}} Every friend who joins brings you closer to a reward. Your points: {{loop_page}}',
    {
      ground: '#e6e6fb',
      paper: '#ffffff',
      ink: '#1f1d4d',
      soft: '#5a5880',
      accent: '#4b3fd1',
      onAccent: '#ffffff',
      font: 'sans',
      round: 14,
      weight: '800',
    },
    {
      title: 'Good things are for sharing',
      text: 'Get your own link. Each friend who joins brings you points, and points become rewards.',
      button: 'Get my link',
      thanks: 'You’re in. Here’s your link.',
      asks: ['Name', 'Phone', 'Email'],
    },
  ),
  popup(
    'popup-welcome',
    'First order',
    'Online shops: a code for the first order, after a moment',
    'FIRST10',
    'Here it is again, {{first_name|friend}}: {{coupon_code}}. 10% off your first order.',
    {
      ground: '#ffffff',
      paper: '#fffdf9',
      ink: '#1f2a24',
      soft: '#54625a',
      accent: '#1f5a43',
      onAccent: '#ffffff',
      font: 'serif',
      round: 8,
      headline: 34,
    },
    {
      title: '10% off your first order',
      text: 'Leave your email and the code is yours, *right here*. One letter a month, no more.',
      button: 'Show me the code',
      phoneTitle: 'Early access by text?',
      phoneText: 'New pieces go to our text list a day before anybody else. Your code is yours either way.',
      phoneButton: 'Text me first',
      skip: 'No, just the code',
      thanks: 'Here’s your code',
      thanksText: 'Enter it at the checkout. We’ve noted it for you, too.',
      tab: '10% off',
      offer: { kind: 'percentage', amount: 10, title: '10% off your first order' },
    },
  ),
  popup(
    'popup-stay',
    'Before you go',
    'Any site: one good reason when a visitor is about to leave',
    'STAY15',
    'Still yours, {{first_name|friend}}: 15% off with {{coupon_code}}.',
    {
      ground: '#0d1117',
      paper: '#141821',
      ink: '#ffffff',
      soft: '#b4bccb',
      accent: '#ffcf3f',
      onAccent: '#241c00',
      font: 'sans',
      round: 12,
      headline: 38,
      align: 'left',
    },
    {
      title: 'Leaving? Take 15% with you.',
      text: 'It’s good for two weeks, on everything. No hurry.',
      button: 'Take 15%',
      phoneTitle: 'Shall we remind you?',
      phoneText: 'One text the day before your code runs out.',
      phoneButton: 'Remind me',
      skip: 'I’ll remember',
      thanks: 'It’s yours',
      thanksText: 'See you within two weeks.',
      tab: '15% off',
      offer: { kind: 'percentage', amount: 15, title: '15% off everything' },
    },
    { settings: { ShowAfterTimeout: false, ShowOnExit: true } },
  ),
  popup(
    'popup-table',
    'Table for two',
    'Restaurants and cafés: a friendly corner, no interruption',
    'DESSERT',
    'Grazie, {{first_name|friend}}! Show {{coupon_code}} for a dessert on the house.',
    {
      ground: '#f6ede1',
      paper: '#fff8ee',
      ink: '#3a1d14',
      soft: '#7a5a4a',
      accent: '#a63a23',
      onAccent: '#ffffff',
      font: 'serif',
      round: 10,
      align: 'left',
      headline: 26,
    },
    {
      title: 'Dessert’s on us',
      text: 'Join our table list and your first dessert is *free*.',
      button: 'Yes, please',
      phoneTitle: 'Hear of free tables?',
      phoneText: 'When a guest cancels on the day, our text list hears first.',
      phoneButton: 'Text me',
      skip: 'No, thanks',
      thanks: 'A presto!',
      thanksText: 'Show this code to your waiter.',
      tab: 'Free dessert',
      offer: { kind: 'free', amount: null, title: 'A dessert on the house' },
    },
    {
      styling: { Position: 'bottom-right', MaxWidth: 380 },
      settings: { ShowAfterTimeout: false, ShowAfterScroll: true, ScrollPercent: 35 },
      triggerButton: { Position: 'bottom-right' },
    },
  ),
  popup(
    'popup-bar',
    'One line',
    'Events and drops: a bar at the foot of the page',
    'DOORS',
    'You’re on the list, {{first_name|friend}}. Your code: {{coupon_code}}.',
    {
      ground: '#1b0f3b',
      paper: '#26174f',
      ink: '#ffffff',
      soft: '#cbbff0',
      accent: '#ff5fa2',
      onAccent: '#2a0a1c',
      font: 'sans',
      round: 24,
      align: 'left',
      headline: 24,
    },
    {
      title: 'Tickets on Friday. The list buys on Thursday.',
      text: 'And the first drink is on us.',
      button: 'Put me on it',
      phoneTitle: 'Or by text, at ten sharp?',
      phoneText: 'The link, the minute the sale opens.',
      phoneButton: 'Text me the link',
      skip: 'Email is fine',
      thanks: 'You’re on the list',
      thanksText: 'Show this code at the bar.',
      tab: 'Buy a day early',
      offer: { kind: 'free', amount: null, title: 'The first drink on the house' },
    },
    { styling: { Position: 'bar-bottom' }, settings: { Timeout: 4 } },
  ),
  popup(
    'popup-class',
    'Trial week',
    'Gyms, studios, practices: a button that waits to be pressed',
    'TRIAL7',
    'You’re in, {{first_name|champ}}. Show {{coupon_code}} at the desk for your free week.',
    {
      ground: '#e3eefb',
      paper: '#ffffff',
      ink: '#12304f',
      soft: '#4c6481',
      accent: '#1d64c2',
      onAccent: '#ffffff',
      font: 'rounded',
      round: 24,
      headline: 32,
    },
    {
      title: 'Seven days, free',
      text: 'Every class, every trainer, no card needed.',
      button: 'Start my week',
      phoneTitle: 'Where can we text you?',
      phoneText: 'We’ll text you the timetable and keep a place for you.',
      phoneButton: 'Keep me a place',
      skip: 'I’ll come by',
      thanks: 'See you in class',
      thanksText: 'Show this code at the desk.',
      tab: 'Try us for a week',
      offer: { kind: 'free', amount: null, title: 'Seven days free' },
    },
    { settings: { ShowAfterTimeout: false }, triggerButton: { When: 'always', Position: 'bottom-right' } },
  ),
];

export const templateOf = (id: string | null): PageTemplate | null =>
  pageTemplates.find((template) => template.id === id) ?? null;
