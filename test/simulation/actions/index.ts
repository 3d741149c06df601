/** Everything that may happen. A new capability adds its own line here. */
export { ballot } from './ballot.ts';
export { campaign } from './campaign.ts';
export { clock } from './clock.ts';
export { conversation } from './conversation.ts';
export { coupon } from './coupon.ts';
export { crash } from './crash.ts';
export { entry } from './entry.ts';
export { livechat } from './livechat.ts';
export { loop } from './loop.ts';
export { mail } from './mail.ts';
export { number } from './number.ts';
export { optOut } from './opt-out.ts';
export { projections } from './projections.ts';
export { standing } from './standing.ts';
export { text } from './text.ts';
export { weather } from './weather.ts';
