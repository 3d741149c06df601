/** What the widget says by itself; all else is the business's words. Apart from the pages' texts: it carries no formatter. */
export const words = {
  email: 'Email',
  phone: 'Mobile number',
  leaveEmpty: 'Leave this empty',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  open: 'Open your coupon',
  policy: 'Privacy policy',
  terms: 'Terms of service',
  preview: 'Preview: nothing is sent',
  badEmail: 'Enter a valid email address.',
  noPhone: 'Enter your mobile number, or skip this step.',
  mustPhone: 'Enter your mobile number.',
  tick: 'Tick the box to get texts, or skip this step.',
  mustTick: 'Tick the box to get texts.',
  offline: 'That did not get through. Please press the button again.',
} as const;
