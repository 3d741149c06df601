/** Everything that may happen. A new capability adds its own line here. */
export { campaign } from './campaign.ts';
export { clock } from './clock.ts';
export { conversation } from './conversation.ts';
export { crash } from './crash.ts';
export { livechat } from './livechat.ts';
export { mail } from './mail.ts';
export { number } from './number.ts';
export { optOut } from './opt-out.ts';
export { projections } from './projections.ts';
export { standing } from './standing.ts';
export { text } from './text.ts';
export { weather } from './weather.ts';
