export { createTwilioCarrier } from './carrier.ts';
export { verifyTwilioSignature } from './signature.ts';
