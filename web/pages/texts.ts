import { catalogue } from '../messages/translate.ts';

/** What pages say by themselves; all else is the business's words. */
export const texts = catalogue(null, {
  'page.optional': 'optional',
  'page.name': 'Name',
  'page.phone': 'Mobile number',
  'page.dayHint': 'MM/DD',
  'page.dayHelp': 'Month and day, such as 04/23.',
  'page.choose': 'Choose',
  'page.wrong': '{count, plural, one {Please look at one answer again.} other {Please look at # answers again.}}',
  'page.leaveEmpty': 'Leave this empty',
  'page.several': 'Choose as many as you like.',
  'page.film': 'Watch the video on {place}',
  'page.script': 'More from {company}',

  'vote.votes': '{count, plural, one {# vote} other {# votes}}',
  'vote.final': 'Final result',
  'vote.ended': 'This vote has ended.',
  'vote.yours': 'Your vote',
  'vote.shareOn': 'Share on {place}',
  'vote.none': 'No votes yet. Be the first.',

  'loop.link': 'Your link',
  'loop.copy': 'Copy',
  'loop.copied': 'Copied',
  'loop.send': 'Send to a friend',
  'loop.points': '+{points}',
  'loop.done': 'Done',
  'loop.share': 'Share',
  'loop.visit': 'Visit',
  'loop.did': 'I’ve done it',
  'loop.claim': 'Claim',
  'loop.show': 'Show code',
  'loop.claimed': 'Claimed. Show the code at the counter.',
  'loop.handedOut': 'Picked up. Enjoy!',
  'loop.needed': '{points} points',

  'coupon.code': 'Code',
  'coupon.expires': 'Good until {day}',
  'coupon.redeemed': 'Used',
  'coupon.expired': 'Expired',
  'coupon.revoked': 'Not valid any more',
  'coupon.barcode': 'Barcode of {code}',
  'coupon.qr': 'QR code of {code}',

  'thanks.offer': 'your offer',
  'thanks.coupon': 'Open your coupon',
  'thanks.waits': 'One more step',
  'thanks.again': 'Send the email again',
  'thanks.known': 'You’re already in',
  'thanks.prove': 'Email me my link',
});
export const { t } = texts;
