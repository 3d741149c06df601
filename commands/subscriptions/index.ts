export { standingOf } from '../directory/standing.ts';
export { cancelSubscription as cancel, resumeSubscription as resume } from './cancel.ts';
export { followPayer as follow } from './follow.ts';
export { moveSubscriber as move, previewPlanMove as previewMove, startPlanMove as startMove } from './moves.ts';
export { archivePrices } from './prices.ts';
export { subscriptionAccount as account } from './place.ts';
export { quote } from './quote.ts';
export { checkCoupon, openCheckout as checkout, subscribe } from './subscribe.ts';
export { grantTrial, openSubscriptions as open } from './trials.ts';
