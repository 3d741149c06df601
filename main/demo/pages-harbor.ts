import type { DemoPage } from './page.ts';
import { stock } from './stock.ts';

/** What Harbor Fitness shows the public: a trial with a coupon, a vote for several classes, and a loop for training partners. */
export const harborPages: { readonly strangers: string; readonly pages: readonly DemoPage[] } = {
  strangers: `Nadia Karim; Owen Fitch; Priscilla Amoah; Lars Bergstrom; Mina Torres; Ruth Abelson; Kofi Darko; Joan Pell`,
  pages: [
    {
      key: 'winter-trial',
      template: 'gym',
      name: 'Winter trial',
      keyword: 'WINTER',
      reply: 'You’re in, {{first_name|champ}}. Show {{coupon_code}} at the desk: {{coupon_link}}',
      made: 24,
      published: 24,
      offer: { discountType: 'percentage', amount: 50, title: 'Half off the first two months' },
      changes: {
        styling: { Fullscreen: true, BackgroundImage: stock('kettlebells', {}) },
        main: {
          Content: 'Start before January.',
          Description: 'Everybody starts on the first. You’ll be two months ahead, at half the price.',
        },
        inputs: { EmailRequired: false },
        actionButton: { Label: 'Start now' },
      },
      entries: [
        { who: 'Tyler Jackson', day: 23 },
        { who: 'Nadia Karim', day: 22 },
        { who: 'Diego Hernández', day: 20 },
        { who: 'Owen Fitch', day: 18, box: false },
        { who: 'Erin Callahan', day: 17 },
        { who: 'Priscilla Amoah', day: 13 },
        { who: 'Derek Sullivan', day: 11 },
        { who: 'Lars Bergstrom', day: 8 },
        { who: 'Austin Parker', day: 6 },
        { who: 'Mina Torres', day: 3 },
        { who: 'Hugo Lambert', day: 1 },
      ],
      used: [
        { who: 'Tyler Jackson', day: 15, till: 'Reception' },
        { who: 'Nadia Karim', day: 12, till: 'Reception' },
        { who: 'Diego Hernández', day: 4, till: null },
      ],
    },
    {
      key: 'new-classes',
      template: 'fan-vote',
      name: 'Winter timetable',
      keyword: 'CLASSES',
      reply: 'Text CLASSES and up to four numbers: 1 Spin, 2 Yoga, 3 Boxing, 4 Masters swim.',
      made: 10,
      published: 9,
      ends: 12,
      changes: {
        main: {
          Content: 'Build the winter timetable',
          Description: 'We have room for two new classes. Pick every one that you’d come to.',
          Question: 'What would you come to?',
        },
        'votes.options': {
          AllowMultiple: true,
          Options: [
            { id: 'opt1', label: 'Spin at six', picture: stock('spin-wheels', {}) },
            { id: 'opt2', label: 'Slow yoga', picture: stock('yoga-mats', {}) },
            { id: 'opt3', label: 'Boxing basics', picture: stock('boxing-gloves', {}) },
            { id: 'opt4', label: 'Masters swim', picture: stock('pool-lanes', { focusX: 44 }) },
          ],
        },
        thanks: { Content: 'Noted. Here’s what the others would come to.' },
      },
      entries: `Keisha Williams: a; Rachel Cohen: bd; Ahmed Mansour: c; Kevin Doyle: ac; Fatima Zahra: b; Wei Zhang: d;
        Jasmine Carter: a; Naomi Feldman: b; Trevor Banks: ac; Yuki Sato: d; Colleen Murphy: bd; Imani Brooks: a;
        Siobhan Kelly: ab; Ruth Abelson: b; Vanessa Ortiz: b; Kofi Darko: c; Andre Baptiste: c; Ananya Iyer: b`
        .split(';')
        .map((line, index) => {
          const [who = '', choices = ''] = line.split(':').map((part) => part.trim());
          return { who, choices, day: 8 - Math.floor(index / 2.4) };
        }),
      texts: [{ who: 'Marcus Silva', day: 3, text: 'CLASSES 1 3' }],
    },
    {
      key: 'buddies',
      template: 'bring-a-friend',
      name: 'Train together',
      keyword: 'BUDDY',
      reply:
        'Good choice, {{first_name|champ}}. A training partner is worth 30 points. Share your link: {{loop_link}} Your points: {{loop_page}}',
      made: 16,
      published: 15,
      changes: {
        styling: { BackgroundImage: stock('running-track', {}) },
        main: {
          Content: 'Nobody quits in pairs',
          Description: 'Bring somebody. You both train free for a week, and you collect points.',
        },
      },
      rules: {
        join: { kind: 'action', action: 'join', title: 'You’re in', points: 10, url: null },
        friend: { kind: 'action', action: 'referral', title: 'A friend joins', points: 30, url: null },
        text: { kind: 'action', action: 'share-text', title: 'Text it to somebody', points: 10, url: null },
        bottle: { kind: 'reward', title: 'A Harbor bottle', description: '750 ml, steel.', points: 40 },
        month: { kind: 'reward', title: 'A free month', description: 'On top of your membership.', points: 130 },
      },
      entries: [
        { who: 'Keisha Williams', day: 14 },
        { who: 'Jamal Robinson', day: 13 },
        { who: 'Nadia Karim', day: 12, by: 'Keisha Williams' },
        { who: 'Lars Bergstrom', day: 10, by: 'Keisha Williams' },
        { who: 'Joan Pell', day: 8, by: 'Jamal Robinson' },
        { who: 'Kofi Darko', day: 5, by: 'Keisha Williams' },
        { who: 'Mina Torres', day: 3, by: 'Keisha Williams' },
        { who: 'Ruth Abelson', day: 2, by: 'Jamal Robinson', from: 'Jamal Robinson' },
      ],
      acts: [{ who: 'Keisha Williams', day: 13, did: 'text' }],
      claims: [{ who: 'Keisha Williams', day: 9, reward: 'bottle' }],
      handedOut: [{ who: 'Keisha Williams', day: 8, reward: 'bottle', till: 'Reception' }],
    },
  ],
};
