import { color, line, rich, size } from '../field.ts';
import { couponOfPage } from './coupon.ts';
import * as shared from './shared.ts';

const { ink } = shared;

export const loop = {
  styling: { ...shared.styling({ maxWidth: 600 }), ...shared.theme },
  logo: shared.logo,
  main: shared.main({
    content: 'Share and earn',
    description: 'Sign up, share your own link, and unlock a reward with every friend who joins.',
  }),
  inputs: shared.inputs(['Name', 'Email', 'Phone']),
  actionButton: shared.actionButton({ label: 'Get my link' }),
  'loops.styling': { BackgroundColor: color('#f3f5f9'), Roudness: size(8, 0, 48), MaxWidth: size(720, 280, 1_400) },
  'loops.main': {
    /** `[POINTS]` is the visitor's own. */
    Title: line('You have [POINTS] points', 200),
    HeaderLabel1: line('Your Points', 60),
    HeaderLabel2: line('Your Referrals', 60),
    HeaderLabel3: line('Your Ranking', 60),
    HeaderLabel4: line('Rewards Unlocked', 60),
    Content: rich('Share your link. Every friend who joins brings you closer to a reward.'),
    Description: rich(''),
    TitleColor: color(ink.text),
    Color: color(ink.text),
    LabelColor: color(ink.soft),
    BackgroundColor: color(ink.paper),
  },
  'loops.points': {
    Title: line('Ways to earn', 120),
    Content: rich('Points are added as soon as it is done.'),
    TitleColor: color(ink.text),
    Color: color(ink.soft),
    BackgroundColor: color(ink.paper),
  },
  'loops.rewards': {
    Title: line('Rewards', 120),
    ItemColor: color(ink.text),
    ItemBackgroundColor: color('#f3f5f9'),
    IconColor: color(ink.accent),
    SuccessText: line('Unlocked! It is yours.', 200),
    /** `[POINTS]` is what is still missing. */
    UnlockText: line('[POINTS] more points to unlock', 200),
    BackgroundColor: color(ink.paper),
  },
  legalFooter: shared.legalFooter,
  thanks: shared.thanks('You’re in. Share your link: every friend who joins earns you points.'),
  scripts: shared.scripts,
  ...couponOfPage,
};
