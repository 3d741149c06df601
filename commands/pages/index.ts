export { reactToPage as react } from './react.ts';
export { submitPage as submit } from './submit.ts';
export { prizeOf, receiptOf } from './receipt.ts';
export { askForEmail, verifyPageEmail as verifyEmail } from './verify.ts';
export { countVisits } from './visits.ts';
