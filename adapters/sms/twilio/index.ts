export { createTwilioCarrier, type TwilioCarrier, type TwilioConfig } from './carrier.ts';
export { verifyTwilioSignature } from './signature.ts';
