export { reactToPage as react } from './react.ts';
export { submitPage as submit } from './submit.ts';
export { receiptOf, verifyPageEmail as verifyEmail } from './receipt.ts';
export { countVisits } from './visits.ts';
