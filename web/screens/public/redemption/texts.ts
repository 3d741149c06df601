import { plain } from '../../../plain/texts.ts';
import { catalogue, type KeysOf } from '../../../messages/translate.ts';

/** The words of the redemption page: of the till, and of who looks a code up. */
export const redemption = catalogue(plain, {
  'till.title': 'Redeem a coupon',
  'till.lookTitle': 'Your coupon',
  'till.gone': 'There is no shop at this address.',
  'till.goneText': 'It may have been mistyped, or the business may have closed its page.',
  'till.closed': 'This device is not a till any more. Ask for a new link.',
  'till.code': 'Code',
  'till.look': 'Look up',
  'till.scan': 'Scan',
  'till.scanning': 'Hold the code in front of the camera.',
  'till.scanStop': 'Stop scanning',
  'till.noCamera': 'The camera can’t be used. Type the code instead.',
  'till.unknown': 'There is no coupon with this code. Check it letter by letter.',
  'till.open': 'Good',
  'till.redeemed': 'Used',
  'till.expired': 'Expired',
  'till.revoked': 'Withdrawn',
  'till.until': 'Good until {day}',
  'till.was': 'Expired on {day}',
  'till.forEver': 'Never expires',
  'till.usedAt': 'Used {when}, {where}',
  'till.usedWhen': 'Used {when}',
  'till.redeem': 'Redeem',
  'till.done': 'Redeemed',
  'till.next': 'Next coupon',
  'till.undoLeft': 'Undo ({left} left)',
  'till.undone': 'Taken back. The coupon is good again.',
  'till.staff': 'Show this at the counter: the staff redeems it.',
  'till.everybody': 'Everybody has this code. Whose coupon is it?',
  'till.whose': 'Name, or last four digits of the phone number',
  'till.find': 'Find',
  'till.nobodyFound': 'Nobody of this campaign fits. Ask for the number that the coupon was sent to.',
  'till.anonymous': 'Redeem without a name',
  'till.today': 'Redeemed here today',
  'till.none': 'Nothing yet. What you redeem stands here until midnight.',
  'till.noName': 'Without a name',
  'till.back': 'Back',
});
export const { t, maybe } = redemption;
export type MessageKey = KeysOf<typeof redemption>;
