export { createTwilioCarrier, type TwilioCarrier, type TwilioConfig } from './carrier.ts';
export { createTwilioMedia } from './media.ts';
export { verifyTwilioSignature } from './signature.ts';
