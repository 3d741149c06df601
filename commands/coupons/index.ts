export { extendCoupon as extend, issueToContact, revokeCoupon as revoke } from './issue-extend-revoke.ts';
export { shownToHolder } from './holder.ts';
export { redeemCoupon as redeem, redeemForNobody } from './redeem.ts';
export { remindHolderOf as remind } from './remind.ts';
export { closeTill, findShop, findTill, listTills, openTill, pairTill, shop, terms } from './tills.ts';
export { undoRedemption as undo } from './undo.ts';
