import { couponOfPage } from './coupon.ts';
import * as shared from './shared.ts';

export const landing = {
  styling: { ...shared.styling({ maxWidth: 600 }), ...shared.theme },
  logo: shared.logo,
  main: shared.main({
    content: 'Join our list',
    description: 'Be the first to hear of offers and news. It takes ten seconds.',
  }),
  inputs: shared.inputs(['Name', 'Phone', 'Birthday']),
  actionButton: shared.actionButton({ label: 'Sign me up' }),
  legalFooter: shared.legalFooter,
  thanks: shared.thanks('Thank you! You’re on the list.'),
  scripts: shared.scripts,
  ...couponOfPage,
};
